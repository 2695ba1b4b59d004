/** Words over a video: typeset once, laid over the frames of their time. */
import type { TextPlace, TextSize, TimedText } from '../../../timeline.shared.js';
import { ToolRefusal } from '../../refusal.js';
import { lettering, unknownLetter } from '../../type/faces.js';
import { directionOf, drawBlock, setText } from '../../type/setting.js';
import type { PlanarFrame } from '../io/encode.js';
import { layOver, overlayOf, type Overlay } from './planar.js';

/** Size of letters, as a share of the frame's shorter side. */
const SIZES: Readonly<Record<TextSize, number>> = { small: 0.055, medium: 0.085, large: 0.14 };
/** Free at each side, and where the three places begin and end, as shares of the frame. */
const MARGIN = 0.07;
const PLACES: Readonly<Record<TextPlace, { readonly from: number; readonly to: number; readonly anchor: 'top' | 'middle' | 'bottom' }>> = {
  top: { from: 0.07, to: 0.4, anchor: 'top' }, middle: { from: 0.2, to: 0.8, anchor: 'middle' }, bottom: { from: 0.6, to: 0.92, anchor: 'bottom' },
};
/** Frames over which words come and go. */
const FADE = 4;

/** Words that are over the video, and on which of its frames. */
export interface Title {
  readonly overlay: Overlay;
  readonly from: number;
  readonly to: number;
}

interface Shape { readonly width: number; readonly height: number; readonly fps: number }

/** Whether a colour is seen better before something dark. */
const isLight = (colour: string): boolean => {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 110;
};

/**
 * Sets the words of a timeline, each with a soft dark or light ground about its letters, so that they are read over any image.
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'timeline', reason: 'letter-unknown' with that letter, or 'words-too-long'}
 */
export async function titlesOf(texts: readonly TimedText[], { width, height, fps }: Shape): Promise<readonly Title[]> {
  if (texts.length === 0) return [];
  const { createCanvas } = await lettering();
  const titles: Title[] = [];
  for (const { text, from, to, place, size, colour } of texts) {
    const letter = await unknownLetter(text);
    if (letter !== undefined) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'timeline', reason: 'letter-unknown', letter });
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    const { from: top, to: bottom, anchor } = PLACES[place];
    const max = SIZES[size] * Math.min(width, height);
    const box = { x: MARGIN * width, y: top * height, width: (1 - 2 * MARGIN) * width, height: (bottom - top) * height };
    const block = setText(context, text, box, { face: 'sans', weight: 700, size: { max, min: max * 0.35 }, leading: 1.18, align: 'middle', anchor }, { words: text, toward: directionOf(text) });
    if (block === undefined) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'timeline', reason: 'words-too-long' });
    context.shadowColor = isLight(colour) ? 'rgba(0, 0, 0, 0.75)' : 'rgba(255, 255, 255, 0.85)';
    for (const blur of [0.28, 0.08]) {
      context.shadowBlur = block.size * blur;
      drawBlock(context, block, colour);
    }
    titles.push({ overlay: overlayOf({ width, height, data: context.getImageData(0, 0, width, height).data }), from: Math.round((from * fps) / 1_000), to: Math.round((to * fps) / 1_000) });
  }
  return titles;
}

/** How much of it is seen on a frame, 0 to 1: it comes and goes within its time. */
export function shareAt({ from, to }: Pick<Title, 'from' | 'to'>, frame: number): number {
  if (frame < from || frame >= to) return 0;
  return Math.min(1, (frame - from + 1) / FADE, (to - frame) / FADE);
}

/** A frame with the words that are seen on it; the frame itself where there are none. */
export function titled(frame: PlanarFrame, titles: readonly Title[], index: number, width: number, height: number): PlanarFrame {
  const seen = titles.filter((title) => shareAt(title, index) > 0);
  if (seen.length === 0) return frame;
  // An image that stands is one frame many times.
  const copy = { yuv: new Uint8Array(frame.yuv) };
  for (const title of seen) layOver(copy, title.overlay, shareAt(title, index), width, height);
  return copy;
}
