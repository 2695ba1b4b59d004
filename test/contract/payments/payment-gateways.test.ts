import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CheckoutOrder, GatewayEvent } from '../../../src/billing/gateways/port.js';
import { TOLERANCE_MS } from '../../../src/billing/gateways/signature.js';
import { priceShown } from '../../../src/billing/plans/price.shared.js';
import { findProduct } from '../../../src/billing/plans/products.seed.shared.js';
import { gatewayTransaction } from '../../../src/billing/settlement/transaction.shared.js';
import { addMonths } from '../../../src/kernel/months.js';
import type { ProductError } from '../../../src/kernel/errors.shared.js';
import { money } from '../../../src/kernel/money.shared.js';
import type { Result } from '../../../src/kernel/result.js';
import { describeUnless } from '../../support/needs.js';
import { GATEWAYS, type CardThat, type GatewayLife, type OpenedGateway } from '../adapters/payment-gateways.js';

jest.setTimeout(60_000);
const DAY = 86_400_000;

function done<T>(answer: Result<T, ProductError>): T {
  if (!answer.ok) throw new Error(answer.error.identifier);
  return answer.value;
}

for (const adapter of GATEWAYS) {
  describeUnless(adapter.missing, `a gateway that takes payments (${adapter.name})`, () => {
    let opened: OpenedGateway;
    beforeEach(async () => {
      opened = await adapter.open();
    });
    afterEach(() => opened.dispose());
    afterAll(async () => adapter.close?.());

    const order = (priceId = 'kinora-lite-monthly', more: Partial<CheckoutOrder> = {}): CheckoutOrder => {
      const product = findProduct(priceId);
      return {
        orderId: 'order-1',
        userId: 'ann',
        appName: 'kinora',
        priceId,
        price: product === undefined ? money(1_500, 'usd') : priceShown(product, 'usd'),
        discountRate: 0,
        language: 'en',
        returnUrl: 'http://kinora.example/en/billing?order=order-1',
        cancelUrl: 'http://kinora.example/en/pricing',
        expiresAt: opened.now() + DAY,
        ...more,
      };
    };

    it('opens a page on which one pays', async () => {
      expect(URL.canParse(done(await opened.gateway.checkout(order())).url)).toBe(true);
    });

    it.each([
      ['priceId', { priceId: 'gone' }],
      ['priceId', { priceId: 'kinora-free' }],
    ] as const)('opens none for a wrong %s', async (field, wrong) => {
      expect(await opened.gateway.checkout({ ...order(), ...wrong })).toEqual({
        ok: false,
        error: { identifier: 'VALIDATION_ERROR', params: { field } },
      });
    });

    it('knows its own deliveries, each by its event, and no others', async () => {
      const { gateway } = opened;
      const now = opened.now();
      const body = opened.event('evt_1');
      const signature = opened.sign(body, now);
      expect(await gateway.verify({ body, signature }, now)).toEqual({ ok: true, value: { eventId: 'evt_1' } });
      expect(await gateway.verify({ body, signature }, now + TOLERANCE_MS + 1_000)).toEqual({
        ok: false,
        error: { identifier: 'PERMISSION_ERROR', params: { reason: 'time' } },
      });
      for (const wrong of [undefined, '', 't=1,v1=00', signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]) {
        expect(await gateway.verify({ body, signature: wrong }, now)).toEqual({
          ok: false,
          error: { identifier: 'PERMISSION_ERROR', params: { reason: 'signature' } },
        });
      }
      expect(await gateway.verify({ body: opened.event('evt_2'), signature }, now)).toMatchObject({
        ok: false,
        error: { identifier: 'PERMISSION_ERROR' },
      });
    });

    it('says of what is signed and cannot be read that it cannot', async () => {
      const body = Buffer.from('{"half":');
      const now = opened.now();
      expect(await opened.gateway.verify({ body, signature: opened.sign(body, now) }, now)).toMatchObject({
        ok: false,
        error: { identifier: 'VALIDATION_ERROR' },
      });
    });

    it('states the transactions on its balance', async () => {
      const { transactions } = await opened.gateway.transactions(0);
      expect(transactions.map((one) => gatewayTransaction.parse(one))).toEqual(transactions);
      for (const { gateway } of transactions) expect(gateway).toBe(opened.gateway.name);
    });

    // stripe-mock forgets what it was asked: what Stripe's adapter makes of a whole life is tried on its own histories.
    const overALife = adapter.remembers ? [adapter.name] : [];
    for (const name of overALife)
      describe(`over a life (${name})`, () => {
        const life = (): GatewayLife => {
          if (opened.life === undefined) throw new Error('nothing is remembered here');
          return opened.life;
        };
        const sold = async (card: CardThat, given: CheckoutOrder = order()): Promise<string> => {
          const { checkoutId } = done(await opened.gateway.checkout(given));
          await life().pay(checkoutId, card);
          const found = (await life().received()).find((event) => event.kind !== 'checkout');
          return found?.kind === 'subscription' || found?.kind === 'purchase' ? found.externalId : '';
        };
        const kinds = async (): Promise<string[]> =>
          (await life().received()).flatMap((event: GatewayEvent) =>
            event.kind === 'checkout' ? [`checkout ${event.outcome}`] : event.facts.map(({ type }) => type),
          );

        it('opens the same page for the same order', async () => {
          const first = done(await opened.gateway.checkout(order()));
          expect(done(await opened.gateway.checkout(order()))).toEqual(first);
        });

        it('tells of a plan that is bought, whose it is and which order it came from', async () => {
          const externalId = await sold('pays');
          const received = await life().received();
          expect(await kinds()).toEqual(
            expect.arrayContaining(['checkout paid', 'SubscriptionStarted', 'PaymentSucceeded']),
          );
          for (const event of received) expect(event.orderId).toBe('order-1');
          expect(received.find(({ kind }) => kind === 'subscription')).toMatchObject({
            externalId,
            owner: { userId: 'ann', appName: 'kinora', gateway: opened.gateway.name },
          });
        });

        it('tells of what is bought once', async () => {
          await sold('pays', order('kinora-credits-100'));
          expect(await kinds()).toEqual(expect.arrayContaining(['checkout paid', 'PurchasePaid']));
        });

        it('sells once, however often it is paid for', async () => {
          const { checkoutId } = done(await opened.gateway.checkout(order()));
          await life().pay(checkoutId, 'pays');
          await life().pay(checkoutId, 'pays');
          expect((await kinds()).filter((kind) => kind === 'PaymentSucceeded')).toHaveLength(1);
        });

        it('sells nothing with a card that is declined, and may be paid for after all', async () => {
          const { checkoutId } = done(await opened.gateway.checkout(order()));
          await life().pay(checkoutId, 'declines');
          expect(await kinds()).toEqual(['checkout declined']);
          await life().pay(checkoutId, 'pays');
          expect(await kinds()).toContain('PaymentSucceeded');
        });

        it('sells nothing at a checkout that is over, and leaves what is sold', async () => {
          const { checkoutId } = done(await opened.gateway.checkout(order()));
          await opened.gateway.expireCheckout(checkoutId, 'c1');
          await opened.gateway.expireCheckout(checkoutId, 'c1');
          await life().pay(checkoutId, 'pays');
          expect(await kinds()).toEqual(['checkout expired']);
          const other = done(await opened.gateway.checkout(order('kinora-lite-monthly', { orderId: 'order-2' })));
          await life().pay(other.checkoutId, 'pays');
          await opened.gateway.expireCheckout(other.checkoutId, 'c2');
          expect((await kinds()).filter((kind) => kind === 'checkout expired')).toHaveLength(1);
        });

        it('closes a checkout by itself when its time is over', async () => {
          await opened.gateway.checkout(order());
          await life().pass(DAY);
          expect(await kinds()).toEqual(['checkout expired']);
        });

        it('charges what was agreed on, for each period', async () => {
          await sold('pays', order('kinora-lite-monthly', { price: money(1_200, 'usd'), discountRate: 20 }));
          await life().pass(32 * DAY);
          const paid = (await life().received())
            .flatMap((event) => (event.kind === 'subscription' ? event.facts : []))
            .flatMap((fact) => (fact.type === 'PaymentSucceeded' ? [fact.data.amountPaid] : []));
          expect(paid).toEqual([1_200, 1_200]);
        });

        it('is cancelled at the end of its period, unless that is taken back', async () => {
          const externalId = await sold('pays');
          const { gateway } = opened;
          done(await gateway.cancelAtPeriodEnd(externalId, 'c1'));
          done(await gateway.cancelAtPeriodEnd(externalId, 'c1'));
          expect(done(await gateway.status(externalId)).nextCharge).toBeNull();
          done(await gateway.reactivate(externalId, 'c2'));
          expect(done(await gateway.status(externalId)).nextCharge).toMatchObject({
            amount: { minor: 1_500, currency: 'usd' },
          });
          expect((await kinds()).filter((kind) => kind === 'CancellationScheduled')).toHaveLength(1);
        });

        it('has no smaller plan to follow any more once it is cancelled, also when that is taken back', async () => {
          const externalId = await sold('pays', order('kinora-pro-monthly', { price: money(2_900, 'usd') }));
          const { gateway } = opened;
          done(await gateway.changePlan(externalId, 'kinora-lite-monthly', money(0, 'usd'), 'c1'));
          expect(done(await gateway.status(externalId)).nextCharge).toMatchObject({ amount: { minor: 1_500 } });
          done(await gateway.cancelAtPeriodEnd(externalId, 'c2'));
          done(await gateway.reactivate(externalId, 'c3'));
          expect(done(await gateway.status(externalId)).nextCharge).toMatchObject({ amount: { minor: 2_900 } });
        });

        it('says what a change comes to and makes it for no more than that, once', async () => {
          const start = opened.now();
          const externalId = await sold('pays');
          await life().pass((addMonths(start, 1) - start) / 2);
          const { gateway } = opened;
          const preview = done(await gateway.previewChange(externalId, 'kinora-pro-monthly'));
          expect(preview).toMatchObject({ takesEffect: 'now', nextCharge: { minor: 2_900 } });
          expect(preview.dueNow.minor).toBeGreaterThan(0);
          const less = money(preview.dueNow.minor - 1, 'usd');
          expect(await gateway.changePlan(externalId, 'kinora-pro-monthly', less, 'c1')).toMatchObject({
            ok: false,
            error: { identifier: 'OFFER_CHANGED', params: { minor: preview.dueNow.minor, currency: 'usd' } },
          });
          done(await gateway.changePlan(externalId, 'kinora-pro-monthly', preview.dueNow, 'c2'));
          done(await gateway.changePlan(externalId, 'kinora-pro-monthly', preview.dueNow, 'c2'));
          expect((await kinds()).filter((kind) => kind === 'PlanChanged')).toHaveLength(1);
          expect(done(await gateway.previewChange(externalId, 'kinora-lite-monthly'))).toMatchObject({
            takesEffect: 'period-end',
            dueNow: { minor: 0 },
          });
        });

        it('stays as it is when the card does not pay for more', async () => {
          const externalId = await sold('fails-later');
          const answer = await opened.gateway.changePlan(
            externalId,
            'kinora-pro-monthly',
            money(1_000_000, 'usd'),
            'c1',
          );
          expect(answer).toMatchObject({ ok: false, error: { identifier: 'PAYMENT_DECLINED' } });
          expect(await kinds()).not.toContain('PlanChanged');
        });

        it('gives back what was paid, once a wish and never more', async () => {
          await sold('pays');
          const paid = (await life().received())
            .flatMap((event) =>
              event.kind === 'subscription' ? event.facts.map((fact) => ({ fact, externalId: event.externalId })) : [],
            )
            .find(({ fact }) => fact.type === 'PaymentSucceeded');
          if (paid?.fact.type !== 'PaymentSucceeded') throw new Error('nothing was paid');
          const {
            externalId,
            fact: {
              data: { invoiceId },
            },
          } = paid;
          const refund = (minor: number, commandId: string) =>
            opened.gateway.refund(externalId, invoiceId, money(minor, 'usd'), commandId);
          done(await refund(1_000, 'r1'));
          done(await refund(1_000, 'r1'));
          expect(await refund(501, 'r2')).toMatchObject({
            ok: false,
            error: { identifier: 'VALIDATION_ERROR', params: { field: 'amount' } },
          });
          done(await refund(500, 'r3'));
          expect(await opened.gateway.refund(externalId, 'in_of_another', money(1, 'usd'), 'r4')).toMatchObject({
            ok: false,
            error: { identifier: 'INVOICE_NOT_FOUND' },
          });
          expect((await kinds()).filter((kind) => kind === 'PaymentRefunded')).toHaveLength(2);
        });

        it('fails at a renewal that the card does not pay, and is tried again', async () => {
          await sold('fails-later');
          await life().pass(34 * DAY);
          expect((await kinds()).filter((kind) => kind === 'PaymentFailed').length).toBeGreaterThanOrEqual(2);
        });

        it('ends at once where that is asked for, and knows of nothing that it never sold', async () => {
          const externalId = await sold('pays');
          done(await opened.gateway.end(externalId, 'c1'));
          expect(await kinds()).toContain('SubscriptionEnded');
          const unknown = { ok: false, error: { identifier: 'SUBSCRIPTION_NOT_FOUND', params: {} } };
          expect(await opened.gateway.cancelAtPeriodEnd('sub_of_nobody', 'c2')).toEqual(unknown);
          expect(await opened.gateway.status('sub_of_nobody')).toEqual(unknown);
          expect(await opened.gateway.portal('sub_of_nobody', 'http://kinora.example/', 'en')).toEqual(unknown);
        });

        it('states each payment and refund on its balance by the ids and amounts of its facts, and pays out what is left', async () => {
          const externalId = await sold('pays');
          const { gateway } = opened;
          const begin = opened.now();
          const fact = (await life().received())
            .flatMap((event) => (event.kind === 'subscription' ? event.facts : []))
            .find(({ type }) => type === 'PaymentSucceeded');
          if (fact?.type !== 'PaymentSucceeded') throw new Error('nothing was paid');
          const { invoiceId } = fact.data;
          done(await gateway.refund(externalId, invoiceId, money(500, 'usd'), 'r1'));
          const { transactions } = await gateway.transactions(0);
          expect(
            transactions.map(({ kind, amount, currency, subjectId, payoutId }) => ({
              kind,
              amount,
              currency,
              subjectId,
              payoutId,
            })),
          ).toEqual(
            expect.arrayContaining([
              { kind: 'payment', amount: 1_500, currency: 'usd', subjectId: invoiceId, payoutId: null },
              { kind: 'refund', amount: -500, currency: 'usd', subjectId: expect.any(String), payoutId: null },
            ]),
          );
          expect((await gateway.transactions(0)).transactions).toEqual(transactions);
          expect((await gateway.transactions(begin + DAY)).transactions).toEqual([]);
          await life().pass(2 * DAY);
          const later = (await gateway.transactions(0)).transactions;
          expect(later.filter(({ kind }) => kind !== 'payout')).toEqual(
            transactions.map((one) => ({ ...one, payoutId: expect.any(String) })),
          );
          expect(later.reduce((sum, { amount, fee }) => sum + amount - fee, 0)).toBe(0);
        });

        it('states its transactions each once, and refuses a page that it did not name', async () => {
          await sold('pays');
          await life().pass(300 * DAY * 24);
          const found: string[] = [];
          for (let after: string | undefined, isMore = true; isMore;) {
            const page = await opened.gateway.transactions(0, after);
            found.push(...page.transactions.map(({ transactionId }) => transactionId));
            [after, isMore] = [page.next, page.next !== undefined];
          }
          expect(found.length).toBeGreaterThan(200);
          expect(new Set(found).size).toBe(found.length);
          await expect(opened.gateway.transactions(0, 'txn_of_nobody')).rejects.toThrow();
        });

        it('has a page on which one changes how one pays', async () => {
          const externalId = await sold('pays');
          expect(
            URL.canParse(done(await opened.gateway.portal(externalId, 'http://kinora.example/en/billing', 'en')).url),
          ).toBe(true);
        });
      });
  });
}
