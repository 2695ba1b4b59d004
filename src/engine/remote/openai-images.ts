import sharp from 'sharp';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { RemoteHttp, usualMeaning, type ReadRefusal } from './http.js';
import { fetchOutput } from './outputs.js';
import { withoutDirectives } from './a1111/directives.js';
import { editFields, operationsOfModel, qualityIn, sizeFor, sizesOf } from './hosted/openai-models.js';
import {
  RemoteFault,
  type RemoteAddress,
  type RemoteApi,
  type RemoteJob,
  type RemoteOutput,
  type RemoteState,
  type UsedSeed,
} from './port.js';
import { SD_SERVER_MODEL, sdServerFields } from './a1111/sd-server.js';
import { seedWrittenIn } from './a1111/used-seed.js';

/**
 * OpenAI's images API (API reference, "Images" and "Models"; OpenAPI document 2.3.0): the answer contains the finished
 * image. Videos ("Videos" of the same reference) are jobs that are polled and downloaded. Many servers implement this
 * API; fields they omit are optional here.
 */
const models = z.object({ data: z.array(z.object({ id: z.string() })) });
const images = z.object({
  data: z
    .array(z.union([z.object({ b64_json: z.string().min(1) }), z.object({ url: z.url({ protocol: /^https?$/ }) })]))
    .min(1),
});
const fault = z.object({ error: z.object({ code: z.string().nullish(), type: z.string().nullish() }) });

const video = z.object({
  id: z.string().min(1),
  status: z.enum(['queued', 'in_progress', 'completed', 'failed']),
  progress: z.number().min(0).max(100).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});
/** Supported lengths of videos in seconds, and their sizes. */
const LENGTHS = [4, 8, 12] as const;
const VIDEO_SIZES = { wide: [1_280, 720], tall: [720, 1_280] } as const;
const VIDEOS_PATH = '/v1/videos';
const NOT_IMAGE_MODELS = /(embed|whisper|tts|audio|moderation|transcribe|realtime|search)/i;

/** Error codes of content refusals. */
const REFUSED = /content_policy_violation|moderation_blocked|content_filter/;

const codeOf = (body: string): string => {
  try {
    const { error } = fault.parse(JSON.parse(body));
    return `${error.code ?? ''} ${error.type ?? ''}`;
  } catch {
    return '';
  }
};

/** A content refusal is a 400 with its own code; an empty account is a 429. */
const meaning: ReadRefusal = (status, body) => {
  const code = status >= 400 ? codeOf(body) : '';
  if (REFUSED.test(code)) return 'refused';
  if (/insufficient_quota|billing_hard_limit_reached/.test(code)) return 'spent';
  return usualMeaning(status, body);
};

/** @returns the adapter for one such API */
export function createOpenAiImages(at: RemoteAddress): RemoteApi {
  const http = new RemoteHttp(at, meaning);
  return {
    find: async (signal) => {
      const found = (await http.json('/v1/models', models, { signal })).data
        .map(({ id }) => id)
        .filter((id) => !NOT_IMAGE_MODELS.test(id));
      return { models: found, features: found.includes(SD_SERVER_MODEL) ? ['seed', 'mask'] : ['mask'] };
    },
    serves: async (model) => operationsOfModel(qualityIn(model).model),
    sizesOf: (model) => sizesOf(qualityIn(model).model),
    submit: async (named, signal) => submit(http, named, signal),
    // Images are finished with the submission's answer: only videos are polled.
    poll: async (externalId, signal) =>
      stateOf(await http.json(`${VIDEOS_PATH}/${encodeURIComponent(externalId)}`, video, { signal })),
    // Videos are downloaded with the key; images from the address in the answer.
    fetch: (output, signal) =>
      'url' in output && output.url.startsWith(`${VIDEOS_PATH}/`)
        ? http.bytes(output.url, { signal })
        : fetchOutput(http, output, signal),
    // Aborting the call cancels an image job; an unneeded video is deleted.
    cancel: async (externalId, signal) => {
      await http.bytes(`${VIDEOS_PATH}/${encodeURIComponent(externalId)}`, { method: 'DELETE', signal });
    },
  };
}

function submit(
  http: RemoteHttp,
  named: RemoteJob,
  signal: AbortSignal,
): Promise<{ readonly externalId: string } | RemoteState> {
  const { model, quality } = qualityIn(named.model);
  const job = { ...named, model };
  return job.seconds === undefined
    ? submitImage(http, job, quality, signal)
    : submitVideo(http, job, job.seconds, signal);
}

async function submitImage(
  http: RemoteHttp,
  job: RemoteJob,
  quality: string | undefined,
  signal: AbortSignal,
): Promise<RemoteState> {
  const answer = await (job.image === undefined
    ? http.json('/v1/images/generations', images, { method: 'POST', json: fieldsOf(job, quality), signal })
    : http.json('/v1/images/edits', images, {
        method: 'POST',
        form: await formOf(job, job.image.png, quality),
        signal,
      }));
  const outputs = answer.data.map((one): RemoteOutput =>
    'b64_json' in one ? { bytes: Buffer.from(one.b64_json, 'base64') } : { url: one.url },
  );
  return { state: 'succeeded', outputs, seed: await seedOf(job, outputs[0]) };
}

/** @throws RemoteFault rejected when the video is longer than the API supports */
async function submitVideo(
  http: RemoteHttp,
  { model, prompt, negativePrompt, width, height, image }: RemoteJob,
  seconds: number,
  signal: AbortSignal,
): Promise<{ readonly externalId: string } | RemoteState> {
  const long = LENGTHS.find((one) => one >= seconds);
  if (long === undefined) throw new RemoteFault('rejected', `no video of ${seconds} s is made`);
  const [wide, tall] = width >= height ? VIDEO_SIZES.wide : VIDEO_SIZES.tall;
  const form = new FormData();
  for (const [name, value] of Object.entries({
    model,
    prompt: negativePrompt === '' ? prompt : `${prompt}\n\nWithout: ${negativePrompt}`,
    seconds: String(long),
    size: `${wide}x${tall}`,
  }))
    form.set(name, value);
  // The API requires a first image of the video's size.
  if (image !== undefined)
    form.set(
      'input_reference',
      new File(
        [new Uint8Array(await sharp(image.png).resize(wide, tall, { fit: 'cover' }).png().toBuffer())],
        'first.png',
        { type: 'image/png' },
      ),
    );
  const made = await http.json(VIDEOS_PATH, video, { method: 'POST', form, signal });
  const state = stateOf(made);
  return state.state === 'failed' || state.state === 'refused' ? state : { externalId: made.id };
}

function stateOf({ id, status, progress, error }: z.infer<typeof video>): RemoteState {
  switch (status) {
    case 'queued':
      return { state: 'queued' };
    case 'in_progress':
      return { state: 'running', ...(typeof progress === 'number' ? { fraction: progress / 100 } : {}) };
    case 'completed':
      return { state: 'succeeded', outputs: [{ url: `${VIDEOS_PATH}/${encodeURIComponent(id)}/content` }], seed: null };
    case 'failed':
      return REFUSED.test(error?.code ?? '') ? { state: 'refused' } : { state: 'failed', reason: 'the video failed' };
    default:
      return status satisfies never;
  }
}

function fieldsOf(job: RemoteJob, quality: string | undefined) {
  if (job.model === SD_SERVER_MODEL) return { model: job.model, n: 1, ...sdServerFields(job) };
  const prompt = job.negativePrompt === '' ? job.prompt : `${job.prompt}\n\nWithout: ${job.negativePrompt}`;
  // The server may be sd-server under another name.
  return { model: job.model, prompt: withoutDirectives(prompt), n: 1, size: sizeFor(job), ...defined({ quality }) };
}

async function formOf(job: RemoteJob, png: Uint8Array, quality: string | undefined): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fieldsOf(job, quality), ...editFields(job) }))
    form.set(name, String(value));
  const images = [png, ...Object.values(job.files ?? {}).map(({ bytes }) => bytes)];
  // Several images are a list; a mask is for the first.
  for (const [index, bytes] of images.entries())
    form.append(
      images.length > 1 ? 'image[]' : 'image',
      new File([new Uint8Array(bytes)], `image-${index + 1}.png`, { type: 'image/png' }),
    );
  if (job.mask !== undefined)
    form.set('mask', new File([new Uint8Array(await maskOf(job.mask))], 'mask.png', { type: 'image/png' }));
  return form;
}

/** A mask for both readings: OpenAI repaints where it is transparent, sd-server where it is white. */
async function maskOf(mask: Uint8Array): Promise<Uint8Array> {
  const white = await sharp(mask).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const kept = await sharp(mask).toColourspace('b-w').negate().raw().toBuffer();
  const { width, height } = white.info;
  return sharp(white.data, { raw: { width, height, channels: 3 } })
    .joinChannel(kept, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

/** OpenAI's API takes no seed; sd-server reports the one that it used in the image. */
async function seedOf({ model, seed }: RemoteJob, output: RemoteOutput | undefined): Promise<UsedSeed> {
  if (model !== SD_SERVER_MODEL) return null;
  return (output !== undefined && 'bytes' in output ? await seedWrittenIn(output.bytes) : undefined) ?? seed;
}
