/** Finds a known subject in a frame, wherever it stands and however large: by its colours and where they lie in it. */
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { cropped, extentOf } from '../../../src/engine/local/video/generate/puppet.js';
import { resample } from '../../../src/engine/local/photo/resample.js';

/** What is looked for: the subject in several sizes, with its own alpha. */
export type Descriptor = readonly Raster[];

/** Frames are looked at with this many pixels across. */
const ACROSS = 96;
/** Heights that a subject may have, of the frame's. */
const HEIGHTS = [0.3, 0.36, 0.42, 0.48, 0.54, 0.6, 0.66] as const;

/** @param subject straight alpha @param aspect width over height of the frames */
export async function descriptorOf(subject: Raster, aspect: number): Promise<Descriptor> {
  const extent = extentOf(subject);
  if (extent === undefined) throw new Error('nothing to look for');
  const whole = cropped(subject, extent, 0);
  const down = ACROSS / aspect;
  return Promise.all(
    HEIGHTS.map((share) => {
      const height = Math.round(share * down);
      return resample(whole, Math.max(4, Math.round((height * whole.width) / whole.height)), height);
    }),
  );
}

/** Where a subject is likeliest. */
export interface Found {
  /**
   * Correlation of what is there with the subject, −1 to 1: of all colours of all pixels, each weighed by the subject's
   * alpha.
   */
  readonly likeness: number;
  /** Of its middle and its foot, as shares of the frame. */
  readonly x: number;
  readonly y: number;
}

function likenessAt(frame: Raster, { width, height, data }: Raster, left: number, top: number): number {
  let [weight, sumA, sumB, squareA, squareB, both] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (data[at + 3]! < 200) continue;
      const to = ((top + y) * frame.width + left + x) * 4;
      for (let k = 0; k < 3; k += 1) {
        const [a, b] = [data[at + k]!, frame.data[to + k]!];
        weight += 1;
        sumA += a;
        sumB += b;
        squareA += a * a;
        squareB += b * b;
        both += a * b;
      }
    }
  }
  const spread = Math.sqrt(
    Math.max(1, squareA - (sumA * sumA) / weight) * Math.max(1, squareB - (sumB * sumB) / weight),
  );
  return (both - (sumA * sumB) / weight) / spread;
}

/** The likeliest place of a subject in a frame. */
export async function findIn(frame: Raster, descriptor: Descriptor): Promise<Found> {
  const small = await resample(frame, ACROSS, Math.round((ACROSS * frame.height) / frame.width));
  let best: Found = { likeness: -1, x: 0, y: 0 };
  for (const part of descriptor) {
    for (let top = 0; top + part.height <= small.height; top += 1) {
      for (let left = 0; left + part.width <= small.width; left += 2) {
        const likeness = likenessAt(small, part, left, top);
        if (likeness > best.likeness)
          best = { likeness, x: (left + part.width / 2) / small.width, y: (top + part.height) / small.height };
      }
    }
  }
  return best;
}
