import type { CostRule } from './cost.shared.js';

/** A model as the picker shows it. */
export interface ModelView {
  readonly id: string;
  /** Display name. The one-line description is `models.<id>.description` in the web app's messages. */
  readonly name: string;
  /** The calls it serves, such as `text2Image.create`. */
  readonly procedures: readonly string[];
  /** `free`: everyone; `pro`: subscribers. */
  readonly tier: 'free' | 'pro';
  readonly engine: 'local' | 'remote';
  /** In the relaxed queue: free with an unlimited plan, within fair use. */
  readonly relaxed: boolean;
  /** Time of one output on an idle machine, for the picker; milliseconds. */
  readonly typicalMs: number;
  readonly cost: CostRule;
  readonly priceVersion: number;
  /** Of a connected engine: when it was connected, milliseconds since the epoch; and whether the operator prefers the model. */
  readonly connectedAt?: number;
  readonly preferred?: true;
  /** Longest side of an output, pixels. */
  readonly longSide: number;
}
