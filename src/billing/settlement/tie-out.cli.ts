import { CommandBus } from '@nestjs/cqrs';
import { catchUp } from '../../credits/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { CliCommand } from '../../platform/cli.js';
import { CLOCK } from '../../platform/tokens.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { priceText } from '../plans/price.shared.js';
import { compareSides } from './settlement.js';
import { ageOf } from './tie-out.js';
import { differencesOf } from './tie-out.model.js';
import { ReadTransactions } from './tie-out.queries.js';
import { GRACE_DAYS, type TieLine } from './tie-out.shared.js';
import { Transactions } from './transactions.js';

const moneyOf = (amounts: TieLine['kinora']): string =>
  amounts
    .map(({ amount, currency }) => `${priceText({ minor: amount, currency }, 'en')} (${amount} ${currency})`)
    .join(' and ') || 'nothing';

function unmatchedLine(line: TieLine, now: number): string {
  const { outcome, kind, subjectId, gateway, kinora, atGateway, unbooked, invoice } = line;
  const days = ageOf(line, now);
  return `${outcome}  ${kind} ${subjectId} at ${gateway}${invoice === null ? '' : ` of invoice ${invoice.number}`}, ${days} ${days === 1 ? 'day' : 'days'} old: Kinora has ${outcome === 'unbooked' ? `${moneyOf(unbooked)} without its payment` : moneyOf(kinora)}, the gateway ${moneyOf(atGateway)}`;
}

/** `billing tie-out`: compares all payments with the transactions of the gateways. */
export const tieOut: CliCommand = {
  name: 'tie-out',
  takes: [],
  flags: ['all'],
  options: {},
  does: `reads new transactions of the payment gateways (with --all every one again), and lists payments, refunds and disputes that only one side knows; exit code 1 for those older than ${GRACE_DAYS} days and for other amounts`,
  async run(tools, _args, options) {
    const { parts, get, say } = tools;
    if (!parts.documents.shared) await catchUp(tools);
    const failed = await get(CommandBus).execute(new ReadTransactions(options.has('all')));
    for (const name of failed) say(`${name} could not be read; what was read before is compared.`);
    const transactions = get(Transactions);
    const compared = await compareSides({ invoices: get(InvoiceReads).documents, transactions }, () => {
      const counted = { count: 0 };
      return { counted, matched: () => void (counted.count += 1) };
    });
    const now = get<Clock>(CLOCK).now();
    const unmatched = compared.lines.filter(({ outcome }) => outcome !== 'matched');
    for (const line of unmatched) say(unmatchedLine(line, now));
    const differences = differencesOf(compared, await transactions.reads(), now);
    for (const { code, where, what } of differences) say(`${code}  ${where}: ${what}`);
    say(
      `${compared.transactions} transactions, ${compared.use.counted.count + compared.lines.length - unmatched.length} matched, ${unmatched.length} unmatched: ${differences.length === 0 ? 'no difference.' : `${differences.length} differences.`}`,
    );
    return differences.length === 0 && failed.length === 0 ? 0 : 1;
  },
};
