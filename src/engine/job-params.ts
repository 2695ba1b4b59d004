import type { Style } from './options.shared.js';
import type { Motion } from './sizes.shared.js';

/**
 * A procedure and its settings. Engines read the fields named here; each technique knows all settings of its own
 * procedure.
 */
export interface JobParams {
  readonly procedure: string;
  readonly style?: Style;
  /** How much the source is changed, 0 to 1. */
  readonly strength?: number;
  readonly motion?: Motion;
  readonly [setting: string]: unknown;
}
