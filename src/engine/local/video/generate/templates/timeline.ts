/** What a template is made of: how images follow one another, what the camera does before each, and effects over time. All of it is data. */
import { ease } from '../camera.js';

/** Values at moments 0..1, in their order; eased in between, and held before the first and after the last. */
export type Track = readonly (readonly [moment: number, value: number])[];

/** The value of a track at a moment. @throws RangeError for a track without a value */
export function valueIn(track: Track, moment: number): number {
  const [first] = track;
  if (first === undefined) throw new RangeError('a track without a value');
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

/** Something that a template does to its images. Tracks run over each image's own time, except for what is told to run over the video. */
export type Effect =
  /** Things in the air. `speed` in heights a second for the nearest, down above 0 and up below; `sway` as a share of the width; sizes as shares of the shorter side. */
  | { readonly kind: 'flying'; readonly things: Flying; readonly count: number; readonly speed: number; readonly sway: number; readonly size: readonly [min: number, max: number] }
  /** Colours of old video, its grain, dust and scratches, a gate that does not stand still and a lamp that flickers. */
  | { readonly kind: 'projector'; readonly strength: number }
  /** Rows that are torn aside and colours that part; 0 nothing to 1 the worst. */
  | { readonly kind: 'glitch'; readonly strength: Track }
  /** A blur outwards from the middle, and a flash; 0 to 1. */
  | { readonly kind: 'burst'; readonly strength: Track }
  /** Paper that the image soaks through; 0 bare to 1 the whole image. */
  | { readonly kind: 'soak'; readonly open: Track }
  /** Night falls over the video, with stars where the sky is; 0 day to 1 night. */
  | { readonly kind: 'night'; readonly dark: Track }
  /** Warm light that goes over the video; where it stands, 0 the left side to 1 the right one. */
  | { readonly kind: 'leak'; readonly at: Track }
  /** The image as the tiles of a kaleidoscope, turning by so many turns over the video. */
  | { readonly kind: 'mirrors'; readonly turns: number };

export interface Template {
  /** `full`: an image fills the frame. `prints`: images fall onto a table as prints and come out. */
  readonly stage: 'full' | 'prints';
  /** How much nearer the camera is, 1 the whole image; over each image's time. */
  readonly zoom: Track;
  /** How one image follows another. */
  readonly change: 'fade' | 'cut' | 'slide' | 'zoom';
  /** In the order in which they are laid over one another. */
  readonly effects: readonly Effect[];
}
