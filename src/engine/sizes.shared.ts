/** Shapes, lengths and resolutions that are offered, and the ways of a camera: plain values that forms are made of. */

/** Letters of a prompt at most. */
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

/** Templates that words and an image are laid out in, and the shape of each. */
export const TEMPLATES = { sale: '4:5', quote: '1:1', event: '4:5', recipe: '4:5', podcast: '1:1', launch: '16:9' } as const satisfies Readonly<Record<string, Aspect>>;
export const TEMPLATE_NAMES = ['sale', 'quote', 'event', 'recipe', 'podcast', 'launch'] as const satisfies readonly (keyof typeof TEMPLATES)[];
/** Their colours, by name. */
export const PALETTES = ['coral', 'ocean', 'forest', 'sand', 'violet', 'night'] as const;

/** How a product and its words are arranged. */
export const ARRANGEMENTS = ['centre', 'beside', 'panel'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** How wide a garment is worn. */
export const FITS = ['close', 'regular', 'loose'] as const;
export type Fit = (typeof FITS)[number];

/** How an image is brought to life: what the camera does. */
export const MOTIONS = ['zoom-in', 'zoom-out', 'pan-left', 'pan-right', 'rise', 'orbit', 'drift'] as const;
export type Motion = (typeof MOTIONS)[number];
/** What a camera does before an image: one of those, or a path that is set by hand. */
export const CAMERAS = [...MOTIONS, 'path'] as const;
export type Camera = (typeof CAMERAS)[number];
/** How a camera on a path sets off and arrives: evenly at both ends, at one speed, swiftly at first, or swiftly at last. */
export const EASINGS = ['smooth', 'steady', 'settle', 'gather'] as const;
export type Easing = (typeof EASINGS)[number];
/** Lengths of a video offered, seconds. */
export const VIDEO_SECONDS = [3, 5, 8, 10] as const;
export type VideoSeconds = (typeof VIDEO_SECONDS)[number];
/** Resolutions of a video, and the long side of a 16:9 one in pixels. */
export const RESOLUTIONS = { '480p': 854, '720p': 1_280, '1080p': 1_920 } as const;
export type Resolution = keyof typeof RESOLUTIONS;
/** Frames per second of every video. */
export const VIDEO_FPS = 25;

/** How one shot of a video gives way to the next. */
export const TRANSITIONS = ['cut', 'dissolve', 'wipe', 'slide', 'dip'] as const;
export type Transition = (typeof TRANSITIONS)[number];

/** Pixels by which an image grows on each side. */
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

/** The size of an image: the aspect at 1024, scaled to the model's long side. @param step pixels that both sides are a multiple of */
export function imageSize(aspect: Aspect, longSide: number, step: 8 | 16 = 16): Size {
  const { width, height } = ASPECTS[aspect];
  const scale = longSide / 1024;
  return { width: Math.round((width * scale) / step) * step, height: Math.round((height * scale) / step) * step };
}
