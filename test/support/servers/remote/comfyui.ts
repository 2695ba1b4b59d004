import sharp from 'sharp';
import { z } from 'zod';
import { painted } from './painted.js';
import { plainColour } from './plain-image.js';
import { serve, type Answer, type ReceivedRequest, type SmallServer } from './serve.js';

/**
 * A small server with the answers of ComfyUI's own API, from `server.py` and `execution.py` of ComfyUI 0.3.40 (routes
 * /prompt, /queue, /history, /view, /upload/image, /interrupt, /system_stats, /object_info). It runs one graph at a time,
 * when the test says so; a text says by a word how it goes: `broken` fails at the sampler, `busy` and `hang` answer as a
 * proxy before it would.
 */
const CHECKPOINT = 'sd_xl_base_1.0.safetensors';
const UPSCALER = '4x-UltraSharp.pth';
const link = z.tuple([z.string(), z.int()]);
const node = (type: string, inputs: z.ZodRawShape) => z.object({ class_type: z.literal(type), inputs: z.strictObject(inputs) });
const graph = z.looseObject({
  checkpoint: node('CheckpointLoaderSimple', { ckpt_name: z.literal(CHECKPOINT) }),
  wanted: node('CLIPTextEncode', { text: z.string(), clip: link }),
  unwanted: node('CLIPTextEncode', { text: z.string(), clip: link }),
  start: z.union([
    node('EmptyLatentImage', { width: z.int().min(16).multipleOf(8), height: z.int().min(16).multipleOf(8), batch_size: z.literal(1) }), node('VAEEncode', { pixels: link, vae: link }),
    node('SetLatentNoiseMask', { samples: link, mask: link }),
  ]),
  given: node('LoadImage', { image: z.string() }).optional(),
  area: node('LoadImageMask', { image: z.string(), channel: z.enum(['alpha', 'red', 'green', 'blue']) }).optional(),
  sampler: node('KSampler', {
    seed: z.int().min(0), steps: z.int().min(1), cfg: z.number(), sampler_name: z.literal('dpmpp_2m'), scheduler: z.literal('karras'), denoise: z.number().min(0).max(1),
    model: link, positive: link, negative: link, latent_image: link,
  }),
  saved: node('SaveImage', { images: link, filename_prefix: z.string() }),
});
type Graph = z.infer<typeof graph>;
/** The nodes of an upscaling model, from comfy_extras/nodes_upscale_model.py. */
const upscaleGraph = z.looseObject({
  loader: node('UpscaleModelLoader', { model_name: z.literal(UPSCALER) }),
  given: node('LoadImage', { image: z.string() }),
  larger: node('ImageUpscaleWithModel', { upscale_model: link, image: link }),
  saved: node('SaveImage', { images: link, filename_prefix: z.string() }),
});
const VIDEO_CHECKPOINT = 'ltx-video-2b-v0.9.5.safetensors';
const ENCODER = 't5xxl_fp16.safetensors';
const length = { width: z.int().min(64).multipleOf(32), height: z.int().min(64).multipleOf(32), length: z.int().min(9).refine((frames) => frames % 8 === 1), batch_size: z.literal(1) };
/** The nodes of a film, from comfy_extras/nodes_lt.py, nodes_custom_sampler.py and nodes_video.py. */
const videoGraph = z.looseObject({
  checkpoint: node('CheckpointLoaderSimple', { ckpt_name: z.literal(VIDEO_CHECKPOINT) }),
  words: node('CLIPLoader', { clip_name: z.literal(ENCODER), type: z.literal('ltxv') }),
  wanted: node('CLIPTextEncode', { text: z.string(), clip: link }),
  start: z.union([node('EmptyLTXVLatentVideo', length), node('LTXVImgToVideo', { ...length, positive: link, negative: link, vae: link, image: link, strength: z.number().min(0).max(1) })]),
  told: node('LTXVConditioning', { positive: link, negative: link, frame_rate: z.number().min(0).max(1_000) }),
  way: node('KSamplerSelect', { sampler_name: z.string() }),
  sigmas: node('LTXVScheduler', { steps: z.int().min(1), max_shift: z.number(), base_shift: z.number(), stretch: z.boolean(), terminal: z.number(), latent: link }),
  sampled: node('SamplerCustom', { model: link, add_noise: z.boolean(), noise_seed: z.int().min(0), cfg: z.number(), positive: link, negative: link, sampler: link, sigmas: link, latent_image: link }),
  film: node('CreateVideo', { images: link, fps: z.number().min(1).max(120) }),
  saved: node('SaveVideo', { video: link, filename_prefix: z.string(), format: z.enum(['auto', 'mp4']), codec: z.enum(['auto', 'h264']) }),
});

interface Job {
  readonly id: string;
  readonly graph: Graph | z.infer<typeof videoGraph> | z.infer<typeof upscaleGraph>;
  state: 'pending' | 'running' | 'success' | 'error' | 'interrupted';
}

const textOf = (graph: Job['graph']): string => ('larger' in graph ? '' : z.string().parse(graph.wanted.inputs['text']));

async function image(graph: Job['graph'], name: string, uploads: ReadonlyMap<string, Buffer>): Promise<Buffer | undefined> {
  const uploaded = (key: 'given' | 'area'): Buffer | undefined => uploads.get(z.object({ [key]: z.object({ inputs: z.object({ image: z.string() }) }) }).safeParse(graph).data?.[key]?.inputs.image ?? '');
  const [given, area] = [uploaded('given'), uploaded('area')];
  if ('larger' in graph) {
    if (given === undefined) return undefined;
    const { width, height } = await sharp(given).metadata();
    return sharp(given).resize(width * 4, height * 4, { kernel: 'nearest' }).png().toBuffer();
  }
  if (given !== undefined && area !== undefined) return painted(given, area, 'white');
  const { start } = graph;
  const size = z.object({ width: z.int(), height: z.int() }).safeParse(start.inputs).data ?? { width: 512, height: 512 };
  return plainColour(size, name.includes('0001') ? '#2050a0' : '#50a020');
}

export interface SmallComfyUi extends SmallServer {
  /** What its model of films makes. */
  video: Buffer;
  /** Runs by itself, a step each time it is asked; or only when `step` is called. */
  stopped: boolean;
  /** So many looks at the queue are answered as by a proxy before it that cannot reach it. */
  dropped: number;
  readonly uploads: Map<string, Buffer>;
  step(): void;
}

export async function startComfyUi(): Promise<SmallComfyUi> {
  const jobs: Job[] = [];
  const uploads = new Map<string, Buffer>();
  const step = (): void => {
    const running = jobs.find(({ state }) => state === 'running');
    if (running !== undefined) running.state = textOf(running.graph).includes('broken') ? 'error' : 'success';
    const next = jobs.find(({ state }) => state === 'pending');
    if (next !== undefined) next.state = 'running';
  };
  const small = await serve(async (received) => {
    if (received.method === 'GET' && received.path === '/queue' && comfy.dropped > 0) {
      comfy.dropped -= 1;
      return { status: 502 };
    }
    if (!comfy.stopped && received.path === '/queue') step();
    if (received.path === '/view' && received.query.get('filename')?.endsWith('.mp4') === true) return { bytes: comfy.video };
    return route(received, jobs, uploads);
  });
  const comfy: SmallComfyUi = { ...small, video: Buffer.alloc(0), stopped: false, dropped: 0, uploads, step };
  return comfy;
}

async function route({ method, path, query, headers, body }: ReceivedRequest, jobs: Job[], uploads: Map<string, Buffer>): Promise<Answer | undefined> {
  if (path === '/system_stats') return { json: { system: { os: 'posix', comfyui_version: '0.3.40' }, devices: [] } };
  if (path === '/object_info/CheckpointLoaderSimple') return { json: { CheckpointLoaderSimple: { input: { required: { ckpt_name: [[CHECKPOINT], { tooltip: 'the checkpoint' }] } } } } };
  if (path === '/object_info/UpscaleModelLoader') return { json: { UpscaleModelLoader: { input: { required: { model_name: [[UPSCALER], {}] } } } } };
  if (path === '/object_info/CLIPLoader') return { json: { CLIPLoader: { input: { required: { clip_name: [['clip_l.safetensors', ENCODER], {}] } } } } };
  if (method === 'POST' && path === '/upload/image') {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
    const file = form.get('image') as File; // a form's file, by the route
    const { name } = file;
    uploads.set(name, Buffer.from(await file.arrayBuffer()));
    return { json: { name, subfolder: '', type: 'input' } };
  }
  if (method === 'POST' && path === '/prompt') return post(JSON.parse(body.toString('utf8')), jobs);
  if (method === 'POST' && path === '/queue') {
    const { delete: ids } = z.object({ delete: z.array(z.string()) }).parse(JSON.parse(body.toString('utf8')));
    for (const id of ids) remove(jobs, (job) => job.id === id && job.state === 'pending');
    return { bytes: Buffer.alloc(0), type: 'text/plain' };
  }
  if (path === '/queue') return { json: { queue_running: entries(jobs, 'running'), queue_pending: entries(jobs, 'pending') } };
  if (method === 'POST' && path === '/interrupt') {
    for (const job of jobs) if (job.state === 'running') job.state = 'interrupted';
    return { bytes: Buffer.alloc(0), type: 'text/plain' };
  }
  if (path.startsWith('/history/')) return { json: historyOf(jobs, path.slice('/history/'.length)) };
  if (path === '/view') {
    const job = jobs.find(({ id }) => query.get('filename')?.startsWith(`kinora_${id}`));
    const bytes = job && await image(job.graph, query.get('filename') ?? '', uploads);
    return bytes === undefined ? { status: 404 } : { bytes };
  }
  return { status: 404 };
}

function post(body: unknown, jobs: Job[]): Answer | undefined {
  const given = z.object({ prompt: z.union([graph, videoGraph, upscaleGraph]), client_id: z.string() }).safeParse(body);
  if (!given.success) return { status: 400, json: { error: { type: 'prompt_outputs_failed_validation', message: 'Prompt outputs failed validation', details: '', extra_info: {} }, node_errors: {} } };
  const text = textOf(given.data.prompt);
  if (text.includes('busy')) return { status: 503, json: {} };
  if (text.includes('nonsense')) return { json: { number: 1 } };
  if (text.includes('hang')) return undefined;
  const id = `00000000-0000-4000-8000-${String(jobs.length + 1).padStart(12, '0')}`;
  jobs.push({ id, graph: given.data.prompt, state: 'pending' });
  return { json: { prompt_id: id, number: jobs.length, node_errors: {} } };
}

const entries = (jobs: readonly Job[], state: Job['state']): readonly unknown[] => jobs.filter((job) => job.state === state).map((job, place) => [place, job.id, job.graph, {}, ['saved']]);

function historyOf(jobs: readonly Job[], id: string): Record<string, unknown> {
  const job = jobs.find((one) => one.id === id && one.state !== 'pending' && one.state !== 'running');
  if (job === undefined) return {};
  const isWell = job.state === 'success';
  const message = { success: 'execution_success', error: 'execution_error', interrupted: 'execution_interrupted', pending: '', running: '' }[job.state];
  return {
    [id]: {
      prompt: [0, id, job.graph, {}, ['saved']],
      outputs: isWell ? { saved: { images: [{ filename: `kinora_${id}_00001_.${'film' in job.graph ? 'mp4' : 'png'}`, subfolder: '', type: 'output' }] } } : {},
      status: { status_str: isWell ? 'success' : 'error', completed: isWell, messages: [['execution_start', { prompt_id: id }], [message, { prompt_id: id }]] },
    },
  };
}

function remove(jobs: Job[], which: (job: Job) => boolean): void {
  const at = jobs.findIndex(which);
  if (at >= 0) jobs.splice(at, 1);
}
