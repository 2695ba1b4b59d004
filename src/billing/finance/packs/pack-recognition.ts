import type { Millis } from '../../../kernel/clock.js';
import { scaleDown } from '../../../kernel/money.shared.js';
import { addMonths } from '../../../kernel/months.js';
import type { PackPolicy, PackRule } from '../../accounting/settings.shared.js';
import type { PaidPack, Recognise } from '../entries.js';
import {
  dayName,
  dayNumberOf,
  keptBy,
  recognisedBy,
  stepsOn,
  turningDays,
  type DayNumber,
  type Delivery,
  type Movement,
  type RecognitionStep,
} from '../recognition.js';

const AT_ONCE: PackRule = { kind: 'at-once' };

/** The rule of a pack: that of the day on which it was paid. A later rule never changes it. */
export function ruleOf(policies: readonly PackPolicy[], paidAt: Millis): PackRule {
  const paidOn = dayName(dayNumberOf(paidAt));
  return (
    policies
      .filter(({ from }) => from <= paidOn)
      .reduce<PackPolicy | undefined>(
        (last, one) => (last === undefined || one.from >= last.from ? one : last),
        undefined,
      )?.rule ?? AT_ONCE
  );
}

/** The first day from which packs are not recognised when they are paid; undefined when all are. */
export const deferredFrom = (policies: readonly PackPolicy[]): string | undefined =>
  policies
    .filter(({ rule }) => rule.kind !== 'at-once')
    .map(({ from }) => from)
    .sort()[0];

/** A rule as exports write it, with its months. */
export const ruleName = (rule: PackRule): string =>
  rule.kind === 'at-once' ? rule.kind : `${rule.kind} ${rule.months}`;

/** The credits of one usage type that a pack gave, and their use by day. */
export interface PackUse {
  /** Whole credits. */
  readonly granted: number;
  /** In order. */
  readonly days: readonly DayNumber[];
  /** The credits used on each of these days. */
  readonly used: readonly number[];
  /** The day on which the rest could no longer be used. */
  readonly ended: DayNumber | null;
}

/**
 * How the money of a pack becomes revenue (adr/0077). Never more than what is kept, and all of it at the end.
 * @param uses of each usage type; only `by-use` needs them
 * @returns undefined when it is recognised when it is paid
 */
export function packRecognition(
  rule: PackRule,
  { paidAt }: Pick<PaidPack, 'paidAt'>,
  uses: readonly PackUse[],
): Recognise | undefined {
  switch (rule.kind) {
    case 'at-once':
      return undefined;
    case 'by-use':
      return (movements) => stepsByUse(movements, uses, endOfRule(paidAt, rule.months));
    case 'by-time': {
      const first = dayNumberOf(paidAt);
      return (movements) => stepsByTime(movements, { first, days: endOfRule(paidAt, rule.months) - first });
    }
    default:
      return rule satisfies never;
  }
}

/** The first day after the months that begin with the day of a payment. */
export const endOfRule = (paidAt: Millis, months: number): DayNumber => dayNumberOf(addMonths(paidAt, months));

/** As a plan over its period. A loss (more was returned than paid) is recognised at once. */
function stepsByTime(movements: readonly Movement[], delivery: Delivery): readonly RecognitionStep[] {
  return stepsOn(turningDays(movements, delivery), (day) =>
    keptBy(day, movements) < 0 ? keptBy(day, movements) : recognisedBy(day, movements, delivery),
  );
}

/**
 * The used part of the money kept. It changes on few days, so that each change is recognised on one day.
 * @param end from this day on, everything is recognised
 */
function stepsByUse(
  movements: readonly Movement[],
  uses: readonly PackUse[],
  end: DayNumber,
): readonly RecognitionStep[] {
  const days = new Set(movements.map(({ day }) => day)).add(end);
  for (const use of uses) {
    for (const day of use.days) days.add(day);
    if (use.ended !== null) days.add(use.ended);
  }
  const ordered = movements.toSorted((a, b) => a.day - b.day);
  const kept = runningSum(
    ordered.map(({ day }) => day),
    ordered.map(({ minor }) => minor),
  );
  const used = uses.map((use) => ({ ...use, by: runningSum(use.days, use.used) }));
  const rates = new Map<DayNumber, number>();
  let before = 0;
  for (const day of [...days].sort((a, b) => a - b)) {
    const parts = used.map(({ granted, ended, by }) => ({
      granted,
      used: ended !== null && day >= ended ? granted : Math.min(by(day), granted),
    }));
    const recognised = usedPart(kept(day), day >= end ? [] : parts);
    if (recognised === before) continue;
    rates.set(day, (rates.get(day) ?? 0) + recognised - before);
    rates.set(day + 1, (rates.get(day + 1) ?? 0) - recognised + before);
    before = recognised;
  }
  return [...rates]
    .filter(([, by]) => by !== 0)
    .sort(([a], [b]) => a - b)
    .map(([day, by]) => ({ day, by }));
}

interface UsedPart {
  readonly used: number;
  readonly granted: number;
}

/**
 * Usage types are not added, so the least used one counts: while one of them is unused, so is that part of the pack. A
 * loss is recognised at once.
 */
function usedPart(kept: number, parts: readonly UsedPart[]): number {
  if (kept <= 0) return kept;
  const min = parts.reduce<UsedPart | undefined>(
    (found, part) =>
      found === undefined || BigInt(part.used) * BigInt(found.granted) < BigInt(found.used) * BigInt(part.granted)
        ? part
        : found,
    undefined,
  );
  if (min === undefined || min.used === min.granted) return kept;
  return scaleDown(kept, { numerator: BigInt(min.used), denominator: BigInt(min.granted) });
}

/** The sum by the end of a day, for days that are asked in order. @param days in order */
function runningSum(days: readonly DayNumber[], amounts: readonly number[]): (day: DayNumber) => number {
  let [next, sum] = [0, 0];
  return (day) => {
    while ((days[next] ?? Infinity) <= day) {
      sum += amounts[next] ?? 0;
      next += 1;
    }
    return sum;
  };
}
