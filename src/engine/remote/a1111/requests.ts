import { RemoteFault, type RemoteJob } from '../port.js';
import { withoutDirectives } from './directives.js';
import { choiceOf, PATHS, UPSCALERS, type Choice, type Description } from './description.js';

/** A call that makes an image: its path and JSON body. */
export interface ImageCall {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Samplers and settings that suit most checkpoints, best first. sd-server has its own on its command line. */
const SAMPLERS = ['DPM++ 2M', 'DPM++ 2M Karras', 'Euler a', 'Euler'] as const;
const SAMPLING = { steps: 24, cfg_scale: 6.5 } as const;
/** Sides of a latent image are multiples of this, pixels. */
const LATENT_STEP = 8;
const MIN_SIDE = 64;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const side = (pixels: number): number => Math.max(MIN_SIDE, Math.round(pixels / LATENT_STEP) * LATENT_STEP);

/**
 * LoRAs as each server takes them: tags in the prompt, or a field with their paths.
 * @throws RemoteFault denied for a LoRA that the server lacks
 */
function lorasOf(
  job: RemoteJob,
  choice: Choice,
  { loras, isWebUi }: Description,
): { readonly tags: string; readonly field: Readonly<Record<string, unknown>> } {
  const wanted = (job.loras ?? []).map(({ name, strength }) => {
    const lora = loras.find((one) => one.name === name);
    if (lora === undefined) throw new RemoteFault('denied', 'the server has no such LoRA');
    return { lora, strength };
  });
  const used = [...(choice.lora === undefined ? [] : [{ lora: choice.lora, strength: 1 }]), ...wanted];
  if (used.length === 0) return { tags: '', field: {} };
  return isWebUi
    ? { tags: used.map(({ lora, strength }) => ` <lora:${lora.name}:${strength}>`).join(''), field: {} }
    : { tags: '', field: { lora: used.map(({ lora, strength }) => ({ path: lora.path, multiplier: strength })) } };
}

/**
 * Translates a job to a call (`modules/api/models.py` of AUTOMATIC1111, `StableDiffusionProcessing*API`).
 * @param id names the job, for servers that report progress by it
 * @throws RemoteFault denied for a model or a LoRA that the server lacks, rejected for a video
 */
export function imageCall(job: RemoteJob, id: string, description: Description): ImageCall {
  if (job.seconds !== undefined) throw new RemoteFault('rejected', 'this API makes no videos');
  if (job.operation === 'upscale') return upscaleCall(job, description);
  const choice = choiceOf(job.model, description);
  // A server makes an image of an unknown name with the checkpoint that happens to be loaded.
  if (choice === undefined) throw new RemoteFault('denied', 'the server has no such checkpoint');
  const { isWebUi } = description;
  const { tags, field } = lorasOf(job, choice, description);
  const sampler = SAMPLERS.find((name) => description.samplers.includes(name));
  const body = {
    prompt: `${withoutDirectives(job.prompt)}${tags}`,
    negative_prompt: withoutDirectives(job.negativePrompt),
    seed: job.seed,
    width: side(job.width),
    height: side(job.height),
    batch_size: 1,
    n_iter: 1,
    ...field,
    ...(isWebUi
      ? {
          ...SAMPLING,
          ...(sampler === undefined ? {} : { sampler_name: sampler }),
          override_settings: { sd_model_checkpoint: choice.checkpoint },
          force_task_id: id,
          save_images: false,
        }
      : {}),
  };
  if (job.image === undefined) return { path: '/sdapi/v1/txt2img', body };
  const {
    image: { png, strength },
    mask,
  } = job;
  return {
    path: '/sdapi/v1/img2img',
    body: {
      ...body,
      init_images: [base64(png)],
      denoising_strength: Math.max(0.05, strength),
      // White is repainted, starting from what is there.
      ...(mask === undefined
        ? {}
        : {
            mask: base64(mask),
            inpainting_mask_invert: 0,
            ...(isWebUi ? { inpainting_fill: 1, inpaint_full_res: false, mask_blur: 4 } : {}),
          }),
    },
  };
}

/** The model of an upscaling is one of the server's upscalers. */
function upscaleCall({ model, image, width, height }: RemoteJob, { upscalers }: Description): ImageCall {
  if (image === undefined) throw new RemoteFault('rejected', 'there is no image to upscale');
  const upscaler = upscalers.find((name) => `${UPSCALERS}${name}` === model);
  if (upscaler === undefined) throw new RemoteFault('denied', 'the server has no such upscaler');
  return {
    path: PATHS.upscale,
    body: {
      image: base64(image.png),
      resize_mode: 1,
      upscaling_resize_w: width,
      upscaling_resize_h: height,
      upscaling_crop: false,
      upscaler_1: upscaler,
    },
  };
}
