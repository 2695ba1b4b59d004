/** A file's type by its first bytes, independent of its name. */
export type Sniffed =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'gif'
  | 'tiff'
  | 'avif'
  | 'heic'
  | 'svg'
  | 'mp4'
  | 'webm'
  | 'mp3'
  | 'wav'
  | 'ogg'
  | 'empty'
  | 'unknown';

/** Bytes needed for the detection. */
export const SNIFF_BYTES = 4_096;

const AVIF_BRANDS = new Set(['avif', 'avis']);
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
/** The first atom of a QuickTime file that has no `ftyp` (QuickTime File Format, "Overview"). */
const QUICKTIME_ATOMS = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

const text = (head: Uint8Array, from: number, to: number): string =>
  Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1', from, to);
const begins = (head: Uint8Array, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

/** The brand of an ISO base media file (ISO/IEC 14496-12, section 4.3): still images, or a video. */
function isoMedia(head: Uint8Array): Sniffed {
  const size = Math.min(new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0), head.byteLength);
  const brands = [text(head, 8, 12)];
  for (let at = 16; at + 4 <= size; at += 4) brands.push(text(head, at, at + 4));
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return 'avif';
  return HEIC_BRANDS.has(brands[0] ?? '') ? 'heic' : 'mp4';
}

/**
 * Whether an MPEG audio frame, layer II or III, starts here (ISO/IEC 11172-3, section 2.4.1.3): its sync word, and no
 * reserved value.
 */
function isMpegAudio(head: Uint8Array): boolean {
  const [sync, version = 0, rate = 0] = head;
  if (sync !== 0xff || (version & 0xe0) !== 0xe0) return false;
  const layer = (version >> 1) & 3;
  return (version & 0x18) !== 0x08 && (layer === 1 || layer === 2) && rate >> 4 !== 15 && ((rate >> 2) & 3) !== 3;
}

/**
 * Detects a file's type.
 * @param head its first bytes, up to SNIFF_BYTES
 */
export function sniff(head: Uint8Array): Sniffed {
  if (head.byteLength === 0) return 'empty';
  if (begins(head, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (begins(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP') return 'webp';
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WAVE') return 'wav';
  if (text(head, 0, 4) === 'OggS') return 'ogg';
  if (text(head, 0, 3) === 'ID3' || isMpegAudio(head)) return 'mp3';
  if (/^GIF8[79]a/.test(text(head, 0, 6))) return 'gif';
  if (begins(head, 0x49, 0x49, 0x2a, 0) || begins(head, 0x4d, 0x4d, 0, 0x2a)) return 'tiff';
  if (begins(head, 0x1a, 0x45, 0xdf, 0xa3)) return 'webm';
  if (head.byteLength >= 12 && text(head, 4, 8) === 'ftyp') return isoMedia(head);
  if (head.byteLength >= 12 && QUICKTIME_ATOMS.has(text(head, 4, 8))) return 'mp4';
  return /<svg[\s>]/i.test(text(head, 0, SNIFF_BYTES)) ? 'svg' : 'unknown';
}
