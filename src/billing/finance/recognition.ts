/** A UTC day, counted from the epoch. */
export type DayNumber = number;

const DAY_MS = 86_400_000;

/** @param at milliseconds since the epoch */
export const dayNumberOf = (at: number): DayNumber => Math.floor(at / DAY_MS);

/** `YYYY-MM-DD`, UTC. */
export const dayName = (day: DayNumber): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Money in one currency received or returned on a day, without tax; minor units, negative when returned. */
export interface Movement {
  readonly day: DayNumber;
  readonly minor: number;
}

/** Delivery schedule of a purchase: evenly over `days` from `first` on; any remainder on the day `until`. */
export interface Delivery {
  readonly first: DayNumber;
  /** 0 when it is delivered at payment. */
  readonly days: number;
  readonly until?: DayNumber;
}

/** Change of the daily recognised amount from a day on; minor units. */
export interface RecognitionStep {
  readonly day: DayNumber;
  readonly by: number;
}

/**
 * Amount recognised for an invoice by the end of a day (adr/0038): the delivered part of the money kept by then. Days
 * are split like `splitMoney`: they differ by at most one minor unit, larger parts first, and add up exactly.
 */
export function recognisedBy(day: DayNumber, movements: readonly Movement[], { first, days, until }: Delivery): number {
  const kept = keptBy(day, movements);
  if (days === 0 || (until !== undefined && day >= until)) return kept;
  const delivered = Math.min(Math.max(day - first + 1, 0), days);
  const { min, larger } = partsOf(kept, days);
  return min * delivered + Math.min(larger, delivered);
}

/** Money kept by the end of a day; minor units. */
export const keptBy = (day: DayNumber, movements: readonly Movement[]): number =>
  movements.reduce((sum, movement) => (movement.day <= day ? sum + movement.minor : sum), 0);

/** Split of an amount over days: each gets the minimum, the first ones one minor unit more. */
function partsOf(minor: number, days: number): { readonly min: number; readonly larger: number } {
  const min = Math.floor(minor / days);
  return { min, larger: minor - min * days };
}

/**
 * The same as changes of the daily recognised amount: only a few steps, however long the period. Money that arrives or
 * is returned after the period began is caught up on that day.
 * @returns steps in order of days, none of them zero
 */
export const recognitionSteps = (movements: readonly Movement[], delivery: Delivery): readonly RecognitionStep[] =>
  stepsOn(turningDays(movements, delivery), (day) => recognisedBy(day, movements, delivery));

/**
 * An amount as changes of its daily part.
 * @param days in order, every day on which the daily part may change
 * @param amountBy the amount by the end of a day
 * @returns steps in order of days, none of them zero
 */
export function stepsOn(days: readonly DayNumber[], amountBy: (day: DayNumber) => number): readonly RecognitionStep[] {
  const steps: RecognitionStep[] = [];
  let rate = 0;
  for (const day of days) {
    const next = amountBy(day) - amountBy(day - 1);
    if (next !== rate) steps.push({ day, by: next - rate });
    rate = next;
  }
  return steps;
}

/** Every day on which the daily recognised amount may differ from that of the day before, in order. */
export function turningDays(movements: readonly Movement[], { first, days, until }: Delivery): readonly DayNumber[] {
  const turning = new Set<DayNumber>(movements.flatMap(({ day }) => [day, day + 1]));
  if (until !== undefined) turning.add(until).add(until + 1);
  if (days > 0) {
    turning.add(first).add(first + days);
    for (const { day } of movements) {
      turning.add(first + partsOf(keptBy(day, movements), days).larger);
    }
  }
  return [...turning].sort((a, b) => a - b);
}
