import { z } from 'zod';
import { RemoteHttp, usualMeaning, type ReadRefusal } from './http.js';
import { mustBeReachable } from './reach.js';
import type { RemoteAddress, RemoteApi, RemoteJob, RemoteOutput, RemoteState } from './port.js';

/**
 * An images API in the manner of OpenAI (API reference, "Images" and "Models"; OpenAPI document 2.3.0): it answers when the
 * picture is made. Spoken by many servers; what they leave out is optional here.
 */
const models = z.object({ data: z.array(z.object({ id: z.string() })) });
const images = z.object({ data: z.array(z.union([z.object({ b64_json: z.string().min(1) }), z.object({ url: z.url({ protocol: /^https?$/ }) })])).min(1) });
const fault = z.object({ error: z.object({ code: z.string().nullish(), type: z.string().nullish() }) });

/** Sizes by shape that every model of the kind knows one of: square, wide, tall. */
const SIZES = {
  dall: { square: '1024x1024', wide: '1792x1024', tall: '1024x1792' },
  other: { square: '1024x1024', wide: '1536x1024', tall: '1024x1536' },
} as const;
const NO_PICTURES = /(embed|whisper|tts|audio|moderation|transcribe|realtime|search)/i;

const codeOf = (body: string): string => {
  try {
    const { error } = fault.parse(JSON.parse(body));
    return `${error.code ?? ''} ${error.type ?? ''}`;
  } catch {
    return '';
  }
};

/** A refusal for the content comes as a 400 with a code of its own, an empty account as a 429. */
const meaning: ReadRefusal = (status, body) => {
  const code = status >= 400 ? codeOf(body) : '';
  if (/content_policy_violation|moderation_blocked|content_filter/.test(code)) return 'refused';
  if (/insufficient_quota|billing_hard_limit_reached/.test(code)) return 'spent';
  return usualMeaning(status, body);
};

/** @returns the adapter for one such API */
export function createOpenAiImages(at: RemoteAddress): RemoteApi {
  const http = new RemoteHttp(at, meaning);
  return {
    find: async (signal) => ({ models: (await http.json('/v1/models', models, { signal })).data.map(({ id }) => id).filter((id) => !NO_PICTURES.test(id)) }),
    submit: async (job, signal) => succeeded(await (job.image === undefined
      ? http.json('/v1/images/generations', images, { method: 'POST', json: fieldsOf(job), signal })
      : http.json('/v1/images/edits', images, { method: 'POST', form: formOf(job, job.image.png), signal }))),
    // It answers a submission only when that is done, so nothing is ever asked after.
    poll: async () => ({ state: 'canceled' }),
    fetch: async (output, signal) => {
      if ('bytes' in output) return output.bytes;
      await mustBeReachable(output.url, at.address);
      return http.bytes(output.url, { signal, absolute: true });
    },
    // The call that is cut off by its signal is the job.
    cancel: async () => undefined,
  };
}

function fieldsOf(job: RemoteJob) {
  const prompt = job.negativePrompt === '' ? job.prompt : `${job.prompt}\n\nWithout: ${job.negativePrompt}`;
  return { model: job.model, prompt, n: 1, size: sizeOf(job) };
}

function formOf(job: RemoteJob, png: Uint8Array): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(job))) form.set(name, String(value));
  form.set('image', new File([new Uint8Array(png)], 'image.png', { type: 'image/png' }));
  return form;
}

/** The size nearest in shape. */
function sizeOf({ model, width, height }: RemoteJob): string {
  const sizes = /^dall-e-3/.test(model) ? SIZES.dall : SIZES.other;
  const shape = width / height;
  return shape > 1.2 ? sizes.wide : shape < 1 / 1.2 ? sizes.tall : sizes.square;
}

function succeeded({ data }: z.infer<typeof images>): RemoteState {
  return { state: 'succeeded', outputs: data.map((one): RemoteOutput => ('b64_json' in one ? { bytes: Buffer.from(one.b64_json, 'base64') } : { url: one.url })) };
}
