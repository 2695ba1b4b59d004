import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import {
  imageSize,
  RESOLUTIONS,
  VIDEO_FPS,
  type Aspect,
  type Resolution,
  type Size,
} from '../../engine/sizes.shared.js';
import type { SourceRole } from '../../engine/sources.shared.js';
import type { LengthRange, Plan, SourceFacts } from './define.shared.js';

/** Sizes and durations of results: arithmetic shared by the procedures' plans. Pixels and seconds. */

/** Minimum side of a source, in pixels. */
export const MIN_SIDE = 64;

/** Usable durations of a video, in seconds. */
export const VIDEO_USED: LengthRange = { min: 3, max: 30 };
/** Seconds by which a video may exceed a limit, because containers round durations. */
export const ROUNDING_SECONDS = 0.05;

export const imagePlan = ({ width, height }: Size): Result<Plan, ProductError> =>
  ok({ media: 'image', width, height, seconds: 0 });
export const videoPlan = (size: Size, seconds: number): Result<Plan, ProductError> =>
  ok({ media: 'video', ...size, seconds });

/** Refuses a source that is too small. */
export const tooSmall = (input: SourceRole): { readonly ok: false; readonly error: ProductError } =>
  err(productError('INPUT_INVALID_FOR_SERVICE', { input, reason: 'too-small', least: MIN_SIDE }));

const isSmall = ({ width, height }: Size): boolean => Math.min(width, height) < MIN_SIDE;

/**
 * Plans from the source image.
 * @returns the result of `plan`, IMAGE_NOT_FOUND {input} or INPUT_INVALID_FOR_SERVICE {input, reason: 'too-small',
 * least}
 */
export function ofImage(
  sources: readonly SourceFacts[],
  plan: (image: SourceFacts) => Result<Plan, ProductError>,
): Result<Plan, ProductError> {
  const image = sources.find(({ role }) => role === 'image');
  if (image === undefined) return err(productError('IMAGE_NOT_FOUND', { input: 'image' }));
  return isSmall(image) ? tooSmall('image') : plan(image);
}

/** The same for a procedure with several images: each must be large enough. */
export function ofImages(
  sources: readonly SourceFacts[],
  plan: () => Result<Plan, ProductError>,
): Result<Plan, ProductError> {
  if (sources.length === 0) return err(productError('IMAGE_NOT_FOUND'));
  const small = sources.find(isSmall);
  return small === undefined ? plan() : tooSmall(small.role);
}

/**
 * Plans from the source video, which must exist, be large enough and have a usable duration.
 * @returns the result of `plan`; or VIDEO_NOT_FOUND, INPUT_INVALID_FOR_SERVICE {input, reason: 'too-small', least},
 * DURATION_LIMIT {least, most, seconds}
 */
export function ofVideo(
  sources: readonly SourceFacts[],
  plan: (video: SourceFacts & { readonly seconds: number }) => Result<Plan, ProductError>,
  range: LengthRange = VIDEO_USED,
  at: SourceRole = 'video',
): Result<Plan, ProductError> {
  const video = sources.find(({ role }) => role === at);
  if (video?.seconds === undefined) return err(productError('VIDEO_NOT_FOUND', { input: at }));
  const { seconds } = video;
  if (isSmall(video)) return tooSmall(at);
  if (isOutside(seconds, range))
    return err(productError('DURATION_LIMIT', { least: range.min, most: range.max, seconds: Math.round(seconds) }));
  return plan({ ...video, seconds });
}

/** Whether a duration is outside a range by more than the rounding of containers. */
export const isOutside = (seconds: number, { min, max }: LengthRange): boolean =>
  seconds < min - ROUNDING_SECONDS || seconds > max + ROUNDING_SECONDS;

/** A video with the source's aspect ratio and duration, scaled down to the model's maximum. */
export const asLongVideo = (
  video: SourceFacts & { readonly seconds: number },
  longSide: number,
): Result<Plan, ProductError> => videoPlan(even(within(video, longSide)), wholeFrames(video.seconds));

/** An image of the source's size, with a mask of the same size. */
export const withMask = (image: Size, sources: readonly SourceFacts[]): Result<Plan, ProductError> =>
  maskProblem(image, sources) ?? imagePlan(image);

/** Error for a mask whose size differs from its image or video; undefined if it matches. */
export function maskProblem(
  { width, height }: Size,
  sources: readonly SourceFacts[],
): Result<Plan, ProductError> | undefined {
  const mask = sources.find(({ role }) => role === 'mask');
  return mask?.width === width && mask.height === height
    ? undefined
    : err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'mask', reason: 'size' }));
}

/** Duration of a video of whole frames, in seconds. */
export const wholeFrames = (seconds: number): number => Math.max(1, Math.round(seconds * VIDEO_FPS)) / VIDEO_FPS;

/** The size scaled down so that its long side is at most `longSide`. */
export function within({ width, height }: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The size of a video with this aspect ratio. 1080 is not a multiple of 16. */
export function videoShape(aspect: Aspect, resolution: Resolution): Size {
  return even(imageSize(aspect, RESOLUTIONS[resolution], resolution === '1080p' ? 8 : 16));
}

/**
 * The size of a video with an image's aspect ratio, limited to 4 to 1, with even sides.
 * @param longSide pixels
 */
export function videoSizeOf({ width, height }: Size, longSide: number): Size {
  const short = Math.max(longSide / 4, (longSide * Math.min(width, height)) / Math.max(width, height));
  return even(width >= height ? { width: longSide, height: short } : { width: short, height: longSide });
}

/** H.264 in 4:2:0 requires even sides. */
export function even({ width, height }: Size): Size {
  return { width: Math.max(2, Math.round(width / 2) * 2), height: Math.max(2, Math.round(height / 2) * 2) };
}

/** Allowed widths of an upscaled image or video, and the maximum side of the result; pixels. */
export const UPSCALE = { minWidth: 640, maxWidth: 3_840, maxSide: 4_096 } as const;

/**
 * The size at a width; UPSCALE_MODE_NOT_SUPPORTED below the source's width, UPSCALE_SIZE_TOO_LARGE above the maximum
 * side.
 */
export function upscaledTo(source: Size, width: number): Result<Size, ProductError> {
  const height = Math.round((source.height * width) / source.width);
  if (width < source.width) return err(productError('UPSCALE_MODE_NOT_SUPPORTED', { width: source.width }));
  if (Math.max(width, height) > UPSCALE.maxSide)
    return err(productError('UPSCALE_SIZE_TOO_LARGE', { limit: UPSCALE.maxSide }));
  return ok({ width, height });
}
