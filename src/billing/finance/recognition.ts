/** A day, counted from the beginning of the epoch, UTC. */
export type DayNumber = number;

const DAY_MS = 86_400_000;

/** @param at milliseconds since the epoch */
export const dayNumberOf = (at: number): DayNumber => Math.floor(at / DAY_MS);

/** `YYYY-MM-DD`, UTC. */
export const dayName = (day: DayNumber): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Money of one currency that came or went on a day, without tax; minor units, negative for what went back. */
export interface Movement {
  readonly day: DayNumber;
  readonly minor: number;
}

/** When what was paid for is delivered: evenly over so many days from the first on; whatever is left on the day `until`. */
export interface Delivery {
  readonly first: DayNumber;
  /** 0 for what is delivered as soon as it is paid for. */
  readonly days: number;
  readonly until?: DayNumber;
}

/** That from a day on so much more, or less, is recognised each day; minor units. */
export interface RecognitionStep {
  readonly day: DayNumber;
  readonly by: number;
}

/**
 * What is recognised of an invoice by the end of a day (adr/0038): of what was kept of its money by then, the part that was delivered.
 * The parts of the days are those of `splitMoney`: they differ by one minor unit at most, the larger ones first, and add up exactly.
 */
export function recognisedBy(day: DayNumber, movements: readonly Movement[], { first, days, until }: Delivery): number {
  const kept = movements.reduce((sum, movement) => (movement.day <= day ? sum + movement.minor : sum), 0);
  if (days === 0 || (until !== undefined && day >= until)) return kept;
  const delivered = Math.min(Math.max(day - first + 1, 0), days);
  const { min, larger } = partsOf(kept, days);
  return min * delivered + Math.min(larger, delivered);
}

/** How an amount is split over days: each gets the least, the first ones one minor unit more. */
function partsOf(minor: number, days: number): { readonly min: number; readonly larger: number } {
  const min = Math.floor(minor / days);
  return { min, larger: minor - min * days };
}

/**
 * The same, as the changes of what is recognised a day: some few, however long the period is. Money that comes after its period has begun is
 * caught up with on its day; so is money that goes back.
 * @returns in the order of their days, none of them by nothing
 */
export function recognitionSteps(movements: readonly Movement[], delivery: Delivery): readonly RecognitionStep[] {
  const steps: RecognitionStep[] = [];
  let rate = 0;
  for (const day of turningDays(movements, delivery)) {
    const next = recognisedBy(day, movements, delivery) - recognisedBy(day - 1, movements, delivery);
    if (next !== rate) steps.push({ day, by: next - rate });
    rate = next;
  }
  return steps;
}

/** Every day on which another amount may be recognised than on the day before. */
function turningDays(movements: readonly Movement[], { first, days, until }: Delivery): readonly DayNumber[] {
  const turning = new Set<DayNumber>(movements.flatMap(({ day }) => [day, day + 1]));
  if (until !== undefined) turning.add(until).add(until + 1);
  if (days > 0) {
    turning.add(first).add(first + days);
    for (const { day } of movements) {
      const kept = movements.reduce((sum, movement) => (movement.day <= day ? sum + movement.minor : sum), 0);
      turning.add(first + partsOf(kept, days).larger);
    }
  }
  return [...turning].sort((a, b) => a - b);
}
