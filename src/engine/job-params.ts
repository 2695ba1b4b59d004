import type { Style } from './options.shared.js';
import type { Motion } from './sizes.shared.js';

/** A call and its settings, as its procedure defines them. Engines read those that are named here; a technique knows all of its own. */
export interface JobParams {
  readonly procedure: string;
  readonly style?: Style;
  /** 0 to 1: how far a source is changed. */
  readonly strength?: number;
  readonly motion?: Motion;
  readonly [setting: string]: unknown;
}
