import { API_CREDITS_PER_CREDIT } from '../kernel/payers.shared.js';

/** Price of a model; numbers are credits unless stated otherwise. Declared by the catalogue, never by a component. */
export interface CostRule {
  /** Per submission. */
  readonly base: number;
  /** Per output (image, video). */
  readonly perOutput: number;
  /** Per second of each output; 0 for images. */
  readonly perSecond: number;
  /**
   * Price factor in per cent, 100 is ×1. The first entry whose `upToPixels` is at least the output's pixels applies.
   */
  readonly resolution: readonly { readonly upToPixels: number; readonly percent: number }[];
}

/** Properties of the requested outputs. */
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
  /** Version of the catalogue seed used for the price. */
  readonly priceVersion: number;
}

/** What a creation is charged; every number in whole credits. */
export interface Charge {
  /** `base + outputs × perOutput`: the number on the button and the number that is held. */
  readonly amount: number;
  readonly base: number;
  readonly perOutput: number;
  /** The list price of what is free by the relaxed queue or as a draft. */
  readonly relaxed?: ListPrice;
  readonly draft?: ListPrice;
}

type ListPrice = Pick<Charge, 'amount' | 'base' | 'perOutput'>;

/**
 * What a user may still create for nothing today with a model; 0 where a rule does not apply to the user or the model.
 */
export interface FreeLeft {
  /** Creations of the relaxed queue. */
  readonly relaxed: number;
  /** Drafts. They are used up first. */
  readonly drafts: number;
}

/** The price of one output, whole credits, rounded up. */
export function outputCost(rule: CostRule, facts: Omit<CostFacts, 'outputs'>): number {
  const step = rule.resolution.find((entry) => facts.pixels <= entry.upToPixels) ?? rule.resolution.at(-1);
  const percent = step?.percent ?? 100;
  return Math.ceil(((rule.perOutput + rule.perSecond * Math.ceil(facts.seconds)) * percent) / 100);
}

/**
 * The price of a creation. The Create button and the server both call this function, so they cannot differ.
 * @returns whole credits: `base + outputs × outputCost`, so that one failed output of four refunds exactly its share
 */
export function cost(rule: CostRule, facts: CostFacts): number {
  return rule.base + facts.outputs * outputCost(rule, facts);
}

/** The pricing fields of a model. */
interface Priced {
  readonly cost: CostRule;
  readonly relaxed: boolean;
}

/** By which rule a model is free for a user now; undefined if it is not. */
const freeBy = ({ relaxed }: Priced, left: FreeLeft): 'draft' | 'relaxed' | undefined =>
  left.drafts > 0 ? 'draft' : relaxed && left.relaxed > 0 ? 'relaxed' : undefined;

/**
 * Current price of a model for a user: nothing while they have free drafts left and it makes drafts, or while they have
 * free creations left and it is in the relaxed queue. The Create button and the server both call this function.
 */
export function costNow(model: Priced, left: FreeLeft): CostRule {
  const { cost: rule } = model;
  return freeBy(model, left) !== undefined
    ? { base: 0, perOutput: 0, perSecond: 0, resolution: rule.resolution }
    : rule;
}

/**
 * Charge of a creation.
 * @param left see `costNow`
 */
export function charge(model: Priced, facts: CostFacts, left: FreeLeft): Charge {
  const priced = (rule: CostRule) => ({
    amount: cost(rule, facts),
    base: rule.base,
    perOutput: outputCost(rule, facts),
  });
  const by = freeBy(model, left);
  return by === undefined ? priced(model.cost) : { ...priced(costNow(model, left)), [by]: priced(model.cost) };
}

/**
 * A charge in credits of the account that pays: each number times `API_CREDITS_PER_CREDIT` for API credits.
 * @param paysWith absent for credits
 */
export function chargeIn(paysWith: 'api_credits' | undefined, { amount, base, perOutput, ...free }: Charge): Charge {
  const rate = paysWith === undefined ? 1 : API_CREDITS_PER_CREDIT;
  return { ...free, amount: amount * rate, base: base * rate, perOutput: perOutput * rate };
}
