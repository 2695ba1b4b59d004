/** A silhouette: its size, its habitat, and how it is drawn. */
import type { Pen } from '../pen.js';

/** Where a subject is usually found; the painter places it there. */
export type Habit =
  /** Stands on the ground. */
  | 'ground'
  /** Floats on water, or stands on the ground when there is none. */
  | 'afloat'
  /** Swims below the surface; without water below, it leaps or floats in the air. */
  | 'deep'
  /** In the air. */
  | 'air'
  /** Large and distant: buildings, which stand behind animals and people. */
  | 'far'
  /** Covers the ground in large numbers: flowers, grass. */
  | 'carpet';

export interface Silhouette {
  readonly habit: Habit;
  /** Height as a share of the image's side at normal size. */
  readonly size: number;
  /** Width as a share of its height, which keeps several apart. */
  readonly wide: number;
  /** Draws in a box 100 high, standing on y = 100, centred at x = 50. */
  readonly draw: (pen: Pen) => void;
  /** Number drawn when the scene says only one, for subjects that appear in groups. */
  readonly flock?: number;
  /** Share of its height below the surface when it swims. */
  readonly sink?: number;
  /** Whether it may be mirrored; true when absent. */
  readonly turns?: boolean;
}
