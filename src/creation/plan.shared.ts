import { productError, type ProductError } from '../kernel/errors.shared.js';
import { err, ok, type Result } from '../kernel/result.js';
import { pictureSize, RESOLUTIONS, UPSCALE, type Params, type SourceRole } from './picture.shared.js';

/** What is known of a picture or video that is given: probed by the server, never taken from what a client says. */
export interface SourceFacts {
  readonly role: SourceRole;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** What one output will be. */
export interface Plan {
  readonly media: 'image' | 'video';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** 0 for pictures. */
  readonly seconds: number;
}

/** Shortest side of a picture that can be worked on, pixels. */
export const LEAST_SIDE = 64;

/**
 * The size and length of what a creation makes: the same function for the price on the button and for the work itself.
 * @param sources one for each role that the call takes
 * @param longSide of the model, pixels
 * @returns the plan, or IMAGE_SIZE_REQUIRED, INPUT_INVALID_FOR_SERVICE {input, reason}, UPSCALE_SIZE_TOO_LARGE {limit},
 *   UPSCALE_MODE_NOT_SUPPORTED (smaller than the picture is)
 */
export function planOf(params: Params, sources: readonly SourceFacts[], longSide: number): Result<Plan, ProductError> {
  switch (params.procedure) {
    case 'text2Image.create':
      return ok({ media: 'image', ...pictureSize(params.aspect, longSide), seconds: 0 });
    case 'video.createVideoByText':
      return ok({ media: 'video', ...even(pictureSize(params.aspect, RESOLUTIONS[params.resolution])), seconds: params.seconds });
    case 'image2Image.create':
      return ofImage(sources, (image) => ok({ media: 'image', ...within(image, longSide), seconds: 0 }));
    case 'imageTools.upscale':
      return ofImage(sources, (image) => upscaled(image, params.width ?? image.width * params.scale));
    case 'imageTools.objectRemover':
      return ofImage(sources, (image) => withMask(image, sources));
    case 'imageTools.backgroundRemover':
    case 'imageTools.backgroundChanger':
      return ofImage(sources, ({ width, height }) => ok({ media: 'image', width, height, seconds: 0 }));
    case 'video.createVideoByImage':
      return ofImage(sources, (image) => ok({ media: 'video', ...filmSize(image, RESOLUTIONS[params.resolution]), seconds: params.seconds }));
    default:
      return params satisfies never;
  }
}

type Size = Pick<SourceFacts, 'width' | 'height'>;

function ofImage(sources: readonly SourceFacts[], plan: (image: SourceFacts) => Result<Plan, ProductError>): Result<Plan, ProductError> {
  const image = sources.find(({ role }) => role === 'image');
  if (image === undefined) return err(productError('IMAGE_SIZE_REQUIRED'));
  if (Math.min(image.width, image.height) < LEAST_SIDE) return err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'too-small', least: LEAST_SIDE }));
  return plan(image);
}

function upscaled(image: Size, width: number): Result<Plan, ProductError> {
  const height = Math.round((image.height * width) / image.width);
  if (width < image.width) return err(productError('UPSCALE_MODE_NOT_SUPPORTED', { width: image.width }));
  if (Math.max(width, height) > UPSCALE.mostSide) return err(productError('UPSCALE_SIZE_TOO_LARGE', { limit: UPSCALE.mostSide }));
  return ok({ media: 'image', width, height, seconds: 0 });
}

function withMask({ width, height }: Size, sources: readonly SourceFacts[]): Result<Plan, ProductError> {
  const mask = sources.find(({ role }) => role === 'mask');
  if (mask?.width !== width || mask.height !== height) return err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'mask', reason: 'size' }));
  return ok({ media: 'image', width, height, seconds: 0 });
}

/** The size scaled down so that its long side is at most `longSide`. */
function within({ width, height }: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The size of a film in a picture's shape, which is kept as far as 4 to 1: even sides. @param longSide pixels */
export function filmSize({ width, height }: Size, longSide: number): Size {
  const short = Math.max(longSide / 4, (longSide * Math.min(width, height)) / Math.max(width, height));
  return even(width >= height ? { width: longSide, height: short } : { width: short, height: longSide });
}

/** H.264 in 4:2:0 has sides of even length. */
function even({ width, height }: Size): Size {
  return { width: Math.max(2, Math.round(width / 2) * 2), height: Math.max(2, Math.round(height / 2) * 2) };
}
