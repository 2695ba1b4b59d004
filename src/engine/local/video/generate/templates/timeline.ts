/** Contents of a template, all of it data: how images follow one another, the camera's zoom, and effects over time. */
import { ease } from '../camera.js';

/**
 * Keyframes at moments 0..1 in ascending order, with eased values in between. The first and last values are held
 * outside.
 */
export type Track = readonly (readonly [moment: number, value: number])[];

/**
 * The value of a track at a moment.
 * @throws RangeError for a track without a value
 */
export function valueIn(track: Track, moment: number): number {
  const [first] = track;
  if (first === undefined) throw new RangeError('a track without values');
  let before = first;
  for (const point of track) {
    if (point[0] > moment) {
      const length = point[0] - before[0];
      return length <= 0 ? point[1] : before[1] + (point[1] - before[1]) * ease((moment - before[0]) / length);
    }
    before = point;
  }
  return before[1];
}

/** What flies through the image. */
export type Flying = 'flakes' | 'hearts' | 'papers';

/** An effect of a template. Tracks run over each image's time, except where noted that they run over the video. */
export type Effect =
  /**
   * Objects in the air. `speed` in frame heights per second for the nearest: positive down, negative up; `sway` as a
   * share of the width; sizes as shares of the shorter side.
   */
  | {
      readonly kind: 'flying';
      readonly things: Flying;
      readonly count: number;
      readonly speed: number;
      readonly sway: number;
      readonly size: readonly [min: number, max: number];
    }
  /** Old film: colours, grain, dust and scratches, gate weave and a flickering lamp. */
  | { readonly kind: 'projector'; readonly strength: number }
  /** Shifted rows and separated colours; 0 none to 1 the strongest. */
  | { readonly kind: 'glitch'; readonly strength: Track }
  /** A radial blur from the middle with a flash; 0 to 1. */
  | { readonly kind: 'burst'; readonly strength: Track }
  /** Paper that the image soaks through; 0 blank to 1 the whole image. */
  | { readonly kind: 'soak'; readonly open: Track }
  /** Nightfall over the video, with stars in the sky; 0 day to 1 night. */
  | { readonly kind: 'night'; readonly dark: Track }
  /** A warm light leak over the video; its position, 0 the left side to 1 the right side. */
  | { readonly kind: 'leak'; readonly at: Track }
  /** A kaleidoscope of the image; `turns` is the number of rotations over the video. */
  | { readonly kind: 'mirrors'; readonly turns: number };

export interface Template {
  /** `full`: an image fills the frame. `prints`: images fall onto a table as prints and develop. */
  readonly stage: 'full' | 'prints';
  /** Zoom over each image's time; 1 shows the whole image. */
  readonly zoom: Track;
  /** How one image follows another. */
  readonly change: 'fade' | 'cut' | 'slide' | 'zoom';
  /** In drawing order. */
  readonly effects: readonly Effect[];
}
