import type { StatementLine } from '@src/credits/credits.shared';

/** Outcome of a creation's hold, in credits. */
export interface HoldOutcome {
  readonly state: 'held' | 'captured' | 'partly' | 'released' | 'ranOut';
  readonly held: number;
  readonly captured: number;
  readonly released: number;
}

const sum = (line: StatementLine, what: StatementLine['steps'][number]['what']): number =>
  line.steps.reduce((total, step) => (step.what === what ? total + step.amount : total), 0);

/** Reads a creation's line as the story of its hold. */
export function outcomeOf(line: StatementLine): HoldOutcome {
  const held = sum(line, 'held');
  const captured = sum(line, 'captured');
  const ranOut = sum(line, 'hold-expired');
  const released = sum(line, 'released') + ranOut;
  const has = (what: StatementLine['steps'][number]['what']): boolean => line.steps.some((step) => step.what === what);
  if (has('hold-expired')) return { state: 'ranOut', held, captured, released };
  if (captured === 0 && has('released')) return { state: 'released', held, captured, released };
  if (captured > 0) return { state: released > 0 ? 'partly' : 'captured', held, captured, released };
  return { state: 'held', held, captured, released };
}
