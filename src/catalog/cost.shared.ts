/** What a model charges; every number in credits unless said otherwise. Declared by the catalogue, never by a component. */
export interface CostRule {
  /** Once a submission. */
  readonly base: number;
  /** For each output (picture, video). */
  readonly perOutput: number;
  /** For each second of each output; 0 for pictures. */
  readonly perSecond: number;
  /** The first entry whose `upToPixels` is at least the output's pixels multiplies the price; percent, 100 is ×1. */
  readonly resolution: readonly { readonly upToPixels: number; readonly percent: number }[];
}

/** Probed facts of what is asked for. */
export interface CostFacts {
  readonly outputs: number;
  /** Pixels of one output, width × height. */
  readonly pixels: number;
  /** Seconds of one output; 0 for pictures. */
  readonly seconds: number;
}

/** A price as shown on the button and as held by the server. `amount` is whole credits. */
export interface Price {
  readonly amount: number;
  /** Of the catalogue seed the price was computed from. */
  readonly priceVersion: number;
}

/** The price of one output, whole credits, rounded up. */
export function outputCost(rule: CostRule, facts: Omit<CostFacts, 'outputs'>): number {
  const step = rule.resolution.find((entry) => facts.pixels <= entry.upToPixels) ?? rule.resolution.at(-1);
  const percent = step?.percent ?? 100;
  return Math.ceil(((rule.perOutput + rule.perSecond * Math.ceil(facts.seconds)) * percent) / 100);
}

/**
 * The price of a creation: the same function on the Create button and in the server, so that they cannot differ.
 * @returns whole credits: `base + outputs × outputCost`, so that one failed output of four gives exactly its part back
 */
export function cost(rule: CostRule, facts: CostFacts): number {
  return rule.base + facts.outputs * outputCost(rule, facts);
}
