import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { EXTENDABLE } from '../procedures/extend-video/definition.shared.js';
import { MIN_SIDE } from '../procedures/plan.shared.js';

/**
 * Rules of cropping and trimming, shared by the server and the page's cropper and trimmer. Without a schema, so that
 * the page needs no validation library.
 */

/**
 * A part of an image, in pixels from the upper left corner of the displayed image; or a part of a video, in
 * milliseconds.
 */
export type Cutting =
  | {
      readonly kind: 'crop';
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'trim'; readonly from: number; readonly to: number };

/**
 * Shortest side of a crop in pixels: no procedure accepts less. Durations of a trim in milliseconds: the maximum is
 * that of the procedure which accepts most.
 */
export const CUT_LIMITS = { minSide: MIN_SIDE, minMs: 1_000, maxMs: EXTENDABLE.maxSeconds * 1_000 } as const;
/** Milliseconds by which a part may pass the end of its video, because containers round durations. */
const ROUNDED_MS = 50;

/** Facts about the source. Pixels, seconds. */
interface Whole {
  readonly width: number;
  readonly height: number;
  readonly seconds?: number | undefined;
}

const refused = (reason: string, params: Readonly<Record<string, number>>): ProductError =>
  productError('INPUT_INVALID_FOR_SERVICE', { input: 'file', reason, ...params });

/**
 * Checks whether a part can be cut out.
 * @returns INPUT_INVALID_FOR_SERVICE {input: 'file', reason: 'crop-outside' | 'crop-too-small' | 'trim-outside' |
 * 'trim-too-short' | 'trim-too-long'}; undefined if it can
 */
export function cuttingRefused(cutting: Cutting, { width, height, seconds = 0 }: Whole): ProductError | undefined {
  if (cutting.kind === 'crop') {
    if (cutting.left + cutting.width > width || cutting.top + cutting.height > height)
      return refused('crop-outside', { width, height });
    return Math.min(cutting.width, cutting.height) < CUT_LIMITS.minSide
      ? refused('crop-too-small', { least: CUT_LIMITS.minSide })
      : undefined;
  }
  const length = cutting.to - cutting.from;
  if (cutting.to > seconds * 1_000 + ROUNDED_MS)
    return refused('trim-outside', { limit: Math.floor(seconds * 10) / 10 });
  if (length < CUT_LIMITS.minMs) return refused('trim-too-short', { limit: CUT_LIMITS.minMs / 1_000 });
  return length > CUT_LIMITS.maxMs ? refused('trim-too-long', { limit: CUT_LIMITS.maxMs / 1_000 }) : undefined;
}
