import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { EngineRequest, EngineSource, Shortfall } from '../port.js';
import { isCropped, type Motion, type Size } from '../sizes.shared.js';
import { kindOf, slotOf, type SourceRole } from '../sources.shared.js';
import { markedPixels, prepareInpainting } from './inpaint.js';
import {
  filesOf,
  operationsWith,
  slotOfFile,
  type RemoteFileName,
  type RemoteOperation,
  type RemoteUse,
} from './operations.shared.js';
import { mustBeImage, RemoteFault, type RemoteFile, type RemoteJob } from './port.js';

/** A PNG of the requested size, or with the reason why it is not what was requested. */
export interface ConvertedImage {
  readonly bytes: Uint8Array;
  readonly shortfall?: Shortfall;
  readonly cropped?: true;
}

/** A job for an engine, and how its result becomes the requested output. */
export interface PreparedJob {
  readonly job: RemoteJob;
  /**
   * Converts the engine's image to a PNG of the requested size. Not for videos.
   * @throws RemoteFault misunderstood for other data; Error when it does not decode
   */
  readonly finish: (bytes: Uint8Array) => Promise<ConvertedImage>;
  /** The source video whose sound a video without sound gets. */
  readonly soundPath?: string;
}

/** What a job is prepared for, and with. */
export interface Preparation {
  readonly use: RemoteUse;
  readonly operation: RemoteOperation;
  /** The engine's own name of its model. */
  readonly model: string;
  readonly seed: number;
  /** The only sizes that the engine makes; absent if it makes any. */
  readonly sizes?: readonly Size[] | undefined;
  /** Reads a recording, and brings it to the length of the result. */
  readonly recordingOf: (path: string) => Promise<RemoteFile>;
}

/** Camera moves in words, for models that take them in the prompt. */
const MOVES: Readonly<Record<Motion, string>> = {
  'zoom-in': 'the camera moves slowly towards the subject',
  'zoom-out': 'the camera moves slowly away from the subject',
  'pan-left': 'the camera pans slowly to the left',
  'pan-right': 'the camera pans slowly to the right',
  rise: 'the camera rises slowly',
  orbit: 'the camera goes slowly round the subject',
  drift: 'the camera drifts gently',
};

/** Maximum pixels of an image from an engine. */
const MAX_PIXELS = 64_000_000;
const frame = z.object({ left: z.int(), top: z.int() });

/** The operations that a request's sources allow, the most suitable first. */
export const operationsOfRequest = (
  use: RemoteUse,
  { sources }: Pick<EngineRequest, 'sources'>,
): readonly RemoteOperation[] =>
  operationsWith(use, Object.fromEntries(sources.map(({ role, type }) => [slotOf(role), kindOf(type)])));

/**
 * Translates a request to a job of one operation.
 * @returns INPUT_INVALID_FOR_SERVICE {input: 'mask', reason: 'empty' | 'size'} for a mask that marks nothing or is of
 * another size
 */
export async function prepareJob(
  { use, operation, model, seed, sizes, recordingOf }: Preparation,
  request: EngineRequest,
): Promise<Result<PreparedJob, ProductError>> {
  const sourcesOf = (): Promise<Sources> => readSources(use, operation, request, recordingOf);
  const { width, height, seconds, settings, settingsVersion } = request;
  const plain = {
    operation,
    model,
    ...wordsOf(use, operation, request),
    seed,
    width,
    height,
    ...defined({ settings, settingsVersion }),
  };
  const finish = (bytes: Uint8Array): Promise<ConvertedImage> => toRequestedSize(bytes, request);
  switch (operation) {
    case 'text-to-image':
      return ok({ job: plain, finish });
    case 'text-to-video':
      return ok({ job: { ...plain, seconds }, finish });
    case 'image-to-image':
      return ok({
        job: { ...plain, image: { png: await scaled(request), width, strength: request.params.strength ?? 1 } },
        finish,
      });
    case 'image-to-video':
      return ok({ job: { ...plain, seconds, image: { png: await scaled(request), width, strength: 1 } }, finish });
    case 'upscale':
    case 'edit':
    case 'compose':
    case 'replace-background':
    case 'try-on':
    case 'face-swap':
      return ok({ job: { ...plain, ...(await sourcesOf()) }, finish });
    case 'video-to-video':
    case 'mimic-motion':
      return ok({
        job: { ...plain, seconds, ...(await sourcesOf()) },
        finish,
        soundPath: sourceIn(use, 'video', request).path,
      });
    case 'lip-sync':
    case 'talking-image':
      return ok({ job: { ...plain, seconds, ...(await sourcesOf()) }, finish });
    case 'cut-out':
      return ok({ job: { ...plain, ...(await sourcesOf()) }, finish: (bytes) => cutOut(bytes, request) });
    case 'inpaint':
    case 'erase': {
      const { whole, mask, size } = await areaOf(use, request);
      if (mask.length !== size.width * size.height)
        return err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'mask', reason: 'size' }));
      const inpainting = await prepareInpainting(whole, mask, size, sizes);
      if (inpainting === undefined)
        return err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'mask', reason: 'empty' }));
      return ok({
        job: {
          ...plain,
          width: inpainting.width,
          height: inpainting.height,
          image: { png: inpainting.image, width: inpainting.width, strength: 1 },
          mask: inpainting.mask,
        },
        finish: async (bytes) => {
          mustBeImage(bytes);
          return { bytes: await inpainting.finish(bytes) };
        },
      });
    }
    default:
      return operation satisfies never;
  }
}

/** Operations whose models follow instructions rather than draw a description. */
const INSTRUCTED: ReadonlySet<RemoteOperation> = new Set(['edit', 'compose', 'video-to-video']);

function wordsOf(
  use: RemoteUse,
  operation: RemoteOperation,
  { params, prompt, negativePrompt }: EngineRequest,
): Pick<RemoteJob, 'prompt' | 'negativePrompt'> {
  const { style, motion } = params;
  const own = use.prompt ?? prompt;
  const parts = [
    own,
    ...(style !== undefined && style !== 'natural' ? [`${style} style`] : []),
    ...(motion === undefined ? [] : [MOVES[motion]]),
  ];
  const words = parts.filter((part) => part !== '').join(', ');
  // A function, so that `$&` in a prompt stays as it is.
  return {
    prompt:
      INSTRUCTED.has(operation) && use.instruction !== undefined
        ? use.instruction.replace('{prompt}', () => words)
        : words,
    negativePrompt: use.negativePrompt ?? negativePrompt,
  };
}

/** The image and the area to paint; the image is already extended when the area is its new frame. */
async function areaOf(
  use: RemoteUse,
  { params, width, height, sources }: EngineRequest,
): Promise<{ readonly whole: Uint8Array; readonly mask: Uint8Array; readonly size: Size }> {
  const image = sourceOf(sources, 'image');
  const bytes = await readFile(image.path);
  if (use.area !== 'frame') {
    const { pixels } = await markedPixels(await readFile(sourceOf(sources, 'mask').path));
    return { whole: bytes, mask: pixels, size: { width: image.width, height: image.height } };
  }
  const { left, top } = frame.parse(params);
  const [right, bottom] = [width - image.width - left, height - image.height - top];
  const whole = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .extend({ left, top, right, bottom, extendWith: 'mirror' })
    .png()
    .toBuffer();
  const mask = new Uint8Array(width * height).fill(255);
  for (let y = top; y < top + image.height; y += 1) mask.fill(0, y * width + left, y * width + left + image.width);
  return { whole, mask, size: { width, height } };
}

function sourceOf(sources: readonly EngineSource[], role: SourceRole): EngineSource {
  const found = sources.find((source) => source.role === role);
  if (found === undefined) throw new RemoteFault('rejected', `there is no source ${role}`);
  return found;
}

/** The source image at the size of the output. */
async function scaled({ width, height, sources }: EngineRequest): Promise<Uint8Array> {
  return sharp(await readFile(sourceOf(sources, 'image').path))
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer();
}

type Sources = Pick<RemoteJob, 'image' | 'files' | 'strength'>;

function sourceIn(use: RemoteUse, file: RemoteFileName, { sources }: EngineRequest): EngineSource {
  const found = sources.find(({ role }) => slotOf(role) === slotOfFile(use, file));
  if (found === undefined) throw new RemoteFault('rejected', `there is no source ${file}`);
  return found;
}

/** Operations that make an image of the requested size from one of any size. */
const REDUCED: ReadonlySet<RemoteOperation> = new Set(['edit', 'compose', 'replace-background']);
/**
 * Models of these operations are made for images of about a megapixel (ComfyUI's template image_qwen_image_edit_2509).
 */
const MIN_PIXELS = 1_024 * 1_024;

/** A source's size, reduced to the requested pixels or `MIN_PIXELS`; its shape stays. */
function reduced({ width, height }: Size, wanted: Size): Size {
  const by = Math.min(1, Math.sqrt(Math.max(MIN_PIXELS, wanted.width * wanted.height) / (width * height)));
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) };
}

/** The files of an operation: images as PNG, videos as they were given. */
async function readSources(
  use: RemoteUse,
  operation: RemoteOperation,
  request: EngineRequest,
  recordingOf: Preparation['recordingOf'],
): Promise<Sources> {
  const { params } = request;
  const read = async (file: RemoteFileName): Promise<RemoteFile> => {
    const { path, type, ...source } = sourceIn(use, file, request);
    const kind = kindOf(type);
    switch (kind) {
      case 'image': {
        const image = sharp(await readFile(path), { limitInputPixels: MAX_PIXELS }).rotate();
        const { width, height } = reduced(source, request);
        return {
          bytes: await (
            REDUCED.has(operation) ? image.resize(width, height, { fit: 'inside', withoutEnlargement: true }) : image
          )
            .png()
            .toBuffer(),
          type: 'image/png',
        };
      }
      case 'audio':
        return recordingOf(path);
      case 'video':
        return { bytes: await readFile(path), type };
      default:
        return kind satisfies never;
    }
  };
  const names = filesOf(operation);
  const image = names.includes('image')
    ? { png: (await read('image')).bytes, width: sourceIn(use, 'image', request).width, strength: params.strength ?? 1 }
    : undefined;
  const others = await Promise.all(
    names.filter((name) => name !== 'image').map(async (name) => [name, await read(name)] as const),
  );
  return {
    ...defined({ image }),
    ...(others.length === 0 ? {} : { files: Object.fromEntries(others) }),
    ...(operation === 'video-to-video' ? defined({ strength: params.strength }) : {}),
  };
}

/** Converts an image to a PNG of the requested size, cropped to fill it. */
async function toRequestedSize(bytes: Uint8Array, { width, height }: Size): Promise<ConvertedImage> {
  mustBeImage(bytes);
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const given = await image.metadata();
  const converted = await image
    .rotate()
    .resize(width, height, { fit: 'cover' })
    .toColourspace('srgb')
    .removeAlpha()
    .png()
    .toBuffer();
  const shown = isTurned(given) ? { width: given.height, height: given.width } : given;
  return { bytes: converted, ...(isCropped(shown, { width, height }) ? { cropped: true } : {}) };
}

/** Whether an image is stored on its side (EXIF, orientations 5 to 8). */
const isTurned = ({ orientation = 1 }: { readonly orientation?: number | undefined }): boolean => orientation >= 5;

/** A cut-out of the requested size. */
async function cutOut(bytes: Uint8Array, { width, height }: Size): Promise<ConvertedImage> {
  mustBeImage(bytes);
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { isOpaque } = await image.stats();
  const converted = await image.resize(width, height, { fit: 'fill' }).toColourspace('srgb').png().toBuffer();
  return { bytes: converted, ...(isOpaque ? { shortfall: 'opaque' } : {}) };
}
