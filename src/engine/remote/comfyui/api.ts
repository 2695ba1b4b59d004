import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defined } from '../../../kernel/defined.shared.js';
import { RemoteHttp } from '../http.js';
import type { RemoteOperation } from '../operations.shared.js';
import { RemoteFault, type RemoteAddress, type RemoteApi, type RemoteJob } from '../port.js';
import { cancelPrompt, lookUp } from './history.js';
import { LiveJobs } from './live.js';
import { askSpecs } from './workflow/ask-specs.js';
import { importWorkflow, readWorkflow } from './workflow/import.js';
import { graphOfJob } from './workflow/run.js';
import { workflowIdOf } from './workflow/model-name.shared.js';
import type { ImportedWorkflow, WorkflowBook } from './workflow/stored.js';

/**
 * ComfyUI's HTTP API (server.py of ComfyUI 0.3, "Routes" in its documentation): a workflow is posted as a graph of
 * nodes; the result is read from the history and images from `/view`.
 */
const stats = z.object({ system: z.object({ comfyui_version: z.string().optional() }) });
const checkpoints = z.object({
  CheckpointLoaderSimple: z.object({ input: z.object({ required: z.object({ ckpt_name: z.tuple([z.array(z.string())], z.unknown()) }) }) }),
});
const upscalers = z.object({
  UpscaleModelLoader: z.object({ input: z.object({ required: z.object({ model_name: z.tuple([z.array(z.string())], z.unknown()) }) }) }),
});
const posted = z.object({ prompt_id: z.string().min(1) });
const uploaded = z.object({ name: z.string(), subfolder: z.string().default('') });

/** Steps and guidance that suit most checkpoints. */
const SAMPLING = { steps: 24, cfg: 6.5, sampler_name: 'dpmpp_2m', scheduler: 'karras' } as const;
/** Sides of a latent image are multiples of this. */
const LATENT_STEP = 8;
/** Upscaling models are named by their folder in ComfyUI, so that they differ from checkpoints. */
const UPSCALERS = 'upscale_models/';

/**
 * @param workflows imported workflows, which are models of their own
 * @returns the adapter for one ComfyUI
 */
export function createComfyUi(at: RemoteAddress, workflows?: WorkflowBook): RemoteApi {
  const http = new RemoteHttp(at);
  const live = new LiveJobs(at);
  const imported = async (model: string, version?: number): Promise<ImportedWorkflow | undefined> => {
    if (workflowIdOf(model) === undefined) return undefined;
    const found = await workflows?.find(model, version);
    if (found === undefined) throw new RemoteFault('rejected', 'the workflow is not there');
    return found;
  };
  return {
    find: async (signal) => {
      const { system } = await http.json('/system_stats', stats, { signal });
      const { CheckpointLoaderSimple: loader } = await http.json('/object_info/CheckpointLoaderSimple', checkpoints, { signal });
      const models = [...loader.input.required.ckpt_name[0], ...(await upscalersOf(http, signal)).map((name) => `${UPSCALERS}${name}`)];
      return { models, ...defined({ version: system.comfyui_version }) };
    },
    serves: async (model) => (await imported(model))?.operations ?? operationsOf(model),
    submit: async (job, signal) => {
      const workflow = await imported(job.model, job.settingsVersion);
      const graph = workflow === undefined ? await builtGraph(http, job, signal) : await graphOfJob(workflow, job, (png) => upload(http, png, signal));
      live.open();
      const { prompt_id: externalId } = await http.json('/prompt', posted, { method: 'POST', json: { prompt: graph, client_id: live.client }, signal });
      live.watch(externalId);
      return { externalId };
    },
    poll: async (externalId, signal) => {
      const heard = await live.stateOf(externalId);
      if (heard !== undefined) return heard;
      const state = await lookUp(http, externalId, signal);
      if (state.state === 'running') return { ...state, ...(await live.shown(externalId)) };
      if (state.state !== 'queued') live.forget(externalId);
      return state;
    },
    fetch: async (output, signal) => ('bytes' in output ? output.bytes : http.bytes(output.url, { signal })),
    cancel: async (externalId, signal) => {
      live.forget(externalId);
      await cancelPrompt(http, externalId, signal);
    },
    workflows: {
      read: (text, output, signal) => readWorkflow(text, output, askSpecs(http, signal)),
      take: (text, choice, signal) => importWorkflow(text, choice, askSpecs(http, signal)),
    },
  };
}

async function builtGraph(http: RemoteHttp, job: RemoteJob, signal: AbortSignal): Promise<object> {
  // Unsupported requests fail before anything is sent.
  const encoder = job.seconds === undefined ? undefined : await textEncoder(http, job, signal);
  const start = job.image === undefined ? undefined : await upload(http, job.image.png, signal);
  const mask = job.mask === undefined ? undefined : await upload(http, job.mask, signal);
  return job.seconds === undefined || encoder === undefined ? graphOf(job, start, mask) : videoGraph({ ...job, seconds: job.seconds }, encoder, start);
}

/** Upscaling models; none for a ComfyUI without these nodes. */
async function upscalersOf(http: RemoteHttp, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return (await http.json('/object_info/UpscaleModelLoader', upscalers, { signal })).UpscaleModelLoader.input.required.model_name[0];
  } catch (error) {
    if (error instanceof RemoteFault && (error.reason === 'rejected' || error.reason === 'misunderstood')) return [];
    throw error;
  }
}

function operationsOf(model: string): readonly RemoteOperation[] {
  if (model.startsWith(UPSCALERS)) return ['upscale'];
  return VIDEO_MODEL.test(model) ? ['text-to-video', 'image-to-video'] : ['text-to-image', 'image-to-image', 'inpaint'];
}

async function upload(http: RemoteHttp, png: Uint8Array, signal: AbortSignal): Promise<string> {
  const form = new FormData();
  // Named by its content hash, so that the same image is stored there only once.
  form.set('image', new File([new Uint8Array(png)], `kinora-${createHash('sha256').update(png).digest('hex').slice(0, 32)}.png`, { type: 'image/png' }));
  form.set('overwrite', 'true');
  const { name, subfolder } = await http.json('/upload/image', uploaded, { method: 'POST', form, signal });
  return subfolder === '' ? name : `${subfolder}/${name}`;
}

const node = (type: string, inputs: Readonly<Record<string, unknown>>) => ({ class_type: type, inputs });

/** The graph of an upscaling model (`UpscaleModelLoader` and `ImageUpscaleWithModel` of comfy_extras/nodes_upscale_model.py). */
const upscaleGraph = (model: string, start: string) => ({
  loader: node('UpscaleModelLoader', { model_name: model.slice(UPSCALERS.length) }),
  given: node('LoadImage', { image: start }),
  larger: node('ImageUpscaleWithModel', { upscale_model: ['loader', 0], image: ['given', 0] }),
  saved: node('SaveImage', { images: ['larger', 0], filename_prefix: 'kinora' }),
});

/** The start of a sampler: empty, an image, or an image of which only the masked part changes. */
function latentOf({ width, height }: RemoteJob, start: string | undefined, mask: string | undefined) {
  const side = (pixels: number): number => Math.max(64, Math.round(pixels / LATENT_STEP) * LATENT_STEP);
  if (start === undefined) return { start: node('EmptyLatentImage', { width: side(width), height: side(height), batch_size: 1 }) };
  const given = { given: node('LoadImage', { image: start }) };
  const encoded = node('VAEEncode', { pixels: ['given', 0], vae: ['checkpoint', 2] });
  if (mask === undefined) return { ...given, start: encoded };
  return { ...given, encoded, area: node('LoadImageMask', { image: mask, channel: 'red' }), start: node('SetLatentNoiseMask', { samples: ['encoded', 0], mask: ['area', 0] }) };
}

/** The graph: a checkpoint, two texts, a start, the sampler, the output image. */
function graphOf(job: RemoteJob, start: string | undefined, mask: string | undefined) {
  const { model, operation, prompt, negativePrompt, seed, image } = job;
  if (operation === 'upscale' && start !== undefined) return upscaleGraph(model, start);
  return {
    checkpoint: node('CheckpointLoaderSimple', { ckpt_name: model }),
    wanted: node('CLIPTextEncode', { text: prompt, clip: ['checkpoint', 1] }),
    unwanted: node('CLIPTextEncode', { text: negativePrompt, clip: ['checkpoint', 1] }),
    ...latentOf(job, start, mask),
    sampler: node('KSampler', {
      ...SAMPLING, seed, denoise: image === undefined ? 1 : Math.max(0.05, image.strength), model: ['checkpoint', 0], positive: ['wanted', 0], negative: ['unwanted', 0], latent_image: ['start', 0],
    }),
    decoded: node('VAEDecode', { samples: ['sampler', 0], vae: ['checkpoint', 2] }),
    saved: node('SaveImage', { images: ['decoded', 0], filename_prefix: 'kinora' }),
  };
}

const encoders = z.object({ CLIPLoader: z.object({ input: z.object({ required: z.object({ clip_name: z.tuple([z.array(z.string())], z.unknown()) }) }) }) });
/**
 * Checkpoints that make videos with ComfyUI's built-in nodes (comfy_extras/nodes_lt.py: LTX-Video), and their text
 * encoder.
 */
const VIDEO_MODEL = /ltx/i;
const VIDEO_ENCODER = /t5xxl/i;
/**
 * LTX-Video: frames per second, step of the sides, frame counts (a multiple of eight plus one), and the sampler
 * settings of its own workflow.
 */
const VIDEO = { fps: 25, side: 32, frames: 8, steps: 30, cfg: 3, sampler: 'euler' } as const;

/**
 * The text encoder for a video model. @throws RemoteFault rejected when the checkpoint makes no videos, or the encoder
 * is missing
 */
async function textEncoder(http: RemoteHttp, { model }: RemoteJob, signal: AbortSignal): Promise<string> {
  if (!VIDEO_MODEL.test(model)) throw new RemoteFault('rejected', 'the checkpoint makes no videos');
  const { CLIPLoader: loader } = await http.json('/object_info/CLIPLoader', encoders, { signal });
  const found = loader.input.required.clip_name[0].find((name) => VIDEO_ENCODER.test(name));
  if (found === undefined) throw new RemoteFault('rejected', 'there is no text encoder for videos');
  return found;
}

/** The graph of a video (ComfyUI's published workflow for LTX-Video; `CreateVideo` and `SaveVideo` of comfy_extras/nodes_video.py). */
function videoGraph({ model, prompt, negativePrompt, seed, width, height, seconds }: RemoteJob & { readonly seconds: number }, encoder: string, start: string | undefined) {
  const side = (pixels: number): number => Math.max(64, Math.round(pixels / VIDEO.side) * VIDEO.side);
  const size = { width: side(width), height: side(height), length: Math.ceil((seconds * VIDEO.fps) / VIDEO.frames) * VIDEO.frames + 1, batch_size: 1 };
  const begun = start === undefined
    ? { start: node('EmptyLTXVLatentVideo', size), told: node('LTXVConditioning', { positive: ['wanted', 0], negative: ['unwanted', 0], frame_rate: VIDEO.fps }) }
    : {
      given: node('LoadImage', { image: start }),
      start: node('LTXVImgToVideo', { ...size, positive: ['wanted', 0], negative: ['unwanted', 0], vae: ['checkpoint', 2], image: ['given', 0], strength: 1 }),
      told: node('LTXVConditioning', { positive: ['start', 0], negative: ['start', 1], frame_rate: VIDEO.fps }),
    };
  const latent = ['start', start === undefined ? 0 : 2];
  return {
    checkpoint: node('CheckpointLoaderSimple', { ckpt_name: model }),
    words: node('CLIPLoader', { clip_name: encoder, type: 'ltxv' }),
    wanted: node('CLIPTextEncode', { text: prompt, clip: ['words', 0] }),
    unwanted: node('CLIPTextEncode', { text: negativePrompt, clip: ['words', 0] }),
    ...begun,
    way: node('KSamplerSelect', { sampler_name: VIDEO.sampler }),
    sigmas: node('LTXVScheduler', { steps: VIDEO.steps, max_shift: 2.05, base_shift: 0.95, stretch: true, terminal: 0.1, latent }),
    sampled: node('SamplerCustom', { model: ['checkpoint', 0], add_noise: true, noise_seed: seed, cfg: VIDEO.cfg, positive: ['told', 0], negative: ['told', 1], sampler: ['way', 0], sigmas: ['sigmas', 0], latent_image: latent }),
    decoded: node('VAEDecode', { samples: ['sampled', 0], vae: ['checkpoint', 2] }),
    film: node('CreateVideo', { images: ['decoded', 0], fps: VIDEO.fps }),
    saved: node('SaveVideo', { video: ['film', 0], filename_prefix: 'kinora', format: 'mp4', codec: 'h264' }),
  };
}
