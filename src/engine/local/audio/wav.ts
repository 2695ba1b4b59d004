/** WAV files: 16 bits, one or two channels. */
import type { Stereo } from './signal.js';

const HEADER = 44;
const FULL = 32_767;

/** Encodes two channels as WAV. Values beyond full scale are clipped. @param rate samples per second */
export function encodeWav({ left, right }: Stereo, rate: number): Uint8Array {
  const bytes = new Uint8Array(HEADER + left.length * 4);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string): void => {
    for (let i = 0; i < word.length; i += 1) view.setUint8(at + i, word.charCodeAt(i));
  };
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 4, true);
  view.setUint16(32, 4, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, left.length * 4, true);
  const level = (sample: number): number => Math.round(Math.min(Math.max(sample, -1), 1) * FULL);
  for (let at = 0; at < left.length; at += 1) {
    view.setInt16(HEADER + at * 4, level(left[at]!), true);
    view.setInt16(HEADER + at * 4 + 2, level(right[at]!), true);
  }
  return bytes;
}

/** A decoded WAV: its channels, at its own rate. */
export interface Wav {
  readonly rate: number;
  readonly channels: readonly Float32Array[];
}

/**
 * Reads a 16-bit WAV.
 * @throws RangeError for other data
 */
export function decodeWav(bytes: Uint8Array): Wav {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < HEADER || name(0) !== 'RIFF' || name(8) !== 'WAVE') throw new RangeError('not a WAV');
  let [channels, rate, bits] = [0, 0, 0];
  for (let at = 12; at + 8 <= bytes.length;) {
    const [id, size] = [name(at), view.getUint32(at + 4, true)];
    const from = at + 8;
    if (id === 'fmt ')
      [channels, rate, bits] = [
        view.getUint16(from + 2, true),
        view.getUint32(from + 4, true),
        view.getUint16(from + 14, true),
      ];
    if (id === 'data') {
      if (channels < 1 || channels > 2 || bits !== 16)
        throw new RangeError(`a WAV of ${channels} channels and ${bits} bits`);
      // A program that writes to a pipe does not know the size in advance.
      const length = Math.floor(Math.min(size, bytes.length - from) / (2 * channels));
      return {
        rate,
        channels: Array.from({ length: channels }, (_, channel) =>
          Float32Array.from(
            { length },
            (__, i) => view.getInt16(from + (i * channels + channel) * 2, true) / (FULL + 1),
          ),
        ),
      };
    }
    at = from + size + (size % 2);
  }
  throw new RangeError('a WAV without samples');
}
