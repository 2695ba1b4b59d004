import type { CostRule } from './cost.shared.js';

/** A model as the picker shows it. */
export interface ModelView {
  readonly id: string;
  readonly name: string;
  /** Key of its one-line description in the web app's messages, `models.<id>.description`. */
  readonly procedures: readonly string[];
  /** `free`: everyone; `pro`: subscribers. */
  readonly tier: 'free' | 'pro';
  readonly engine: 'local' | 'remote';
  /** What one output takes on an idle machine, for the picker; milliseconds. */
  readonly typicalMs: number;
  readonly cost: CostRule;
  readonly priceVersion: number;
  /** Longest side of an output, pixels. */
  readonly longSide: number;
}
