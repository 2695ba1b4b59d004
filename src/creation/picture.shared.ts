import { STYLES, type Style } from './engine/scene/styles.js';

/**
 * What can be made and how far it can have come: the plain values of `task.shared.ts`, kept apart from its schemas so that
 * a page needs no validation library to draw a form.
 */

export { STYLES, type Style };

/** The creation calls that are served (specification section 7). */
export const PROCEDURES = [
  'text2Image.create', 'image2Image.create', 'imageTools.upscale', 'imageTools.objectRemover', 'imageTools.backgroundRemover',
  'imageTools.backgroundChanger', 'video.createVideoByText', 'video.createVideoByImage',
] as const;
export type ProcedureName = (typeof PROCEDURES)[number];

/** Aspect ratios offered, and their width and height at a long side of 1024 pixels (multiples of 16). */
export const ASPECTS = {
  '1:1': { width: 1024, height: 1024 },
  '4:5': { width: 816, height: 1024 },
  '3:2': { width: 1024, height: 688 },
  '16:9': { width: 1024, height: 576 },
  '9:16': { width: 576, height: 1024 },
} as const;
export type Aspect = keyof typeof ASPECTS;

export const PROMPT_MAX = 2_000;
export const SEED_MAX = 4_294_967_295;

/** How a picture is brought to life: what the camera does. */
export const MOTIONS = ['zoom-in', 'zoom-out', 'pan-left', 'pan-right', 'rise', 'orbit', 'drift'] as const;
export type Motion = (typeof MOTIONS)[number];
/** Lengths of a video offered, seconds. */
export const VIDEO_SECONDS = [3, 5, 8, 10] as const;
export type VideoSeconds = (typeof VIDEO_SECONDS)[number];
/** Resolutions of a video, and the long side of a 16:9 one in pixels. */
export const RESOLUTIONS = { '480p': 854, '720p': 1_280 } as const;
export type Resolution = keyof typeof RESOLUTIONS;
/** Frames a second of every video. */
export const VIDEO_FPS = 25;

/** Widths that may be asked of an enlarged picture, pixels (specification section 5), and the longest side of its result. */
export const UPSCALE = { leastWidth: 640, mostWidth: 3_840, mostSide: 4_096 } as const;
export const UPSCALE_FACTORS = [2, 4] as const;
export type UpscaleFactor = (typeof UPSCALE_FACTORS)[number];

/** What a picture that is given is for. */
export const SOURCE_ROLES = ['image', 'mask', 'background'] as const;
export type SourceRole = (typeof SOURCE_ROLES)[number];

/** The size of one picture, pixels: the aspect at 1024, scaled to the model's long side. */
export function pictureSize(aspect: Aspect, longSide: number): { readonly width: number; readonly height: number } {
  const { width, height } = ASPECTS[aspect];
  const scale = longSide / 1024;
  return { width: Math.round((width * scale) / 16) * 16, height: Math.round((height * scale) / 16) * 16 };
}

export const TASK_STATUSES = ['reserving', 'queued', 'processing', 'succeeded', 'failed', 'canceled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
/** Stages of one output while processing, in order; a procedure passes through those that it has. */
export const STAGES = ['waiting', 'understanding', 'reading', 'drawing', 'working', 'styling', 'encoding', 'checking', 'done'] as const;
export type Stage = (typeof STAGES)[number];

/** What sets one creation apart from another of its kind, by its call; what they all have is in `TaskInput`. */
export type Params =
  | { readonly procedure: 'text2Image.create'; readonly style: Style; readonly aspect: Aspect }
  | { readonly procedure: 'image2Image.create'; readonly style: Style; /** 0 to 1. */ readonly strength: number }
  | { readonly procedure: 'imageTools.upscale'; readonly scale: UpscaleFactor; /** Pixels; counts before the scale. */ readonly width?: number }
  | { readonly procedure: 'imageTools.objectRemover' }
  | { readonly procedure: 'imageTools.backgroundRemover' }
  | { readonly procedure: 'imageTools.backgroundChanger'; readonly background: Background }
  | { readonly procedure: 'video.createVideoByText'; readonly style: Style; readonly aspect: Aspect; readonly seconds: VideoSeconds; readonly resolution: Resolution }
  | { readonly procedure: 'video.createVideoByImage'; readonly motion: Motion; readonly seconds: VideoSeconds; readonly resolution: Resolution };

/** What comes behind a subject that was cut out: a scene of the prompt, the picture given for it, or a colour (`#rrggbb`). */
export type Background =
  | { readonly kind: 'prompt'; readonly style: Style }
  | { readonly kind: 'image' }
  | { readonly kind: 'colour'; readonly colour: string };
