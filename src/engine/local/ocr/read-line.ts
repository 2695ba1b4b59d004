/** Reads a line of text by a network, which was trained on Latin letters, digits and simplified Chinese. */
import type { Raster } from '../scene/scene.js';
import { cropTo } from '../photo/crop.js';
import { resample } from '../photo/resample.js';
import { planesOf, type TextBox } from './find-text.js';
import type { NetworkOutput, RunNetwork } from './networks.js';

/** What is read in a line, and the mean probability of its characters, 0..1. */
export interface ReadLine {
  readonly box: TextBox;
  readonly text: string;
  readonly score: number;
}

/** Height of the network's input, and its limits of width, pixels. */
const LINE = { height: 48, min: 320, max: 1_600 } as const;
/** A box this many times taller than wide is read from top to bottom, turned by 90°. */
const TALL = 1.5;

/** Characters of the network's classes: the first is a blank, the last a space. @param text the dictionary's lines */
export const alphabetOf = (text: string): readonly string[] => ['', ...text.split('\n').filter(Boolean), ' '];

/**
 * @param image opaque
 * @param alphabet of `alphabetOf`
 * @throws RangeError when the network has another number of classes
 */
export async function readLine(
  image: Raster,
  box: TextBox,
  alphabet: readonly string[],
  run: RunNetwork,
): Promise<ReadLine> {
  const part = cropTo(image, box);
  const line = part.height > part.width * TALL ? turned(part) : part;
  const width = Math.min(LINE.max, Math.max(1, Math.round((line.width * LINE.height) / line.height)));
  const padded = Math.max(LINE.min, width);
  const planes = planesOf(await resample(line, width, LINE.height), (level) => level / 127.5 - 1);
  const output = await run({
    network: 'read',
    width: padded,
    height: LINE.height,
    planes: width === padded ? planes : widened(planes, width, padded),
  });
  return { box, ...decoded(output, alphabet) };
}

/** Turned by 90° to the left, so that what stood below is at the right. */
function turned({ width, height, data }: Raster): Raster {
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [4 * (y * width + x), 4 * ((width - 1 - x) * height + y)];
      for (let channel = 0; channel < 4; channel += 1) out[to + channel] = data[from + channel]!;
    }
  return { width: height, height: width, data: out };
}

/** The network was trained on lines that end in mid-grey. */
function widened(planes: Float32Array, width: number, padded: number): Float32Array {
  const out = new Float32Array(3 * LINE.height * padded);
  for (let row = 0; row < 3 * LINE.height; row += 1)
    out.set(planes.subarray(row * width, (row + 1) * width), row * padded);
  return out;
}

/** Best path of connectionist temporal classification: repeated classes count once, blanks not at all. */
export function decoded(
  { values, dims }: NetworkOutput,
  alphabet: readonly string[],
): { readonly text: string; readonly score: number } {
  const [, steps = 0, classes = 0] = dims;
  if (classes !== alphabet.length) throw new RangeError(`the network has ${classes} classes`);
  let [text, sum, count, last] = ['', 0, 0, 0];
  for (let step = 0; step < steps; step += 1) {
    const scores = values.subarray(step * classes, (step + 1) * classes);
    let best = 0;
    for (let one = 1; one < classes; one += 1) if (scores[one]! > scores[best]!) best = one;
    if (best !== 0 && best !== last) {
      text += alphabet[best];
      sum += scores[best]!;
      count += 1;
    }
    last = best;
  }
  return { text: text.trim(), score: count === 0 ? 0 : sum / count };
}
