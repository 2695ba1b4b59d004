import { crc32 } from 'node:zlib';
import {
  EBML,
  elements,
  JPEG_XMP,
  jpegSegments,
  MP4_XMP,
  PNG_XMP,
  pngChunks,
  topBoxes,
  WEBM_XMP,
  webpChunks,
} from './containers.js';
import type { RecipeV1 } from './recipe.shared.js';
import { xmpOf } from './xmp.js';

/** File types that can hold a recipe. */
export type RecipeType = 'image/png' | 'image/jpeg' | 'image/webp' | 'video/mp4' | 'video/webm';

/** Whether files of this type can hold a recipe. */
export const carriesRecipe = (type: string): type is RecipeType =>
  type === 'image/png' ||
  type === 'image/jpeg' ||
  type === 'image/webp' ||
  type === 'video/mp4' ||
  type === 'video/webm';

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** An uncompressed iTXt chunk right after IHDR (PNG third edition, section 11.3.3.4). */
function intoPng(file: Buffer, xmp: Uint8Array): Uint8Array {
  const content = Buffer.concat([Buffer.from('iTXt', 'latin1'), PNG_XMP, xmp]);
  const [header] = pngChunks(file);
  if (header?.kind !== 'IHDR') throw new TypeError('not a PNG');
  return Buffer.concat([
    file.subarray(0, header.next),
    uint32(content.byteLength - 4),
    content,
    uint32(crc32(content)),
    file.subarray(header.next),
  ]);
}

/** An APP1 segment after that of JFIF, which must be the first (JFIF 1.02). */
function intoJpeg(file: Buffer, xmp: Uint8Array): Uint8Array {
  if (file.readUInt16BE(0) !== 0xffd8) throw new TypeError('not a JPEG');
  const [first] = jpegSegments(file);
  const at = first?.kind === 'e0' ? first.next : 2;
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(2 + JPEG_XMP.byteLength + xmp.byteLength, 2);
  return Buffer.concat([file.subarray(0, at), head, JPEG_XMP, xmp, file.subarray(at)]);
}

/** Width and height of a WebP without an extended header, and whether it has alpha (RFC 9649, sections 2.5 and 2.6). */
function webpFacts(file: Buffer): { readonly width: number; readonly height: number; readonly alpha: boolean } {
  const [first] = webpChunks(file);
  if (first?.kind === 'VP8 ')
    return {
      width: file.readUInt16LE(first.from + 6) & 0x3fff,
      height: file.readUInt16LE(first.from + 8) & 0x3fff,
      alpha: false,
    };
  if (first?.kind !== 'VP8L') throw new TypeError('not a WebP');
  const bits = file.readUInt32LE(first.from + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, alpha: ((bits >>> 28) & 1) === 1 };
}

/** An extended header with the XMP flag, and the XMP at the end (RFC 9649, section 2.7). */
function intoWebp(file: Buffer, xmp: Uint8Array): Uint8Array {
  const extended = Buffer.alloc(18);
  const [first] = webpChunks(file);
  if (first?.kind === 'VP8X') file.copy(extended, 0, first.start, first.next);
  else {
    const { width, height, alpha } = webpFacts(file);
    extended.write('VP8X', 'latin1');
    extended.writeUInt32LE(10, 4);
    extended.writeUInt8(alpha ? 0x10 : 0, 8);
    extended.writeUIntLE(width - 1, 12, 3);
    extended.writeUIntLE(height - 1, 15, 3);
  }
  extended.writeUInt8(extended.readUInt8(8) | 0x04, 8);
  const head = Buffer.alloc(8);
  head.write('XMP ', 'latin1');
  head.writeUInt32LE(xmp.byteLength, 4);
  const rest = [...webpChunks(file)]
    .filter(({ kind }) => kind !== 'VP8X' && kind !== 'XMP ')
    .map(({ start, next }) => file.subarray(start, next));
  const body = Buffer.concat([extended, ...rest, head, xmp, Buffer.alloc(xmp.byteLength % 2)]);
  const riff = Buffer.from(file.subarray(0, 12));
  riff.writeUInt32LE(body.byteLength + 4, 4);
  return Buffer.concat([riff, body]);
}

/** A separate box at the end, so that no offset in the video changes (XMP specification part 3, section 2.6). */
function intoMp4(file: Buffer, xmp: Uint8Array): Uint8Array {
  const boxes = [...topBoxes(file)];
  if (boxes[0]?.kind !== 'ftyp' || boxes.at(-1)?.next !== file.byteLength) throw new TypeError('not a complete MP4');
  return Buffer.concat([
    file,
    uint32(8 + MP4_XMP.byteLength + xmp.byteLength),
    Buffer.from('uuid', 'latin1'),
    MP4_XMP,
    xmp,
  ]);
}

/** An element with a size field of eight bytes (RFC 8794, section 4.4). */
function element(id: string, ...content: readonly Uint8Array[]): Buffer {
  return Buffer.concat([
    Buffer.from(id, 'hex'),
    eightBytes(content.reduce((sum, { byteLength }) => sum + byteLength, 0)),
    ...content,
  ]);
}

function eightBytes(size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE((1n << 56n) | BigInt(size));
  return bytes;
}

/** A separate Tags element at the end of the segment, whose size grows: no offset in the video changes. */
function intoWebm(file: Buffer, xmp: Uint8Array): Uint8Array {
  const [head, segment] = elements(file, 0, file.byteLength);
  // The encoder reserved eight bytes for the length, because it did not know it at first.
  if (
    head?.kind !== EBML.head ||
    segment?.kind !== EBML.segment ||
    segment.next !== file.byteLength ||
    segment.from - segment.start !== 12
  )
    throw new TypeError('not a complete WebM');
  const tag = element(EBML.simple, element(EBML.name, Buffer.from(WEBM_XMP)), element(EBML.text, xmp));
  const tags = element(EBML.tags, element(EBML.tag, element(EBML.targets), tag));
  const whole = Buffer.concat([file, tags]);
  eightBytes(segment.to - segment.from + tags.byteLength).copy(whole, segment.start + 4);
  return whole;
}

/**
 * Embeds a recipe as XMP in a finished file. Nothing is decoded or encoded, so picture and sound stay identical.
 * @param bytes a whole file of that type that we made
 * @throws TypeError for any other file
 */
export function embedRecipe(bytes: Uint8Array, type: RecipeType, recipe: RecipeV1): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const xmp = xmpOf(recipe);
  switch (type) {
    case 'image/png':
      return intoPng(file, xmp);
    case 'image/jpeg':
      return intoJpeg(file, xmp);
    case 'image/webp':
      return intoWebp(file, xmp);
    case 'video/mp4':
      return intoMp4(file, xmp);
    case 'video/webm':
      return intoWebm(file, xmp);
    default:
      return type satisfies never;
  }
}
