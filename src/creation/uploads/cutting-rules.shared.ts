import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { EXTENDABLE } from '../procedures/extend-video/definition.shared.js';
import { MIN_SIDE } from '../procedures/plan.shared.js';

/**
 * What may be cut out of an image or a video of one's own: shared by the server and the page's own frame and trimmer. Without a
 * schema, so that a page needs no validation library to draw them.
 */

/** A part of an image, pixels from its upper left corner as it is shown; or a part of a video, milliseconds. */
export type Cutting =
  | { readonly kind: 'crop'; readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  | { readonly kind: 'trim'; readonly from: number; readonly to: number };

/** The shortest side of what is cut out of an image, pixels: no call takes less. Of a video, milliseconds: the longest is what the most patient call takes. */
export const CUT_LIMITS = { minSide: MIN_SIDE, minMs: 1_000, maxMs: EXTENDABLE.maxSeconds * 1_000 } as const;
/** Milliseconds by which a part may pass the end of its video: what containers round. */
const ROUNDED_MS = 50;

/** What is known of what is cut. Pixels, seconds. */
interface Whole {
  readonly width: number;
  readonly height: number;
  readonly seconds?: number | undefined;
}

const refused = (reason: string, params: Readonly<Record<string, number>>): ProductError => productError('INPUT_INVALID_FOR_SERVICE', { input: 'file', reason, ...params });

/**
 * Why a part cannot be cut out.
 * @returns INPUT_INVALID_FOR_SERVICE {input: 'file', reason: 'crop-outside' | 'crop-too-small' | 'trim-outside' | 'trim-too-short' | 'trim-too-long'}; undefined where it can
 */
export function cuttingRefused(cutting: Cutting, { width, height, seconds = 0 }: Whole): ProductError | undefined {
  if (cutting.kind === 'crop') {
    if (cutting.left + cutting.width > width || cutting.top + cutting.height > height) return refused('crop-outside', { width, height });
    return Math.min(cutting.width, cutting.height) < CUT_LIMITS.minSide ? refused('crop-too-small', { least: CUT_LIMITS.minSide }) : undefined;
  }
  const length = cutting.to - cutting.from;
  if (cutting.to > seconds * 1_000 + ROUNDED_MS) return refused('trim-outside', { limit: Math.floor(seconds * 10) / 10 });
  if (length < CUT_LIMITS.minMs) return refused('trim-too-short', { limit: CUT_LIMITS.minMs / 1_000 });
  return length > CUT_LIMITS.maxMs ? refused('trim-too-long', { limit: CUT_LIMITS.maxMs / 1_000 }) : undefined;
}
