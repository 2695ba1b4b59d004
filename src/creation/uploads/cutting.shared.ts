import { z } from 'zod';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { GivenKind } from '../procedures/params.shared.js';
import { sourceRef } from '../procedures/request.shared.js';
import { CUT_LIMITS, cuttingRefused, type Cutting } from './cutting-rules.shared.js';

export { CUT_LIMITS, cuttingRefused, type Cutting };

const pixel = z.int().min(0).max(100_000);
/** Milliseconds. */
const moment = z.int().min(0).max(86_400_000);

/** `upload.crop`: one of the user's images, and the part in pixels of the displayed image. */
export const cropInput = z.object({
  source: sourceRef,
  left: pixel,
  top: pixel,
  width: pixel.min(1),
  height: pixel.min(1),
});
/** `upload.trim`: one of the user's videos, and the range in milliseconds. */
export const trimInput = z.object({ source: sourceRef, from: moment, to: moment });

/** Error for trimming an image or cropping a video. */
export const notOfKind = (kind: Cutting['kind']): ProductError =>
  productError('INPUT_INVALID_FOR_SERVICE', {
    input: 'file',
    reason: kind === 'crop' ? 'not-a-picture' : 'not-a-video',
  });

/** The kind of source that a cut needs. */
export const cutOf = (kind: Cutting['kind']): GivenKind => (kind === 'crop' ? 'image' : 'video');
