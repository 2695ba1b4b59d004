import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { defined } from '../../../kernel/defined.shared.js';
import { readRecipe } from '../../provenance/read.js';
import { UPLOAD_LIMITS, type UploadNote } from '../upload.shared.js';
import { countFrames } from './frames.js';
import type { ImageAnswer, ImageJob } from './job.js';

/** Maximum number of colours for a palette PNG. */
const PALETTE = 256;
const QUALITY = 95;

/** The only formats that may be opened; all other libvips loaders (SVG, PDF, magick …) stay disabled. */
export const LOADERS = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadTiff',
  'VipsForeignLoadHeif',
];

interface Pixels {
  /** RGBA, straight alpha, 8 bit. */
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Whether any pixel is transparent, and whether the colours fit a palette. */
function look({ data }: Pixels): { readonly hasAlpha: boolean; readonly isPalette: boolean } {
  const words = new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  const colours = new Set<number>();
  let hasAlpha = false;
  for (let at = 0; at < words.length; at += 1) {
    if (data[at * 4 + 3] !== 255) hasAlpha = true;
    if (colours.size <= PALETTE) colours.add(words[at] ?? 0);
    else if (hasAlpha) break;
  }
  return { hasAlpha, isPalette: colours.size <= PALETTE };
}

/**
 * The first frame or a crop of it, upright, in 8-bit sRGB, scaled down to the maximum size. Greyscale becomes colour.
 */
async function decode(file: Buffer, crop: ImageJob['crop']): Promise<Pixels> {
  const upright = sharp(file, {
    failOn: 'error',
    limitInputPixels: UPLOAD_LIMITS.pixels,
    animated: false,
  }).autoOrient();
  const { data, info } = await (crop === undefined ? upright : upright.extract(crop))
    .resize({ width: UPLOAD_LIMITS.keptSide, height: UPLOAD_LIMITS.keptSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 4) throw new Error(`${info.channels} channels instead of four`);
  // Aligned to 4 bytes, so that a pixel can be read as one word.
  return {
    data: data.byteOffset % 4 === 0 ? data : Buffer.from(new Uint8Array(data)),
    width: info.width,
    height: info.height,
  };
}

/** A mask of the transparency: white where a pixel is transparent, grey where it is partly. */
function transparent({ data, width, height }: Pixels): Pixels {
  const mask = Buffer.alloc(data.byteLength);
  for (let at = 0; at < data.byteLength; at += 4)
    mask.writeUInt32BE((255 - (data[at + 3] ?? 255)) * 0x1010100 + 255, at);
  return { data: mask, width, height };
}

function notesOf(facts: Metadata, frames: number, after: Pixels): UploadNote[] {
  const orientation = facts.orientation ?? 1;
  const [width, height] = orientation >= 5 ? [facts.height, facts.width] : [facts.width, facts.height];
  // A location is stored in the GPS directory of EXIF (tag 0x8825) or in XMP.
  const hasPlace = [facts.exif, facts.xmp].some(
    (data) =>
      data !== undefined &&
      (data.includes('GPS') || data.includes(Buffer.from([0x88, 0x25])) || data.includes(Buffer.from([0x25, 0x88]))),
  );
  return [
    ...(orientation > 1 ? (['turned'] as const) : []),
    ...(after.width < width || after.height < height ? (['made-smaller'] as const) : []),
    ...(frames > 1 ? (['first-frame'] as const) : []),
    ...(facts.space !== 'srgb' && facts.space !== 'b-w' ? (['colours-converted'] as const) : []),
    ...(hasPlace ? (['location-removed'] as const) : []),
  ];
}

/**
 * Takes an image in: checks the limits before it decodes any pixel, decodes it fully, and writes a new file without
 * anything of the original file. Runs in a child process, because the input may be hostile.
 * @returns what was written, or the refusal
 * @throws libvips errors for an unreadable file
 */
export async function takeImage({ from, to, kind, lossless, alphaMask, crop }: ImageJob): Promise<ImageAnswer> {
  const file = await readFile(from);
  const counted =
    kind === 'gif' || kind === 'png' || kind === 'webp' ? countFrames(file, kind, UPLOAD_LIMITS.frames) : 1;
  if (counted > UPLOAD_LIMITS.frames)
    return { state: 'refused', reason: 'too-many-frames', limit: UPLOAD_LIMITS.frames };
  const facts = await sharp(file, { failOn: 'error', limitInputPixels: false, animated: false }).metadata();
  const { width, height } = facts;
  if (width * height > UPLOAD_LIMITS.pixels || Math.max(width, height) > UPLOAD_LIMITS.side)
    return { state: 'too-large', width, height };
  const frames = Math.max(counted, kind === 'tiff' ? 1 : (facts.pages ?? 1));
  if (frames > UPLOAD_LIMITS.frames)
    return { state: 'refused', reason: 'too-many-frames', limit: UPLOAD_LIMITS.frames };
  const decoded = await decode(file, crop);
  const pixels = alphaMask === true ? transparent(decoded) : decoded;
  const { hasAlpha, isPalette } = look(pixels);
  const isPng = hasAlpha || isPalette || lossless;
  const image = sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } });
  const opaque = hasAlpha ? image : image.removeAlpha();
  const made = await (
    isPng ? opaque.png({ compressionLevel: 6 }) : opaque.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
  ).toBuffer();
  // The recipe describes the whole image, so a crop does not keep it.
  const recipe = crop === undefined ? readRecipe(file) : undefined;
  try {
    await writeFile(to, made);
  } catch (error) {
    return { state: 'unwritten', code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown' };
  }
  return {
    state: 'taken',
    type: isPng ? 'image/png' : 'image/jpeg',
    width: pixels.width,
    height: pixels.height,
    animated: frames > 1,
    notes: crop === undefined ? notesOf(facts, frames, pixels) : [],
    ...defined({ recipe }),
  };
}
