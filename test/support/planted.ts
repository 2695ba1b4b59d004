/** Films whose truth is known: a view that a camera passes over, and what was planted in it. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { renderScene } from '../../src/engine/local/render/draw.js';
import type { Raster } from '../../src/engine/local/scene/scene.js';

/** What stands behind a camera's frame: a picture wider and higher than it. */
export const viewOf = async (prompt: string, width: number, height: number, seed = 7): Promise<Raster> =>
  (await renderScene({ prompt, seed, width, height })).raster;

/** What is made once for each prompt, and is the same again where it is asked for again. */
export function oncePerPrompt<A extends readonly unknown[], T>(
  make: (prompt: string, ...more: A) => Promise<T>,
): (prompt: string, ...more: A) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (prompt, ...more) => {
    const one = made.get(prompt) ?? make(prompt, ...more);
    made.set(prompt, one);
    return one;
  };
}

/** What a camera sees of a view from a place between its pixels. */
export function seenFrom(view: Raster, x: number, y: number, width: number, height: number): Raster {
  const data = new Uint8ClampedArray(width * height * 4);
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - left, y - top];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const from = ((top + row) * view.width + left + column) * 4;
      const below = from + view.width * 4;
      for (let k = 0; k < 4; k += 1) {
        const upper = (view.data[from + k] ?? 0) * (1 - u) + (view.data[from + 4 + k] ?? 0) * u;
        const lower = (view.data[below + k] ?? 0) * (1 - u) + (view.data[below + 4 + k] ?? 0) * u;
        data[(row * width + column) * 4 + k] = upper * (1 - v) + lower * v;
      }
    }
  }
  return { width, height, data };
}

/** A frame with something painted over it, and how much of each pixel that hides, 0..255. */
export function paintedOver(
  frame: Raster,
  paint: (context: SKRSContext2D) => void,
): { readonly frame: Raster; readonly alpha: Uint8Array } {
  const { width, height } = frame;
  const canvas = createCanvas(width, height);
  paint(canvas.getContext('2d'));
  const over = canvas.getContext('2d').getImageData(0, 0, width, height).data;
  const data = new Uint8ClampedArray(frame.data);
  const alpha = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at += 1) {
    const share = (over[at * 4 + 3] ?? 0) / 255;
    alpha[at] = over[at * 4 + 3] ?? 0;
    for (let k = 0; k < 3; k += 1)
      data[at * 4 + k] = (frame.data[at * 4 + k] ?? 0) * (1 - share) + (over[at * 4 + k] ?? 0) * share;
  }
  return { frame: { width, height, data }, alpha };
}

/** Frames as something that is read one after another, each a copy. */
export async function* copiesOf(frames: readonly Raster[]): AsyncGenerator<Raster, void, undefined> {
  for (const { width, height, data } of frames)
    yield await Promise.resolve({ width, height, data: new Uint8ClampedArray(data) });
}

/** Peak signal to noise ratio of frames where a mask is not 0, dB. @param masks one byte a pixel, one a frame */
export function psnrWhere(truth: readonly Raster[], made: readonly Raster[], masks: readonly Uint8Array[]): number {
  let [sum, count] = [0, 0];
  for (const [index, mask] of masks.entries()) {
    for (let at = 0; at < mask.length; at += 1) {
      if (mask[at] === 0) continue;
      for (let k = 0; k < 3; k += 1)
        sum += ((truth[index]?.data[at * 4 + k] ?? 0) - (made[index]?.data[at * 4 + k] ?? 0)) ** 2;
      count += 3;
    }
  }
  return 10 * Math.log10(65_025 / Math.max(1e-9, sum / count));
}
