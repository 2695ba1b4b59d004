/**
 * Counts the frames of an animation from its container, without decoding. Counting ends soon after the limit. A
 * truncated file is counted as far as it goes.
 */

/** GIF89a, appendix A: a sequence of blocks; each image starts with 0x2C. */
function gifFrames(file: Buffer, max: number): number {
  let at = 13 + tableBytes(file[10]);
  let frames = 0;
  while (at < file.byteLength && frames <= max) {
    const block = file[at];
    if (block === 0x2c) {
      frames += 1;
      // Image descriptor, local colour table, code size, then data.
      at = skipData(file, at + 10 + tableBytes(file[at + 9]) + 1);
    } else if (block === 0x21) at = skipData(file, at + 2);
    else return frames;
  }
  return frames;
}

const tableBytes = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1));

function skipData(file: Buffer, from: number): number {
  let at = from;
  for (let size = file[at]; size !== undefined && size !== 0; size = file[at]) at += size + 1;
  return at + 1;
}

/** PNG third edition, section 11.3.6.1: `acTL` holds the count and comes before the first image data. */
function pngFrames(file: Buffer): number {
  for (let at = 8; at + 12 <= file.byteLength;) {
    const kind = file.toString('latin1', at + 4, at + 8);
    if (kind === 'IDAT') return 1;
    if (kind === 'acTL') return file.readUInt32BE(at + 8);
    at += 12 + file.readUInt32BE(at);
  }
  return 1;
}

/** WebP container specification: one ANMF chunk per frame. */
function webpFrames(file: Buffer, max: number): number {
  let frames = 0;
  for (let at = 12; at + 8 <= file.byteLength && frames <= max;) {
    if (file.toString('latin1', at, at + 4) === 'ANMF') frames += 1;
    const size = file.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return Math.max(1, frames);
}

/**
 * Counts the frames of a file.
 * @param max counting may stop above this
 * @returns 1 for a still image
 */
export function countFrames(file: Buffer, kind: 'gif' | 'png' | 'webp', max: number): number {
  switch (kind) {
    case 'gif':
      return gifFrames(file, max);
    case 'png':
      return pngFrames(file);
    case 'webp':
      return webpFrames(file, max);
    default:
      return kind satisfies never;
  }
}
