import { open } from 'node:fs/promises';
import {
  boxAt,
  EBML,
  elementAt,
  elements,
  JPEG_XMP,
  jpegSegments,
  MP4_XMP,
  PNG_XMP,
  pngChunks,
  tagTexts,
  topBoxes,
  WEBM_XMP,
  webpChunks,
  type Part,
} from './containers.js';
import type { RecipeV1 } from './recipe.shared.js';
import { recipeInXmp, XMP_BYTES } from './xmp.js';

/** Maximum boxes of a video on disk that are examined. */
const BOXES = 1_000;

function firstAfter(file: Buffer, parts: Iterable<Part>, kind: string, prefix: Buffer): RecipeV1 | undefined {
  for (const part of parts) {
    if (part.kind !== kind || !file.subarray(part.from, part.from + prefix.byteLength).equals(prefix)) continue;
    const found = recipeInXmp(file.subarray(part.from + prefix.byteLength, part.to));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The recipe in a Tags element. */
function inTags(file: Buffer, tags: Part): RecipeV1 | undefined {
  for (const text of tagTexts(file, tags, WEBM_XMP)) {
    const found = text.byteLength <= XMP_BYTES ? recipeInXmp(text) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function inWebm(file: Buffer): RecipeV1 | undefined {
  const segment = [...elements(file, 0, file.byteLength)].find(({ kind }) => kind === EBML.segment);
  if (segment === undefined) return undefined;
  for (const part of elements(file, segment.from, segment.to)) {
    const found = part.kind === EBML.tags ? inTags(file, part) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds the recipe in a PNG, JPEG, WebP, MP4 or WebM from any source.
 * @param bytes the whole file; its type is detected from the content
 * @returns undefined if it has none, or one outside the limits. Never throws because of the content
 */
export function readRecipe(bytes: Uint8Array): RecipeV1 | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.byteLength < 16) return undefined;
  if (file.readUInt16BE(0) === 0xffd8) return firstAfter(file, jpegSegments(file), 'e1', JPEG_XMP);
  if (file.readUInt32BE(0) === 0x89504e47) return firstAfter(file, pngChunks(file), 'iTXt', PNG_XMP);
  if (file.toString('hex', 0, 4) === EBML.head) return inWebm(file);
  if (file.toString('latin1', 8, 12) === 'WEBP') return firstAfter(file, webpChunks(file), 'XMP ', Buffer.alloc(0));
  return firstAfter(file, topBoxes(file), 'uuid', MP4_XMP);
}

/**
 * Finds the recipe in an MP4 or WebM on disk; reads only its table of boxes or elements.
 * @throws file system errors
 */
export async function readVideoRecipe(path: string): Promise<RecipeV1 | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const read = async (at: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    if ((await read(0, 4)).toString('hex') === EBML.head) return await inVideoTags(read, size);
    for (let [at, count] = [0, 0]; count < BOXES; count += 1) {
      const box = boxAt(await read(at, 16), at, size);
      if (box === undefined) return undefined;
      const held = box.to - box.from;
      if (box.kind === 'uuid' && held > MP4_XMP.byteLength && held <= XMP_BYTES + MP4_XMP.byteLength) {
        const content = await read(box.from, held);
        const found = content.subarray(0, MP4_XMP.byteLength).equals(MP4_XMP)
          ? recipeInXmp(content.subarray(MP4_XMP.byteLength))
          : undefined;
        if (found !== undefined) return found;
      }
      at = box.next;
    }
    return undefined;
  } finally {
    await file.close();
  }
}

/** The same for a WebM: searches its segment and skips all elements except Tags. */
async function inVideoTags(
  read: (at: number, length: number) => Promise<Buffer>,
  size: number,
): Promise<RecipeV1 | undefined> {
  for (let [at, count] = [0, 0]; count < BOXES; count += 1) {
    const part = elementAt(await read(at, 12), at, size);
    if (part === undefined) return undefined;
    if (part.kind === EBML.tags && part.next - part.start <= 2 * XMP_BYTES) {
      const held = await read(part.start, part.next - part.start);
      const [tags] = elements(held, 0, held.byteLength);
      const found = tags && inTags(held, tags);
      if (found !== undefined) return found;
    }
    at = part.kind === EBML.segment ? part.from : part.next;
  }
  return undefined;
}
