import { z } from 'zod';
import { painted } from './painted.js';
import { plainColour } from './plain-image.js';
import { serve, type Answer, type ReceivedRequest, type SmallServer } from './serve.js';

/**
 * A small server with the answers of AUTOMATIC1111's API (`modules/api/models.py`, `modules/api/api.py`,
 * `modules/progress.py` and `extensions-builtin/Lora` of 1.10), behind basic authentication. A prompt says by a word
 * how it goes: `busy` and `hang` as a proxy before it would, `nonsense`, `broken`, `slow` until the test ends it,
 * `reseeded` with a seed of its own.
 */
const KEY = 'kinora:only-for-tests';
const CHECKPOINT = {
  title: 'dreamy_v2.safetensors [6ce0161689]',
  model_name: 'dreamy_v2',
  hash: '6ce0161689',
  sha256: null,
  filename: '/models/dreamy_v2.safetensors',
  config: null,
};
const image = z.base64().transform((text) => Buffer.from(text, 'base64'));

const base = {
  prompt: z.string().min(1),
  negative_prompt: z.string(),
  seed: z.int().min(0).max(0xffff_ffff),
  width: z.int().min(64).max(2_048).multipleOf(8),
  height: z.int().min(64).max(2_048).multipleOf(8),
  batch_size: z.literal(1),
  n_iter: z.literal(1),
  steps: z.int().min(1).max(150),
  cfg_scale: z.number().min(1).max(30),
  sampler_name: z.enum(['Euler a', 'Euler']),
  override_settings: z.strictObject({ sd_model_checkpoint: z.literal(CHECKPOINT.title) }),
  force_task_id: z.string().min(1),
  save_images: z.literal(false),
};
const txt2img = z.strictObject(base);
const img2img = z.strictObject({
  ...base,
  init_images: z.tuple([image]),
  denoising_strength: z.number().min(0).max(1),
  mask: image.optional(),
  inpainting_mask_invert: z.literal(0).optional(),
  inpainting_fill: z.int().min(0).max(3).optional(),
  inpaint_full_res: z.boolean().optional(),
  mask_blur: z.int().min(0).optional(),
});
const extra = z.strictObject({
  image,
  resize_mode: z.literal(1),
  upscaling_resize_w: z.int().min(1),
  upscaling_resize_h: z.int().min(1),
  upscaling_crop: z.boolean(),
  upscaler_1: z.enum(['None', 'R-ESRGAN 4x+']),
});
const progressBody = z.strictObject({ id_task: z.string(), id_live_preview: z.literal(-1) });

const PATHS = [
  'txt2img',
  'img2img',
  'extra-single-image',
  'progress',
  'interrupt',
  'sd-models',
  'samplers',
  'loras',
  'upscalers',
].map((name) => `/sdapi/v1/${name}`);

async function coloured(width: number, height: number, background: string): Promise<string> {
  return (await plainColour({ width, height }, background)).toString('base64');
}

export interface SmallA1111 extends SmallServer {
  readonly key: string;
  /** The job that runs, if it is a slow one. */
  running(): string | undefined;
  /** Ends the slow job with its image. */
  finish(): void;
}

/**
 * @param named whether its jobs can be named; those of SD.Next cannot
 * @param described whether it has an OpenAPI document; a WebUI can be started without
 */
export async function startA1111({ named = true, described = true } = {}): Promise<SmallA1111> {
  let slow: { readonly id: string; readonly finish: () => void } | undefined;
  const lists: Readonly<Record<string, unknown>> = {
    ...(described
      ? {
          '/openapi.json': {
            openapi: '3.0.2',
            paths: Object.fromEntries([...PATHS, '/internal/progress'].map((path) => [path, {}])),
            components: {
              schemas: {
                StableDiffusionProcessingTxt2Img: {
                  properties: { prompt: {}, ...(named ? { force_task_id: {} } : {}) },
                },
                ProgressResponse: {},
              },
            },
          },
        }
      : {}),
    '/sdapi/v1/sd-models': [CHECKPOINT],
    '/sdapi/v1/samplers': ['Euler a', 'Euler', 'UniPC'].map((name) => ({ name, aliases: [], options: {} })),
    '/sdapi/v1/loras': [
      {
        name: 'pixel-art',
        alias: 'pixel',
        path: '/loras/pixel-art.safetensors',
        metadata: {
          ss_base_model_version: 'sdxl_base_v1-0',
          ss_tag_frequency: { '12_pixel': { sprite: 20, 'pixel art': 48 } },
        },
      },
    ],
    '/sdapi/v1/upscalers': ['None', 'R-ESRGAN 4x+'].map((name) => ({
      name,
      model_name: null,
      model_path: null,
      model_url: null,
      scale: 4,
    })),
  };

  async function made(path: string, body: Buffer): Promise<Answer | undefined> {
    const json: unknown = JSON.parse(body.toString('utf8'));
    const read = (path.endsWith('txt2img') ? txt2img : img2img).safeParse(json);
    if (!read.success) return { status: 422, json: { detail: read.error.issues } };
    const { prompt, seed, width, height, force_task_id: id } = read.data;
    if (prompt.includes('busy')) return { status: 503, json: {} };
    if (prompt.includes('broken'))
      return { status: 500, json: { error: 'OutOfMemoryError', detail: '', body: '', errors: 'in words' } };
    if (prompt.includes('nonsense')) return { json: { images: 'none' } };
    if (prompt.includes('hang')) return undefined;
    if (prompt.includes('slow'))
      await new Promise<void>((finish) => {
        slow = { id, finish };
      });
    slow = undefined;
    if (prompt.includes('failing'))
      return { status: 500, json: { error: 'OutOfMemoryError', detail: '', body: '', errors: 'in words' } };
    const used = prompt.includes('reseeded') ? 77 : seed;
    const edit = img2img.safeParse(json).data;
    const repainted = edit?.mask && (await painted(edit.init_images[0], edit.mask, 'white'));
    return {
      json: {
        images: [repainted?.toString('base64') ?? (await coloured(width, height, '#30a060'))],
        parameters: {},
        info: JSON.stringify({ prompt, seed: used, all_seeds: [used] }),
      },
    };
  }

  async function progressOf(body: Buffer): Promise<Answer> {
    const { id_task: id } = progressBody.parse(JSON.parse(body.toString('utf8')));
    const active = slow?.id === id;
    const shown = active
      ? {
          progress: 0.5,
          live_preview: `data:image/jpeg;base64,${await coloured(640, 480, '#106030')}`,
          id_live_preview: 3,
        }
      : { id_live_preview: -1 };
    return { json: { active, queued: false, paused: false, completed: false, textinfo: null, ...shown } };
  }

  async function answer({ method, path, headers, body }: ReceivedRequest): Promise<Answer | undefined> {
    // The WebUI describes itself and its own page's progress to anybody.
    const isOpen = path === '/openapi.json' || path === '/internal/progress';
    if (!isOpen && headers.authorization !== `Basic ${Buffer.from(KEY).toString('base64')}`)
      return { status: 401, json: { detail: 'Incorrect username or password' } };
    // Says nothing of whose job it is.
    if (path === '/sdapi/v1/progress')
      return {
        json: {
          progress: slow === undefined ? 0 : 0.25,
          eta_relative: 1,
          state: {},
          current_image: await coloured(64, 64, '#106030'),
          textinfo: null,
          current_task: null,
        },
      };
    if (method === 'GET') return path in lists ? { json: lists[path] } : { status: 404, json: { detail: 'Not Found' } };
    switch (path) {
      case '/sdapi/v1/txt2img':
      case '/sdapi/v1/img2img':
        return made(path, body);
      case '/internal/progress':
        return progressOf(body);
      case '/sdapi/v1/interrupt':
        slow?.finish();
        return { json: {} };
      case '/sdapi/v1/extra-single-image': {
        const { upscaling_resize_w: width, upscaling_resize_h: height } = extra.parse(
          JSON.parse(body.toString('utf8')),
        );
        return { json: { html_info: '', image: await coloured(width, height, '#806020') } };
      }
      default:
        return { status: 404, json: { detail: 'Not Found' } };
    }
  }
  return { ...(await serve(answer)), key: KEY, running: () => slow?.id, finish: () => slow?.finish() };
}
