/** What a silhouette is: how large, where it lives, and how it is drawn. */
import type { Pen } from '../pen.js';

/** Where a thing is at home; the painter finds it a place there. */
export type Habit =
  /** Stands on the ground. */
  | 'ground'
  /** Floats on water, or stands on the ground when there is none. */
  | 'afloat'
  /** Swims below the surface; with no water below, it leaps or drifts in the air. */
  | 'deep'
  /** In the air. */
  | 'air'
  /** Large and far: buildings, which stand behind animals and people. */
  | 'far'
  /** Covers ground in numbers: flowers, grass. */
  | 'carpet';

export interface Silhouette {
  readonly habit: Habit;
  /** Height as a share of the image's side at normal size. */
  readonly size: number;
  /** Width as a share of its height, to keep several apart. */
  readonly wide: number;
  /** Draws in a box 100 high, standing on y = 100 about x = 50. */
  readonly draw: (pen: Pen) => void;
  /** How many when the scene says only one, of things that come in numbers. */
  readonly flock?: number;
  /** Share of its height that is under water when it swims at the surface. */
  readonly sink?: number;
  /** Whether it may be mirrored; true when absent. */
  readonly turns?: boolean;
}
