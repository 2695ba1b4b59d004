import { createHash } from 'node:crypto';
import { z } from 'zod';
import { RemoteHttp } from './http.js';
import type { RemoteAddress, RemoteApi, RemoteJob, RemoteOutput, RemoteState } from './port.js';

/**
 * ComfyUI's own HTTP API (server.py of ComfyUI 0.3, "Routes" in its documentation): a workflow is posted as a graph of
 * nodes, its result is read from the history, its pictures from `/view`.
 */
const stats = z.object({ system: z.object({ comfyui_version: z.string().optional() }) });
const checkpoints = z.object({
  CheckpointLoaderSimple: z.object({ input: z.object({ required: z.object({ ckpt_name: z.tuple([z.array(z.string())], z.unknown()) }) }) }),
});
const posted = z.object({ prompt_id: z.string().min(1) });
const picture = z.object({ filename: z.string(), subfolder: z.string().default(''), type: z.string().default('output') });
const history = z.record(z.string(), z.object({
  outputs: z.record(z.string(), z.object({ images: z.array(picture).optional() })).default({}),
  status: z.object({ status_str: z.string(), completed: z.boolean().optional(), messages: z.array(z.tuple([z.string()], z.unknown())).default([]) }).optional(),
}));
// Each entry: [number, prompt id, graph, …]
const entry = z.tuple([z.number(), z.string()], z.unknown());
const queue = z.object({ queue_running: z.array(entry), queue_pending: z.array(entry) });
const uploaded = z.object({ name: z.string(), subfolder: z.string().default('') });

/** Steps and guidance that suit most checkpoints. */
const SAMPLING = { steps: 24, cfg: 6.5, sampler_name: 'dpmpp_2m', scheduler: 'karras' } as const;
/** Sides a latent picture can have. */
const LATENT_STEP = 8;
const CLIENT = 'kinora';

/** @returns the adapter for one ComfyUI */
export function createComfyUi(at: RemoteAddress): RemoteApi {
  const http = new RemoteHttp(at);
  return {
    find: async (signal) => {
      const { system } = await http.json('/system_stats', stats, { signal });
      const { CheckpointLoaderSimple: loader } = await http.json('/object_info/CheckpointLoaderSimple', checkpoints, { signal });
      return { models: loader.input.required.ckpt_name[0], ...(system.comfyui_version === undefined ? {} : { version: system.comfyui_version }) };
    },
    submit: async (job, signal) => {
      const start = job.image === undefined ? undefined : await upload(http, job.image.png, signal);
      const { prompt_id: externalId } = await http.json('/prompt', posted, { method: 'POST', json: { prompt: graphOf(job, start), client_id: CLIENT }, signal });
      return { externalId };
    },
    poll: (externalId, signal) => poll(http, externalId, signal),
    fetch: async (output, signal) => ('bytes' in output ? output.bytes : http.bytes(output.url, { signal })),
    cancel: (externalId, signal) => cancel(http, externalId, signal),
  };
}

async function upload(http: RemoteHttp, png: Uint8Array, signal: AbortSignal): Promise<string> {
  const form = new FormData();
  // Named by its content, so that the same picture is stored there once.
  form.set('image', new File([new Uint8Array(png)], `kinora-${createHash('sha256').update(png).digest('hex').slice(0, 32)}.png`, { type: 'image/png' }));
  form.set('overwrite', 'true');
  const { name, subfolder } = await http.json('/upload/image', uploaded, { method: 'POST', form, signal });
  return subfolder === '' ? name : `${subfolder}/${name}`;
}

/** The graph: a checkpoint, two texts, a start (empty or a picture), the sampler, the picture. */
function graphOf({ model, prompt, negativePrompt, seed, width, height, image }: RemoteJob, start: string | undefined) {
  const side = (pixels: number): number => Math.max(64, Math.round(pixels / LATENT_STEP) * LATENT_STEP);
  const node = (type: string, inputs: Readonly<Record<string, unknown>>) => ({ class_type: type, inputs });
  const latent = start === undefined
    ? { start: node('EmptyLatentImage', { width: side(width), height: side(height), batch_size: 1 }) }
    : { given: node('LoadImage', { image: start }), start: node('VAEEncode', { pixels: ['given', 0], vae: ['checkpoint', 2] }) };
  return {
    checkpoint: node('CheckpointLoaderSimple', { ckpt_name: model }),
    wanted: node('CLIPTextEncode', { text: prompt, clip: ['checkpoint', 1] }),
    unwanted: node('CLIPTextEncode', { text: negativePrompt, clip: ['checkpoint', 1] }),
    ...latent,
    sampler: node('KSampler', {
      ...SAMPLING, seed, denoise: image === undefined ? 1 : Math.max(0.05, image.strength), model: ['checkpoint', 0], positive: ['wanted', 0], negative: ['unwanted', 0], latent_image: ['start', 0],
    }),
    decoded: node('VAEDecode', { samples: ['sampler', 0], vae: ['checkpoint', 2] }),
    saved: node('SaveImage', { images: ['decoded', 0], filename_prefix: 'kinora' }),
  };
}

async function poll(http: RemoteHttp, externalId: string, signal: AbortSignal): Promise<RemoteState> {
  const ended = (await http.json(`/history/${encodeURIComponent(externalId)}`, history, { signal }))[externalId];
  if (ended !== undefined) return outcomeOf(ended);
  const { queue_running: running, queue_pending: pending } = await http.json('/queue', queue, { signal });
  if (running.some(([, id]) => id === externalId)) return { state: 'running' };
  if (pending.some(([, id]) => id === externalId)) return { state: 'queued' };
  // Between leaving the queue and standing in the history there is a moment.
  const late = (await http.json(`/history/${encodeURIComponent(externalId)}`, history, { signal }))[externalId];
  return late === undefined ? { state: 'canceled' } : outcomeOf(late);
}

function outcomeOf({ outputs, status }: z.infer<typeof history>[string]): RemoteState {
  const pictures = Object.values(outputs).flatMap(({ images }) => images ?? []).filter(({ type }) => type === 'output');
  if (status?.messages.some(([what]) => what === 'execution_interrupted')) return { state: 'canceled' };
  if (status?.status_str === 'error') return { state: 'failed', reason: 'the workflow failed' };
  if (pictures.length === 0) return { state: 'failed', reason: 'the workflow made no picture' };
  return {
    state: 'succeeded',
    outputs: pictures.map((one): RemoteOutput => ({ url: `/view?${new URLSearchParams(one).toString()}` })),
  };
}

/** `/interrupt` stops whatever runs, so it is asked first whether that is ours. */
async function cancel(http: RemoteHttp, externalId: string, signal: AbortSignal): Promise<void> {
  await http.bytes('/queue', { method: 'POST', json: { delete: [externalId] }, signal });
  const { queue_running: running } = await http.json('/queue', queue, { signal });
  if (running.some(([, id]) => id === externalId)) await http.bytes('/interrupt', { method: 'POST', json: { prompt_id: externalId }, signal });
}

