import { STYLES } from '../../engine/options.shared.js';
import { MOTIONS, VIDEO_SECONDS } from '../../engine/sizes.shared.js';
import type { GivenKind } from '../../engine/sources.shared.js';
import type { LocalModel } from './define.shared.js';

/** Parts that several definitions share. */

/** A slot for exactly one file. */
export const one = <const T extends readonly GivenKind[]>(
  ...takes: T
): { readonly takes: T; readonly min: 1; readonly max: 1 } => ({ takes, min: 1, max: 1 });
/** A slot for one file that may stay empty. */
export const maybe = <const T extends readonly GivenKind[]>(
  ...takes: T
): { readonly takes: T; readonly min: 0; readonly max: 1 } => ({ takes, min: 0, max: 1 });

export const STYLE = { kind: 'choice', values: STYLES, initial: 'natural' } as const;
export const MOTION = { kind: 'choice', values: MOTIONS, initial: 'zoom-in' } as const;
export const ASPECT = { kind: 'choice', values: ['1:1', '4:5', '3:2', '16:9', '9:16'], initial: '16:9' } as const;
export const SECONDS = { kind: 'choice', values: VIDEO_SECONDS, initial: 5 } as const;
export const RESOLUTION = { kind: 'choice', values: ['480p', '720p', '1080p'], initial: '720p' } as const;

/** A form with no prompt and no settings that makes one image. */
export const IMAGE_FORM = {
  makes: 'image',
  prompt: 'none',
  seeded: false,
  batch: false,
  slots: {},
  options: {},
} as const;
/** The same for a seeded video. */
export const VIDEO_FORM = { ...IMAGE_FORM, makes: 'video', seeded: true } as const;

export const MEGAPIXEL = 1_024 * 1_024;

/**
 * A price per image of any size up to `upToPixels`.
 * @param perOutput credits
 */
export const perImage = (perOutput: number, upToPixels: number): LocalModel['cost'] => ({
  base: 0,
  perOutput,
  perSecond: 0,
  resolution: [{ upToPixels, percent: 100 }],
});

/**
 * A price per second of video, by resolution.
 * @param steps percent of a credit per second, up to this many pixels
 * @param perOutput credits per video in addition
 */
export const perSecond = (
  steps: readonly (readonly [upToPixels: number, percent: number])[],
  perOutput = 0,
): LocalModel['cost'] => ({
  base: 0,
  perOutput,
  perSecond: 1,
  resolution: steps.map(([upToPixels, percent]) => ({ upToPixels, percent })),
});

/** Credits per second of a generated video: 0.6 at 480p, 0.8 at 720p, 1.6 at 1080p. */
export const GENERATED_VIDEO = perSecond([
  [854 * 854, 60],
  [1_280 * 1_280, 80],
  [1_920 * 1_920, 160],
]);
