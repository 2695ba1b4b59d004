import { QueryBus } from '@nestjs/cqrs';
import type { UserId } from '../../kernel/ids.js';
import type { CliCommand } from '../../platform/cli.js';
import { accountStream } from '../account/account.key.js';
import { APP_NAMES, USAGE_TYPES } from '../credits.shared.js';
import { GetTrialBalance } from './finance.queries.js';
import { accountOwner, BASES, bookDay, momentOf, type Basis, type TrialBalance } from './finance.shared.js';
import { GetAccountHistory } from '../statement/history.queries.js';

/** Numbers of one row, in the order of `HEADS`. */
function figures({ opening, moved, closing }: TrialBalance['total']): readonly number[] {
  const { granted, adjusted, held, spent, released, expired, revoked } = moved;
  return [
    opening.available + opening.held,
    granted,
    adjusted,
    held,
    spent,
    released,
    expired,
    revoked,
    closing.available,
    closing.held,
  ];
}

const HEADS = [
  'opening',
  'granted',
  'adjusted',
  'held',
  'spent',
  'released',
  'expired',
  'revoked',
  'available',
  'held after',
];

const lineOf = (name: string, cells: readonly (number | string)[]): string =>
  [name.padEnd(22), ...cells.map((cell) => String(cell).padStart(12))].join('');

/** @throws Error with a message for the operator */
const basisOf = (options: ReadonlyMap<string, string>): Basis =>
  oneOf(BASES, options.get('basis') ?? 'recorded', 'basis');

/** `ledger trial-balance`: the trial balance of a day over all accounts, and whether it balances. */
export const trialBalanceCommand: CliCommand = {
  name: 'trial-balance',
  takes: [],
  options: { day: '<YYYY-MM-DD>', basis: BASES.join('|') },
  does: 'sums all accounts at the end of a day (UTC; today so far), and checks that debits equal credits',
  async run({ get, say }, _args, options) {
    const requested = options.get('day');
    if (requested !== undefined && !bookDay.safeParse(requested).success)
      throw new Error(`${requested} is not a day. Write it as 2026-01-31.`);
    const answer = await get(QueryBus).execute(new GetTrialBalance(requested, undefined, {}, basisOf(options)));
    if (!answer.ok) throw new Error(`${requested ?? ''} is in the future (${answer.error.identifier}).`);
    const { day, total, bySource, byApp, byUsageType, debits, credits, balanced, incomplete } = answer.value;
    say(lineOf(day, HEADS));
    say(lineOf('all', figures(total)));
    for (const line of bySource) say(lineOf(`source ${line.source}`, figures(line)));
    for (const line of byApp) say(lineOf(`app ${line.appName}`, figures(line)));
    for (const line of byUsageType) say(lineOf(`usage ${line.usageType}`, figures(line)));
    say(`Debits ${debits}, credits ${credits}: ${balanced ? 'balanced' : 'NOT balanced'}.`);
    for (const { stream, position, reason } of incomplete)
      say(`Left out: ${stream} from position ${position} of the log on: ${reason}`);
    return balanced && incomplete.length === 0 ? 0 : 1;
  },
};

/** A value of an option. @throws Error with a message for the operator */
export function oneOf<Value extends string>(values: readonly Value[], requested: string, what: string): Value {
  const found = values.find((value) => value === requested);
  if (found === undefined) throw new Error(`${requested} is not a known ${what}. Choose one of: ${values.join(', ')}.`);
  return found;
}

/** The moment that an option names. @throws Error with a message for the operator */
export function moment(options: ReadonlyMap<string, string>, name: string): number | undefined {
  const requested = options.get(name);
  if (requested === undefined) return undefined;
  const parsed = momentOf.safeParse(requested);
  if (!parsed.success) throw new Error(`${requested} is not a time. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.`);
  return parsed.data;
}

/** `ledger balance`: the balance of an account at a moment, folded from its events only. */
export const balanceCommand: CliCommand = {
  name: 'balance',
  takes: ['<user>'],
  options: { app: APP_NAMES.join('|'), usage: USAGE_TYPES.join('|'), 'as-of': '<ISO time>', basis: BASES.join('|') },
  does: 'shows the balance of an account at a time, from its events alone',
  async run({ get, say }, [user = ''], options) {
    if (!accountOwner.safeParse(user).success) throw new Error(`${user} is not a user id.`);
    const account = {
      userId: user as UserId,
      appName: oneOf(APP_NAMES, options.get('app') ?? 'kinora', 'app'),
      usageType: oneOf(USAGE_TYPES, options.get('usage') ?? 'credits', 'usage type'),
    };
    const answer = await get(QueryBus).execute(
      new GetAccountHistory(account, moment(options, 'as-of'), { limit: 1 }, basisOf(options)),
    );
    if (!answer.ok)
      throw new Error(
        answer.error.identifier === 'ACCOUNT_NOT_FOUND'
          ? `There are no events in ${accountStream(account)}.`
          : `${options.get('as-of') ?? ''} is in the future (${answer.error.identifier}).`,
      );
    const { asOf, revision, available, spendable, held, totals, grants, holds } = answer.value;
    say(`${accountStream(account)} as of ${new Date(asOf).toISOString()}, after event ${revision}:`);
    say(
      `available ${available} (spendable ${spendable}), held ${held}, granted ${totals.granted}, adjusted ${totals.adjusted}, spent ${totals.spent}, expired ${totals.expired}, revoked ${totals.revoked}, receivable ${totals.receivable}`,
    );
    for (const grant of grants)
      say(
        `grant ${grant.grantId} (${grant.source}, ${grant.standing}): ${grant.available} available, ${grant.held} held of ${grant.amount}, ${grant.expiresAt === undefined ? 'never expires' : `expires ${new Date(grant.expiresAt).toISOString()}`}`,
      );
    for (const hold of holds) say(`hold ${hold.holdId}: ${hold.amount}, ends ${new Date(hold.endsAt).toISOString()}`);
    return 0;
  },
};
