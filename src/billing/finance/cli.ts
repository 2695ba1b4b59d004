import { QueryBus } from '@nestjs/cqrs';
import { APP_NAMES } from '../../credits/credits.shared.js';
import type { CliCommand, CliGroup } from '../../platform/cli.js';
import { priceText } from '../plans/price.shared.js';
import { IdempotentActions } from '../shop/idempotent-actions.js';
import { tieOut } from '../settlement/tie-out.cli.js';
import { GetTrace } from './trace.queries.js';
import type { TracedGrant, TracedPayment } from './trace.shared.js';

const timeOf = (at: number): string => new Date(at).toISOString();
const moneyOf = ({ amount, currency }: { readonly amount: number; readonly currency: string }): string =>
  `${priceText({ minor: amount, currency }, 'en')} (${amount} ${currency})`;

function* paymentLines({
  gatewayInvoiceId,
  number,
  gateway,
  userId,
  paid,
  refunds,
  disputes,
  grants,
}: TracedPayment): Generator<string, void, undefined> {
  const what = paid === null ? 'not paid' : `${moneyOf(paid)} for ${paid.priceId} at ${timeOf(paid.at)}`;
  yield `invoice ${gatewayInvoiceId} (${number}) of ${userId} at ${gateway}: ${what}`;
  for (const refund of refunds) yield `  refunded ${moneyOf(refund)} at ${timeOf(refund.at)}`;
  for (const dispute of disputes)
    yield `  disputed ${moneyOf(dispute)} at ${timeOf(dispute.at)}: ${dispute.outcome ?? 'open'}`;
  for (const grant of grants) yield `  ${grantLine(grant)}`;
}

function grantLine({ grantId, account, amount, expiresAt, revoked, use }: TracedGrant): string {
  const until = expiresAt === null ? 'never expires' : `expires ${timeOf(expiresAt)}`;
  const absent =
    revoked === null ? 'not in the ledger: on its way, or missing as reconciliation would say' : 'never given';
  const became =
    use === null
      ? absent
      : `spent ${use.spent}, held ${use.held}, expired ${use.expired}, revoked ${use.revoked}, left ${use.left}`;
  return `grant ${grantId} in ${account}: ${amount}, ${until}${revoked === null ? '' : `, taken back (${revoked})`}; ${became}`;
}

const trace: CliCommand = {
  name: 'trace',
  takes: ['<invoice, grant or user>'],
  options: { app: APP_NAMES.join('|') },
  does: 'shows what a payment granted and how it was used, or what paid for a grant',
  async run({ get, say }, [of = ''], options) {
    const requestedApp = options.get('app') ?? 'kinora';
    const appName = APP_NAMES.find((name) => name === requestedApp);
    if (appName === undefined)
      throw new Error(`${requestedApp} is not a known app. Choose one of: ${APP_NAMES.join(', ')}.`);
    let cursor: string | undefined;
    let unpaid = 0;
    do {
      const answer = await get(QueryBus).execute(new GetTrace(of, appName, cursor));
      if (!answer.ok) throw new Error(answer.error.identifier);
      if (answer.value.found === 'nothing') throw new Error(`No invoice, grant or paying user has the id ${of}.`);
      for (const payment of answer.value.payments) for (const line of paymentLines(payment)) say(line);
      for (const { grantId, account, source, use } of answer.value.unpaid)
        say(`grant ${grantId} in ${account}: ${use.amount} as ${source}, without a known payment`);
      unpaid += answer.value.unpaid.length;
      cursor = answer.value.next;
    } while (cursor !== undefined);
    return unpaid === 0 ? 0 : 1;
  },
};

const cancellations: CliCommand = {
  name: 'cancellations',
  takes: [],
  options: {},
  does: 'lists why plans were cancelled: the chosen reasons and the comments',
  async run({ get, say }) {
    let count = 0;
    for await (const { at, subscriptionId, reasons = [], text = '' } of get(IdempotentActions).cancellations()) {
      // Joins multi-line text, because each output line is one cancellation.
      say(
        `${timeOf(at)}  ${subscriptionId}  ${reasons.join(', ') || 'no reason'}${text === '' ? '' : `  ${JSON.stringify(text)}`}`,
      );
      count += 1;
    }
    say(count === 1 ? '1 cancellation.' : `${count} cancellations.`);
    return 0;
  },
};

/** Operator commands: payments, reasons for cancellation, and the tie-out with the gateways. */
export const billingCli: CliGroup = { name: 'billing', commands: [trace, cancellations, tieOut] };
