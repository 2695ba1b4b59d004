/** Where a reader sees text in a video, and the colours of its letters. */
import type { Reader } from '../../ocr/reader.js';
import type { TextBox } from '../../ocr/find-text.js';
import { cropTo } from '../../photo/crop.js';
import type { Line } from '../../photo/subtitles.js';
import type { Raster } from '../../scene/scene.js';
import type { Area } from '../motion/occluded-flow.js';

/** Brightness of the pixel whose red value is at `at`, 0..255. */
export type Level = (data: Uint8ClampedArray, at: number) => number;

export interface TextSeen {
  /** How close a pixel is to each colour of letters, the most frequent first; 255 is equal. */
  readonly inks: readonly Level[];
  /** Whether text was seen where a line is, while it was there. @param step frames between two moments of the line */
  readonly isText: (line: Line, step: number) => boolean;
}

/** Frames read each second, and the long side at which text is searched for, pixels. */
const READ = { perSecond: 2, longSide: 736 } as const;
/** Share of a line's box that text must cover. */
const COVERED = 0.3;
/** Colours of letters that are told apart, the distance up to which two are one, and each one's minimum share. */
const INKS = { max: 3, apart: 96, share: 0.04 } as const;
/** Steps of a channel that colours are counted in. */
const STEP = 16;

interface Moment {
  readonly index: number;
  readonly boxes: readonly TextBox[];
}

/** @param on called for each frame */
export async function textSeen(
  video: { readonly fps: number; readonly open: () => AsyncIterable<Raster> },
  searched: Area,
  reader: Reader,
  on: () => void,
): Promise<TextSeen> {
  const every = Math.max(1, Math.round(video.fps / READ.perSecond));
  const moments: Moment[] = [];
  const colours = new Float64Array((256 / STEP) ** 3);
  let index = 0;
  for await (const frame of video.open()) {
    if (index % every === 0) {
      const part = cropTo(frame, searched);
      const boxes = await reader.find(part, READ.longSide);
      for (const box of boxes) count(part, box, colours);
      moments.push({ index, boxes });
    }
    index += 1;
    on();
  }
  return {
    inks: inksOf(colours),
    isText: ({ box, from, to }, step) =>
      moments.some(
        ({ index: at, boxes }) =>
          at >= (from - 1) * step &&
          at <= (to + 1) * step &&
          boxes.reduce((sum, one) => sum + shared(one, box), 0) >= COVERED * box.width * box.height,
      ),
  };
}

const shared = (one: Area, other: Area): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

/** Adds the colours within a box, and subtracts those above and below it. */
function count({ width, height, data }: Raster, box: TextBox, colours: Float64Array): void {
  const beyond = Math.max(2, Math.round(box.height / 2));
  const add = (top: number, bottom: number, weight: number): void => {
    const [from, to] = [Math.max(0, top), Math.min(height, bottom)];
    const area = Math.max(1, (to - from) * box.width);
    for (let y = from; y < to; y += 1)
      for (let x = box.x; x < Math.min(width, box.x + box.width); x += 1)
        colours[binOf(data, 4 * (y * width + x))]! += weight / area;
  };
  add(box.y, box.y + box.height, 1);
  add(box.y - beyond, box.y, -0.5);
  add(box.y + box.height, box.y + box.height + beyond, -0.5);
}

const SIDE = 256 / STEP;
const binOf = (data: Uint8ClampedArray, at: number): number =>
  (Math.floor(data[at]! / STEP) * SIDE + Math.floor(data[at + 1]! / STEP)) * SIDE + Math.floor(data[at + 2]! / STEP);

type Colour = readonly [red: number, green: number, blue: number];
const colourOf = (bin: number): Colour => [
  (Math.floor(bin / SIDE / SIDE) + 0.5) * STEP,
  ((Math.floor(bin / SIDE) % SIDE) + 0.5) * STEP,
  ((bin % SIDE) + 0.5) * STEP,
];
const distance = (one: Colour, [red, green, blue]: Colour): number =>
  Math.hypot(one[0] - red, one[1] - green, one[2] - blue);

/** Colours that are more frequent in lines of text than beside them. */
function inksOf(colours: Float64Array): readonly Level[] {
  const all = [...colours.keys()].filter((bin) => colours[bin]! > 0).sort((a, b) => colours[b]! - colours[a]!);
  const sum = all.reduce((total, bin) => total + colours[bin]!, 0);
  const found: Colour[] = [];
  for (const bin of all) {
    if (found.length === INKS.max || colours[bin]! < sum * INKS.share) break;
    const colour = colourOf(bin);
    if (found.every((other) => distance(colour, other) > INKS.apart)) found.push(colour);
  }
  return found.map((ink) => (data, at) => Math.max(0, 255 - distance(ink, [data[at]!, data[at + 1]!, data[at + 2]!])));
}
