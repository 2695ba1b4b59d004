/** Titles over a video: typeset once, then drawn over the frames of their time range. */
import type { TextPlace, TextSize, TimedText } from '../../../timeline.shared.js';
import { ToolRefusal } from '../../refusal.js';
import { lettering, unknownLetter } from '../../type/faces.js';
import { directionOf, drawBlock, setText } from '../../type/setting.js';
import type { PlanarFrame } from '../io/encode.js';
import { layOver, overlayOf, type Overlay } from './planar.js';

/** Letter size as a share of the frame's shorter side. */
const SIZES: Readonly<Record<TextSize, number>> = { small: 0.055, medium: 0.085, large: 0.14 };
/** As shares of the frame: the margin on each side, and the range of each of the three positions. */
const MARGIN = 0.07;
const PLACES: Readonly<
  Record<TextPlace, { readonly from: number; readonly to: number; readonly anchor: 'top' | 'middle' | 'bottom' }>
> = {
  top: { from: 0.07, to: 0.4, anchor: 'top' },
  middle: { from: 0.2, to: 0.8, anchor: 'middle' },
  bottom: { from: 0.6, to: 0.92, anchor: 'bottom' },
};
/** Frames over which titles fade in and out. */
const FADE = 4;

/** A title and the frames on which it is visible. */
export interface Title {
  readonly overlay: Overlay;
  readonly from: number;
  readonly to: number;
}

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

/** Whether a colour reads better on a dark background. */
const isLight = (colour: string): boolean => {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 110;
};

/**
 * Typesets a timeline's titles. Each gets a soft dark or light background, so that it is legible over any image.
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'timeline', reason: 'letter-unknown' with that letter, or
 * 'words-too-long'}
 */
export async function titlesOf(texts: readonly TimedText[], { width, height, fps }: Shape): Promise<readonly Title[]> {
  if (texts.length === 0) return [];
  const { createCanvas } = await lettering();
  const titles: Title[] = [];
  for (const { text, from, to, place, size, colour } of texts) {
    const letter = await unknownLetter(text);
    if (letter !== undefined)
      throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'timeline', reason: 'letter-unknown', letter });
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    const { from: top, to: bottom, anchor } = PLACES[place];
    const max = SIZES[size] * Math.min(width, height);
    const box = {
      x: MARGIN * width,
      y: top * height,
      width: (1 - 2 * MARGIN) * width,
      height: (bottom - top) * height,
    };
    const block = setText(
      context,
      text,
      box,
      { face: 'sans', weight: 700, size: { max, min: max * 0.35 }, leading: 1.18, align: 'middle', anchor },
      { words: text, toward: directionOf(text) },
    );
    if (block === undefined)
      throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'timeline', reason: 'words-too-long' });
    context.shadowColor = isLight(colour) ? 'rgba(0, 0, 0, 0.75)' : 'rgba(255, 255, 255, 0.85)';
    for (const blur of [0.28, 0.08]) {
      context.shadowBlur = block.size * blur;
      drawBlock(context, block, colour);
    }
    titles.push({
      overlay: overlayOf({ width, height, data: context.getImageData(0, 0, width, height).data }),
      from: Math.round((from * fps) / 1_000),
      to: Math.round((to * fps) / 1_000),
    });
  }
  return titles;
}

/** Opacity of a title on a frame, 0 to 1. The fades are inside its time range. */
export function shareAt({ from, to }: Pick<Title, 'from' | 'to'>, frame: number): number {
  if (frame < from || frame >= to) return 0;
  return Math.min(1, (frame - from + 1) / FADE, (to - frame) / FADE);
}

/** A frame with its visible titles; the same object when there are none. */
export function titled(
  frame: PlanarFrame,
  titles: readonly Title[],
  index: number,
  width: number,
  height: number,
): PlanarFrame {
  const seen = titles.filter((title) => shareAt(title, index) > 0);
  if (seen.length === 0) return frame;
  // Copied first, because a still image is one frame object repeated.
  const copy = { yuv: new Uint8Array(frame.yuv) };
  for (const title of seen) layOver(copy, title.overlay, shareAt(title, index), width, height);
  return copy;
}
