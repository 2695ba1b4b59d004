/** Aspect ratios, lengths, resolutions and camera moves that are offered: plain values for forms. */

/** Maximum letters of a prompt. */
export const PROMPT_MAX = 2_000;

/** Aspect ratios offered, and their width and height at a long side of 1024 pixels (multiples of 16). */
export const ASPECTS = {
  '1:1': { width: 1024, height: 1024 },
  '4:5': { width: 816, height: 1024 },
  '3:2': { width: 1024, height: 688 },
  '16:9': { width: 1024, height: 576 },
  '9:16': { width: 576, height: 1024 },
} as const;
export type Aspect = keyof typeof ASPECTS;

/** Design templates and the aspect ratio of each. */
export const TEMPLATES = {
  sale: '4:5',
  quote: '1:1',
  event: '4:5',
  recipe: '4:5',
  podcast: '1:1',
  launch: '16:9',
} as const satisfies Readonly<Record<string, Aspect>>;
export const TEMPLATE_NAMES = [
  'sale',
  'quote',
  'event',
  'recipe',
  'podcast',
  'launch',
] as const satisfies readonly (keyof typeof TEMPLATES)[];
/** Their colour palettes. */
export const PALETTES = ['coral', 'ocean', 'forest', 'sand', 'violet', 'night'] as const;

/** Arrangements of a product and its text. */
export const ARRANGEMENTS = ['centre', 'beside', 'panel'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** Fit of a garment. */
export const FITS = ['close', 'regular', 'loose'] as const;
export type Fit = (typeof FITS)[number];

/** Camera moves that animate an image. */
export const MOTIONS = ['zoom-in', 'zoom-out', 'pan-left', 'pan-right', 'rise', 'orbit', 'drift'] as const;
export type Motion = (typeof MOTIONS)[number];
/** How far the camera before an image goes, as a multiple of the usual. */
export const MOTION_REACH = { min: 0.5, max: 2, step: 0.25, initial: 1 } as const;
/** Camera of an image: a named move, or a path set by hand. */
export const CAMERAS = [...MOTIONS, 'path'] as const;
export type Camera = (typeof CAMERAS)[number];
/** Easing of a camera path: eased at both ends, linear, fast at first, or fast at last. */
export const EASINGS = ['smooth', 'steady', 'settle', 'gather'] as const;
export type Easing = (typeof EASINGS)[number];
/** Video lengths offered, seconds. */
export const VIDEO_SECONDS = [3, 5, 8, 10] as const;
export type VideoSeconds = (typeof VIDEO_SECONDS)[number];
/** Resolutions of a video, and the long side of a 16:9 one in pixels. */
export const RESOLUTIONS = { '480p': 854, '720p': 1_280, '1080p': 1_920 } as const;
export type Resolution = keyof typeof RESOLUTIONS;
/** Frames per second of every video. */
export const VIDEO_FPS = 25;

/** Transitions between two shots. */
export const TRANSITIONS = ['cut', 'dissolve', 'wipe', 'slide', 'dip'] as const;
export type Transition = (typeof TRANSITIONS)[number];

/** Pixels added on each side of an image. */
export interface UncropFrame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Share of an image that may be cut away without a remark: engines round sides. */
const CUT = 0.03;

/** Whether more than a sliver of an image is cut away when it fills another size. */
export function isCropped(given: Size, { width, height }: Size): boolean {
  const shape = (given.width * height) / (given.height * width);
  return 1 - Math.min(shape, 1 / shape) > CUT;
}

/**
 * The size of an image: the aspect ratio at 1024, scaled to the model's long side. @param step both sides become
 * multiples of it, pixels
 */
export function imageSize(aspect: Aspect, longSide: number, step: 8 | 16 = 16): Size {
  const { width, height } = ASPECTS[aspect];
  const scale = longSide / 1024;
  return { width: Math.round((width * scale) / step) * step, height: Math.round((height * scale) / step) * step };
}
