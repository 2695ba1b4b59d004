import type { ModelFamily } from '../../family.shared.js';
import type { Size } from '../../../sizes.shared.js';
import type { KnownFile } from './model-file.js';

/** How a family is sampled. Names are those of ComfyUI, the most suitable first. */
export interface Sampling {
  readonly steps: number;
  readonly cfg: number;
  readonly samplers: readonly string[];
  readonly schedulers: readonly string[];
}

/** What a family's graph consists of. */
export interface Recipe extends Sampling {
  /** Empty latent image of the family, and the step of its sides, pixels. */
  readonly latent: 'EmptyLatentImage' | 'EmptySD3LatentImage';
  readonly step: number;
  /** Pixels that it was trained on; an image from words alone keeps within. Absent if not known. */
  readonly pixels?: { readonly min: number; readonly max: number };
  /** Shift of the noise schedule. */
  readonly shift?: { readonly by: 'ModelSamplingAuraFlow' | 'ModelSamplingSD3'; readonly value: number };
  /** Guidance inside the model; without a negative prompt. */
  readonly guidance?: number;
  /** Whether the negative prompt is encoded; models sampled without guidance by contrast ignore it. */
  readonly negative: 'text' | 'zero';
}

/** Text encoders and VAE of a family's diffusion models, by names of the published files. */
export interface Companions {
  /** Type of `CLIPLoader` (one file) or `DualCLIPLoader` (two). */
  readonly type: string;
  readonly encoders: readonly RegExp[];
  readonly vae: RegExp;
}

const WAN_ENCODER = { type: 'wan', encoders: [/umt5/i] } as const;
/** The VAE of Wan 2.1 serves the pairs of Wan 2.2 as well. */
export const WAN_VAE = { '2.1': /wan[-_. ]?2[._]?1.*vae/i, '2.2': /wan[-_. ]?2[._]?2.*vae/i } as const;

const COMPANIONS: Readonly<Partial<Record<ModelFamily, Companions>>> = {
  sdxl: { type: 'sdxl', encoders: [/clip_?l/i, /clip_?g/i], vae: /xl.*vae|vae.*xl/i },
  flux: { type: 'flux', encoders: [/clip_?l/i, /(?<!um)t5[-_]?xxl/i], vae: /^ae\.|flux(?![-_. ]?2).*(?:vae|ae\.)/i },
  'qwen-image': { type: 'qwen_image', encoders: [/qwen.*2[._]?5.*vl/i], vae: /qwen.?image(?![-_]?2).*vae/i },
};

/** What a diffusion model needs beside itself; undefined for families without graph of this kind. */
export function companionsOf({ family, kind }: Pick<KnownFile, 'family' | 'kind'>): Companions | undefined {
  if (family === 'wan') return { ...WAN_ENCODER, vae: WAN_VAE[kind === 'wan-hybrid' ? '2.2' : '2.1'] };
  return family === undefined ? undefined : COMPANIONS[family];
}

/** The text encoder of LTX-Video, which its checkpoint lacks. */
export const LTX_ENCODER: Pick<Companions, 'type' | 'encoders'> = { type: 'ltxv', encoders: [/(?<!um)t5[-_]?xxl/i] };

type RecipeFor = Pick<KnownFile, 'family' | 'file' | 'kind'>;

const MEGAPIXEL = 1_024 * 1_024;
const EULER = { samplers: ['euler'], schedulers: ['simple', 'normal'] } as const;
const CHECKPOINT: Recipe = {
  steps: 24,
  cfg: 6.5,
  samplers: ['dpmpp_2m', 'euler'],
  schedulers: ['karras', 'normal'],
  latent: 'EmptyLatentImage',
  step: 8,
  negative: 'text',
};

/**
 * Settings by family. Those of Flux and Qwen-Image are from ComfyUI's templates (Comfy-Org/workflow_templates:
 * flux_dev_full_text_to_image, image_qwen_image, image_qwen_image_edit_2509); the others suit most checkpoints.
 */
function recipeOfFamily({ family, file, kind }: RecipeFor): Recipe {
  const [isSchnell, isEdit] = [/schnell/i.test(file), kind === 'image-edit'];
  switch (family) {
    case 'sd15':
      return { ...CHECKPOINT, pixels: { min: 448 * 448, max: 512 * 768 } };
    case 'sdxl':
      return { ...CHECKPOINT, steps: 28, cfg: 6, pixels: { min: 0.8 * MEGAPIXEL, max: 1.1 * MEGAPIXEL } };
    case 'sd3':
      return {
        ...CHECKPOINT,
        steps: 28,
        cfg: 4.5,
        ...EULER,
        latent: 'EmptySD3LatentImage',
        step: 16,
        pixels: { min: 0.8 * MEGAPIXEL, max: 1.1 * MEGAPIXEL },
      };
    case 'flux':
      return {
        ...CHECKPOINT,
        steps: isSchnell ? 4 : 20,
        cfg: 1,
        ...EULER,
        latent: 'EmptySD3LatentImage',
        step: 16,
        pixels: { min: MEGAPIXEL / 4, max: 2 * MEGAPIXEL },
        negative: 'zero',
        ...(isSchnell ? {} : { guidance: 3.5 }),
      };
    case 'qwen-image':
      return {
        ...CHECKPOINT,
        steps: 20,
        cfg: isEdit ? 2.5 : 4,
        ...EULER,
        latent: 'EmptySD3LatentImage',
        step: 16,
        pixels: { min: MEGAPIXEL, max: 1_328 * 1_328 },
        shift: { by: 'ModelSamplingAuraFlow', value: isEdit ? 3 : 3.5 },
      };
    case 'wan':
    case 'ltx':
    case undefined:
      return CHECKPOINT;
    default:
      return family satisfies never;
  }
}

/** Models distilled to few steps: the count if their names tell it, else six; they are sampled without contrast. */
const DISTILLED = /turbo|lightning|lightx2v|hyper|(?:^|[^a-z])lcm|dmd2?|rapid|\d+[-_ ]?steps?/i;
function fewSteps(file: string): number | undefined {
  const named = /(?:^|[^0-9])([1-9])[-_ ]?steps?/i.exec(file)?.[1];
  return DISTILLED.test(file) ? Number(named ?? 6) : undefined;
}

function distilled<T extends Sampling>(recipe: T, file: string): T {
  const steps = fewSteps(file);
  return steps === undefined
    ? recipe
    : { ...recipe, steps, cfg: 1, samplers: ['euler'], schedulers: ['sgm_uniform', 'simple', 'normal'] };
}

/** The recipe of an image model. */
export const recipeOf = (known: RecipeFor): Recipe => distilled(recipeOfFamily(known), known.file);

/** How a video model is sampled, its frame rate and the pixels of its frames. */
export interface VideoRecipe extends Sampling {
  readonly fps: number;
  /** Frame counts are a multiple of this plus one; step of the sides, pixels. */
  readonly frames: number;
  readonly step: number;
  readonly pixels: { readonly min: number; readonly max: number };
  readonly shift: number;
}

/**
 * Wan 2.1, the pairs of Wan 2.2 and its hybrid of 5 billion parameters. The first two are from ComfyUI's templates
 * (Comfy-Org/workflow_templates: image_to_video_wan, video_wan2_2_14B_t2v).
 */
export function wanRecipe({ kind, file }: Pick<KnownFile, 'kind' | 'file'>): VideoRecipe {
  const base = {
    fps: 16,
    frames: 4,
    step: 16,
    pixels: { min: 640 * 368, max: /1[._]?3b|480p/i.test(file) ? 832 * 480 : 1_280 * 720 },
    shift: 8,
  };
  switch (kind) {
    case 'wan-pair':
      return distilled({ ...base, steps: 20, cfg: 3.5, ...EULER }, file);
    case 'wan-hybrid':
      return distilled(
        {
          ...base,
          fps: 24,
          step: 32,
          pixels: { min: 1_280 * 704, max: 1_280 * 704 },
          steps: 20,
          cfg: 5,
          samplers: ['uni_pc', 'euler'],
          schedulers: ['simple', 'normal'],
        },
        file,
      );
    default:
      return distilled(
        { ...base, steps: 20, cfg: 6, samplers: ['uni_pc', 'euler'], schedulers: ['simple', 'normal'] },
        file,
      );
  }
}

/** A size of the same shape whose pixels lie within the bounds, sides a multiple of `step`. */
export function sizeWithin({ width, height }: Size, step: number, pixels: Recipe['pixels']): Size {
  const area = width * height;
  const wanted = pixels === undefined ? area : Math.min(pixels.max, Math.max(pixels.min, area));
  const scale = Math.sqrt(wanted / area);
  const side = (length: number): number => Math.max(64, Math.round((length * scale) / step) * step);
  return { width: side(width), height: side(height) };
}
