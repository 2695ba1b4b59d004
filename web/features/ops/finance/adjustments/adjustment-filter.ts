import { defined } from '@src/kernel/defined.shared';
import { ADJUSTMENT_REASONS } from '@src/credits/credits.shared';
import { ADJUSTMENT_STATES, type AdjustmentState } from '@src/credits/adjustments/adjustment.shared';

/** The filter of the register, as the address has it. */
export interface RegisterFilter {
  readonly userId?: string;
  readonly actor?: string;
  readonly reason?: (typeof ADJUSTMENT_REASONS)[number];
  readonly state?: AdjustmentState;
  readonly reference?: string;
  /** First day, `YYYY-MM-DD` in UTC. */
  readonly from?: string;
  /** The day after the last. */
  readonly to?: string;
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

const dayIn = (text: string | null): string | undefined =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

const TEXTS = { user: /^[^.\s]{1,100}$/, actor: /^[\w:.-]{1,200}$/, case: /^[\w:./#-]{1,100}$/ } as const;
export type TextName = keyof typeof TEXTS;

/** A text filter of the address, without spaces around it; empty if there is none. */
const textIn = (parameters: Pick<URLSearchParams, 'get'>, name: TextName): string => parameters.get(name)?.trim() ?? '';

/** The text filters that the server would refuse. Nothing is shown while there is one. */
export const wrongFilters = (parameters: Pick<URLSearchParams, 'get'>): readonly TextName[] =>
  (['user', 'actor', 'case'] as const).filter((name) => {
    const text = textIn(parameters, name);
    return text !== '' && !TEXTS[name].test(text);
  });

/** Reads the filter from the address. Values that the server would refuse are left out. */
export function readAdjustmentFilter(parameters: Pick<URLSearchParams, 'get'>): RegisterFilter {
  const user = textIn(parameters, 'user');
  const actor = textIn(parameters, 'actor');
  const reference = textIn(parameters, 'case');
  const last = dayIn(parameters.get('to'));
  return defined({
    userId: TEXTS.user.test(user) ? user : undefined,
    actor: TEXTS.actor.test(actor) ? actor : undefined,
    reference: TEXTS.case.test(reference) ? reference : undefined,
    reason: ADJUSTMENT_REASONS.find((one) => one === parameters.get('reason')),
    state: ADJUSTMENT_STATES.find((one) => one === parameters.get('state')),
    from: dayIn(parameters.get('from')),
    to: last === undefined ? undefined : new Date(Date.parse(last) + DAY_MS).toISOString().slice(0, 10),
  });
}
