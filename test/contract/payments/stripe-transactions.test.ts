import { afterEach, beforeAll, afterAll, expect, it, jest } from '@jest/globals';
import { createStripe, StripeGateway } from '../../../src/billing/gateways/stripe/gateway.js';
import { findProduct } from '../../../src/billing/plans/products.seed.shared.js';
import type { GatewayTransaction } from '../../../src/billing/settlement/transaction.shared.js';
import { startStripeMock, stripeMockMissing, type Service } from '../../services/index.js';
import { describeUnless } from '../../support/needs.js';
import { disputeObject, paymentIntentObject, refundObject } from '../../support/servers/stripe/payment-objects.js';
import { invoiceObject, invoicePaymentObject } from '../../support/servers/stripe/invoice-objects.js';
import { startStripeServer, type Answers, type StripeServer } from '../../support/servers/stripe/server.js';

jest.setTimeout(60_000);

const AT = Date.UTC(2026, 0, 20) / 1_000;
const own = { userId: 'ann', appName: 'kinora', orderId: 'order-1', priceId: 'kinora-lite-monthly' };
const list = (data: readonly object[], hasMore = false): object => ({
  object: 'list',
  url: '/v1/balance_transactions',
  data,
  has_more: hasMore,
});

interface Given {
  readonly id: string;
  readonly category: string;
  readonly amount: number;
  readonly fee?: number;
  readonly currency?: string;
  readonly rate?: number;
  readonly source?: object | string | null;
}
const transaction = ({ id, category, amount, fee = 0, currency = 'usd', rate, source = null }: Given): object => ({
  id,
  object: 'balance_transaction',
  amount,
  available_on: AT,
  balance_type: 'payments',
  created: AT,
  currency,
  description: null,
  exchange_rate: rate ?? null,
  fee,
  fee_details: [],
  net: amount - fee,
  reporting_category: category,
  source,
  status: 'available',
  type: category,
});
const charge = (paymentIntent: string, amount: number, currency = 'usd'): object => ({
  id: `ch_${paymentIntent}`,
  object: 'charge',
  amount,
  currency,
  payment_intent: paymentIntent,
});
const payout = (id: string, more: object = {}): object => ({
  id,
  object: 'payout',
  amount: 100,
  currency: 'usd',
  automatic: true,
  reconciliation_status: 'completed',
  ...more,
});

// `pi_1` paid the invoice `in_1`, `pi_2` a pack, and `pi_3` something of another seller.
const invoice = invoiceObject({
  id: 'in_1',
  created: AT,
  subscription: 'sub_1',
  metadata: own,
  lines: [{ product: 'kinora-lite-monthly', amount: 1_500, start: AT, end: AT + 1 }],
});
const paid: Answers = ({ path, parameters }) => {
  if (path === '/v1/invoice_payments')
    return {
      object: 'list',
      url: path,
      has_more: false,
      data:
        parameters['payment[payment_intent]'] === 'pi_1' ? [{ ...invoicePaymentObject(invoice, 'pi_1'), invoice }] : [],
    };
  if (path === '/v1/payment_intents/pi_2')
    return paymentIntentObject({ id: 'pi_2', created: AT, amount: 800, metadata: own });
  if (path === '/v1/payment_intents/pi_3')
    return paymentIntentObject({ id: 'pi_3', created: AT, amount: 800, metadata: { shop: 'another' } });
  return undefined;
};

describeUnless(stripeMockMissing(), 'the balance at Stripe', () => {
  let mock: Service;
  const servers: StripeServer[] = [];
  beforeAll(async () => {
    mock = await startStripeMock();
  });
  afterAll(() => mock.stop());
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function opened(balance: Answers) {
    const server = await startStripeServer(
      (request) => (request.path === '/v1/balance_transactions' ? balance(request) : paid(request)),
      { judge: mock.url },
    );
    servers.push(server);
    const gateway = new StripeGateway(
      createStripe({ secretKey: 'sk_test_123', apiUrl: server.url }),
      'whsec_1',
      findProduct,
      { now: () => AT * 1_000 },
    );
    const whole = async (since = 0): Promise<readonly GatewayTransaction[]> => {
      const found: GatewayTransaction[] = [];
      let after: string | undefined;
      do {
        const page = await gateway.transactions(since, after);
        found.push(...page.transactions);
        after = page.next;
      } while (after !== undefined);
      return found;
    };
    return { gateway, whole, requests: server.requests };
  }

  it.each<[string, Given, Partial<GatewayTransaction>]>([
    [
      'a payment of an invoice',
      { id: 'txn_1', category: 'charge', amount: 1_500, fee: 74, source: charge('pi_1', 1_500) },
      { kind: 'payment', amount: 1_500, fee: 74, subjectId: 'in_1', original: null },
    ],
    [
      'a payment for a pack',
      { id: 'txn_1', category: 'charge', amount: 800, source: charge('pi_2', 800) },
      { kind: 'payment', subjectId: 'pi_2' },
    ],
    [
      'a payment of another seller',
      { id: 'txn_1', category: 'charge', amount: 800, source: charge('pi_3', 800) },
      { kind: 'other', subjectId: null },
    ],
    [
      'a payment in another currency',
      {
        id: 'txn_1',
        category: 'charge',
        amount: 93,
        currency: 'usd',
        rate: 0.0067,
        source: charge('pi_2', 13_800, 'jpy'),
      },
      { kind: 'payment', amount: 93, currency: 'usd', original: { amount: 13_800, currency: 'jpy' } },
    ],
    [
      'a payment that failed later',
      { id: 'txn_1', category: 'charge_failure', amount: -800, source: charge('pi_2', 800) },
      { kind: 'payment', amount: -800, subjectId: 'pi_2' },
    ],
    [
      'a refund',
      {
        id: 'txn_1',
        category: 'refund',
        amount: -500,
        currency: 'eur',
        rate: 1.1,
        source: refundObject('re_1', 450, 'pi_1', AT),
      },
      { kind: 'refund', amount: -500, currency: 'eur', subjectId: 're_1', original: { amount: -450, currency: 'usd' } },
    ],
    [
      'a refund that failed',
      { id: 'txn_1', category: 'refund_failure', amount: 500, source: refundObject('re_1', 500, 'pi_1', AT) },
      { kind: 'refund', amount: 500, subjectId: 're_1' },
    ],
    [
      'a dispute',
      {
        id: 'txn_1',
        category: 'dispute',
        amount: -1_500,
        fee: 1_500,
        source: disputeObject('dp_1', 1_500, 'pi_1', AT, 'needs_response'),
      },
      { kind: 'dispute', amount: -1_500, fee: 1_500, subjectId: 'dp_1' },
    ],
    [
      'a won dispute',
      {
        id: 'txn_1',
        category: 'dispute_reversal',
        amount: 1_500,
        source: disputeObject('dp_1', 1_500, 'pi_1', AT, 'won'),
      },
      { kind: 'dispute-won', amount: 1_500, subjectId: 'dp_1' },
    ],
    [
      'a fee of its own',
      { id: 'txn_1', category: 'fee', amount: -200 },
      { kind: 'fee', amount: -200, fee: 0, subjectId: null },
    ],
    [
      'a payout that came back',
      { id: 'txn_1', category: 'payout_reversal', amount: 100, source: payout('po_1') },
      { kind: 'payout-returned', amount: 100, subjectId: null, payoutId: 'po_1' },
    ],
    [
      'anything else',
      {
        id: 'txn_1',
        category: 'topup',
        amount: 100,
        source: { id: 'tu_1', object: 'topup', amount: 100, currency: 'usd' },
      },
      { kind: 'other', subjectId: null },
    ],
    [
      'something whose source is not shown',
      { id: 'txn_1', category: 'charge', amount: 100, source: 'ch_1' },
      { kind: 'other', subjectId: null },
    ],
  ])('has %s', async (_what, given, expected) => {
    const { whole } = await opened(() => list([transaction(given)]));
    expect(await whole()).toEqual([
      expect.objectContaining({
        gateway: 'stripe',
        transactionId: 'txn_1',
        at: AT * 1_000,
        payoutId: null,
        ...expected,
      }),
    ]);
  });

  it('is read page by page, and the contents of each settled payout after the page that names it', async () => {
    const first = transaction({ id: 'txn_po', category: 'payout', amount: -100, source: payout('po_1') });
    const second = transaction({ id: 'txn_1', category: 'charge', amount: 800, source: charge('pi_2', 800) });
    const [third, fourth] = [
      transaction({ id: 'txn_manual', category: 'payout', amount: -5, source: payout('po_2', { automatic: false }) }),
      transaction({
        id: 'txn_soon',
        category: 'payout',
        amount: -5,
        source: payout('po_3', { reconciliation_status: 'in_progress' }),
      }),
    ];
    const { whole, requests } = await opened(({ parameters }) => {
      if (parameters['payout'] === 'po_1')
        return parameters['starting_after'] === undefined ? list([first], true) : list([second]);
      return parameters['starting_after'] === undefined ? list([first], true) : list([second, third, fourth]);
    });
    const found = await whole(AT * 1_000);
    expect(found.map(({ transactionId, payoutId }) => [transactionId, payoutId])).toEqual([
      ['txn_po', 'po_1'],
      ['txn_po', 'po_1'],
      ['txn_1', 'po_1'],
      ['txn_1', null],
      ['txn_manual', 'po_2'],
      ['txn_soon', 'po_3'],
    ]);
    const read = requests
      .filter(({ path }) => path === '/v1/balance_transactions')
      .map(({ parameters: { 'created[gte]': since, payout: of, starting_after: after, limit } }) => [
        since,
        of,
        after,
        limit,
      ]);
    expect(read).toEqual([
      [String(AT), undefined, undefined, '100'],
      [undefined, 'po_1', undefined, '100'],
      [undefined, 'po_1', 'txn_po', '100'],
      [String(AT), undefined, 'txn_po', '100'],
    ]);
    // What a payment intent has paid is looked up once.
    expect(requests.filter(({ path }) => path === '/v1/payment_intents/pi_2')).toHaveLength(1);
  });

  it.each([
    ['is away', 'break' as const, 'unreachable'],
    ['refuses the key', { status: 403, error: { type: 'invalid_request_error' } }, 'failed'],
    ['states no amount', list([{ id: 'txn_1' }]), 'failed'],
  ] as const)('cannot be read while Stripe %s', async (_what, answer, reason) => {
    const { gateway } = await opened(() => answer);
    await expect(gateway.transactions(0)).rejects.toMatchObject({ name: 'StoreUnavailable', store: 'stripe', reason });
  });
});
