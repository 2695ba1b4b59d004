import type { CostRule } from './cost.shared.js';

/** A model as the picker shows it. */
export interface ModelView {
  readonly id: string;
  /** As shown; its one-line description is `models.<id>.description` in the web app's messages. */
  readonly name: string;
  /** The calls it serves, such as `text2Image.create`. */
  readonly procedures: readonly string[];
  /** `free`: everyone; `pro`: subscribers. */
  readonly tier: 'free' | 'pro';
  readonly engine: 'local' | 'remote';
  /** Of the relaxed queue: it costs an unlimited plan nothing, as long as its use is fair. */
  readonly relaxed: boolean;
  /** What one output takes on an idle machine, for the picker; milliseconds. */
  readonly typicalMs: number;
  readonly cost: CostRule;
  readonly priceVersion: number;
  /** Longest side of an output, pixels. */
  readonly longSide: number;
}
