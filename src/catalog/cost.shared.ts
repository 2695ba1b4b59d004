/** What a model charges; every number in credits unless said otherwise. Declared by the catalogue, never by a component. */
export interface CostRule {
  /** Once a submission. */
  readonly base: number;
  /** For each output (image, video). */
  readonly perOutput: number;
  /** For each second of each output; 0 for images. */
  readonly perSecond: number;
  /** The first entry whose `upToPixels` is at least the output's pixels multiplies the price; percent, 100 is ×1. */
  readonly resolution: readonly { readonly upToPixels: number; readonly percent: number }[];
}

/** Probed facts of what is requested. */
export interface CostFacts {
  readonly outputs: number;
  /** Pixels of one output, width × height. */
  readonly pixels: number;
  /** Seconds of one output; 0 for images. */
  readonly seconds: number;
}

/** A price as shown on the button and as held by the server. `amount` is whole credits. */
export interface Price {
  readonly amount: number;
  /** Of the catalogue seed the price was computed from. */
  readonly priceVersion: number;
}

/** What a creation is charged; every number in whole credits. */
export interface Charge {
  /** `base + outputs × perOutput`: the number on the button and the number that is held. */
  readonly amount: number;
  readonly base: number;
  readonly perOutput: number;
  /** The price that is written down where nothing is charged. */
  readonly relaxed?: { readonly amount: number; readonly base: number; readonly perOutput: number };
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

/** A model as far as its price goes. */
interface Priced {
  readonly cost: CostRule;
  readonly relaxed: boolean;
}

/**
 * What a model charges someone now: its price, or nothing where it is of the relaxed queue and may still be used so today. The same
 * function on the Create button and in the server.
 * @param relaxedLeft creations of today that may still cost nothing by the plan; 0 without such a plan
 */
export function costNow({ cost: rule, relaxed }: Priced, relaxedLeft: number): CostRule {
  return relaxed && relaxedLeft > 0 ? { base: 0, perOutput: 0, perSecond: 0, resolution: rule.resolution } : rule;
}

/** What a creation is charged. @param relaxedLeft as `costNow` takes it */
export function charge(model: Priced, facts: CostFacts, relaxedLeft: number): Charge {
  const priced = (rule: CostRule) => ({ amount: cost(rule, facts), base: rule.base, perOutput: outputCost(rule, facts) });
  const now = costNow(model, relaxedLeft);
  return now === model.cost ? priced(now) : { ...priced(now), relaxed: priced(model.cost) };
}
