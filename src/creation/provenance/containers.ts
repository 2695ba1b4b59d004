/**
 * Locations of XMP in each file format (XMP specification part 3, chapters 1 and 2). Nothing is decoded; offsets are
 * checked.
 */

export const JPEG_XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
/** Keyword, no compression, no language, no translation. */
export const PNG_XMP = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');
export const MP4_XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/**
 * A part of a file: its kind, and the range of its content. `start` is where the part itself starts, `next` where the
 * next part starts.
 */
export interface Part {
  readonly kind: string;
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

/** The chunks of a PNG, in order; a truncated file yields those before the cut. */
export function* pngChunks(file: Buffer): Generator<Part, void, undefined> {
  for (let at = 8; at + 12 <= file.byteLength;) {
    const size = file.readUInt32BE(at);
    const next = at + 12 + size;
    if (next > file.byteLength) return;
    yield { kind: file.toString('latin1', at + 4, at + 8), start: at, from: at + 8, to: next - 4, next };
    at = next;
  }
}

/** The marker segments of a JPEG before its image data, named by their marker in hex (ITU-T T.81, annex B). */
export function* jpegSegments(file: Buffer): Generator<Part, void, undefined> {
  for (let at = 2; at + 4 <= file.byteLength && file[at] === 0xff;) {
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const next = at + 2 + file.readUInt16BE(at + 2);
    if (marker === 0xda || marker === 0xd9 || next < at + 4 || next > file.byteLength) return;
    yield { kind: marker.toString(16), start: at, from: at + 4, to: next, next };
    at = next;
  }
}

/** The chunks of a WebP. */
export function* webpChunks(file: Buffer): Generator<Part, void, undefined> {
  for (let at = 12; at + 8 <= file.byteLength;) {
    const size = file.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (at + 8 + size > file.byteLength) return;
    yield { kind: file.toString('latin1', at, at + 4), start: at, from: at + 8, to: at + 8 + size, next };
    at = next;
  }
}

/** Maximum boxes examined; a video has a handful at its top level. */
const BOXES = 1_000;

/** Ids in hex of the Matroska elements around a recipe (RFC 9559, sections 5.1 and 6). */
export const EBML = {
  head: '1a45dfa3',
  segment: '18538067',
  tags: '1254c367',
  tag: '7373',
  targets: '63c0',
  simple: '67c8',
  name: '45a3',
  text: '4487',
} as const;
/** Name of the tag that holds the recipe. */
export const WEBM_XMP = 'XMP';

/** Length in bytes of a variable-length number, from its first byte (RFC 8794, section 4); 0 if invalid. */
const widthOf = (first: number): number => (first === 0 ? 0 : Math.clz32(first) - 23);

/**
 * Parses an element from its first 12 bytes, named by its id in hex; undefined if it is invalid or has an unknown
 * length.
 * @param end end of its parent
 */
export function elementAt(head: Buffer, start: number, end: number): Part | undefined {
  const idWidth = widthOf(head[0] ?? 0);
  const sizeWidth = widthOf(head[idWidth] ?? 0);
  if (idWidth === 0 || idWidth > 4 || sizeWidth === 0 || head.byteLength < idWidth + sizeWidth) return undefined;
  const value = Buffer.alloc(8);
  head.copy(value, 8 - sizeWidth, idWidth, idWidth + sizeWidth);
  const size = value.readBigUInt64BE() & ((1n << BigInt(7 * sizeWidth)) - 1n);
  const from = start + idWidth + sizeWidth;
  if (size > BigInt(end - from)) return undefined;
  return { kind: head.toString('hex', 0, idWidth), start, from, to: from + Number(size), next: from + Number(size) };
}

/** The elements between two offsets of a file. */
export function* elements(file: Buffer, from: number, to: number): Generator<Part, void, undefined> {
  let one = elementAt(file.subarray(from, from + 12), from, to);
  for (let count = 0; one !== undefined && count < BOXES; count += 1) {
    yield one;
    one = elementAt(file.subarray(one.next, one.next + 12), one.next, to);
  }
}

/** The values of all tags with this name in a Tags element. */
export function* tagTexts(file: Buffer, tags: Part, name: string): Generator<Buffer, void, undefined> {
  for (const tag of elements(file, tags.from, tags.to)) {
    for (const simple of tag.kind === EBML.tag ? elements(file, tag.from, tag.to) : []) {
      const parts = simple.kind === EBML.simple ? [...elements(file, simple.from, simple.to)] : [];
      const [called, text] = [EBML.name, EBML.text].map((kind) => parts.find((part) => part.kind === kind));
      if (called !== undefined && text !== undefined && file.toString('utf8', called.from, called.to) === name)
        yield file.subarray(text.from, text.to);
    }
  }
}

/**
 * Parses a box of an ISO base media file from its first 16 bytes (ISO/IEC 14496-12, section 4.2); undefined if it is
 * invalid.
 */
export function boxAt(head: Buffer, start: number, fileSize: number): Part | undefined {
  if (head.byteLength < 8) return undefined;
  const short = head.readUInt32BE(0);
  if (short === 1 && head.byteLength < 16) return undefined;
  const size = short === 0 ? fileSize - start : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  const header = short === 1 ? 16 : 8;
  if (!Number.isSafeInteger(size) || size < header || start + size > fileSize) return undefined;
  return { kind: head.toString('latin1', 4, 8), start, from: start + header, to: start + size, next: start + size };
}

/** The top-level boxes of an ISO base media file. */
export function* topBoxes(file: Buffer): Generator<Part, void, undefined> {
  let box = boxAt(file.subarray(0, 16), 0, file.byteLength);
  for (let count = 0; box !== undefined && count < BOXES; count += 1) {
    yield box;
    box = boxAt(file.subarray(box.next, box.next + 16), box.next, file.byteLength);
  }
}
