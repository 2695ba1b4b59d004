import { QueryBus } from '@nestjs/cqrs';
import type { CliCommand } from '../platform/cli.js';
import { GetTrialBalance } from './finance.queries.js';
import { bookDay, type TrialBalance } from './finance.shared.js';

/** The figures of a line, in the order of `HEADS`. */
function figures({ opening, moved, closing }: TrialBalance['total']): readonly number[] {
  const { granted, adjusted, held, spent, released, expired, revoked } = moved;
  return [opening.available + opening.held, granted, adjusted, held, spent, released, expired, revoked, closing.available, closing.held];
}

const HEADS = ['opening', 'granted', 'adjusted', 'held', 'spent', 'released', 'expired', 'revoked', 'available', 'held after'];

const lineOf = (name: string, cells: readonly (number | string)[]): string => [name.padEnd(22), ...cells.map((cell) => String(cell).padStart(12))].join('');

/** `ledger trial-balance`: the books of a day over all accounts, and whether they balance. */
export const trialBalanceCommand: CliCommand = {
  name: 'trial-balance',
  takes: [],
  options: { day: '<YYYY-MM-DD>' },
  does: 'sums all accounts at the end of a day (UTC; today so far), and says whether debits equal credits',
  async run({ get, say }, _args, options) {
    const asked = options.get('day');
    if (asked !== undefined && !bookDay.safeParse(asked).success) throw new Error(`${asked} is no day; write it as 2026-01-31.`);
    const answer = await get(QueryBus).execute(new GetTrialBalance(asked));
    if (!answer.ok) throw new Error(`${answer.error.identifier}: ${asked ?? ''} has not come yet.`);
    const { day, total, bySource, byApp, byUsageType, debits, credits, balanced, incomplete } = answer.value;
    say(lineOf(day, HEADS));
    say(lineOf('all', figures(total)));
    for (const line of bySource) say(lineOf(`source ${line.source}`, figures(line)));
    for (const line of byApp) say(lineOf(`app ${line.appName}`, figures(line)));
    for (const line of byUsageType) say(lineOf(`usage ${line.usageType}`, figures(line)));
    say(`Debits ${debits}, credits ${credits}: ${balanced ? 'balanced' : 'NOT balanced'}.`);
    for (const { stream, position, reason } of incomplete) say(`Left out: ${stream} from position ${position} of the log on: ${reason}`);
    return balanced && incomplete.length === 0 ? 0 : 1;
  },
};
