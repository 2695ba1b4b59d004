import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GetSigningKeys, SignDocument } from '../../../src/credits/index.js';
import { signingKey } from '../../../src/credits/proof/signing-key.js';
import { chainEvent, GENESIS_HASH } from '../../../src/kernel/event-sourcing/chain.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import { purchaseCodec, type PurchaseEvent } from '../../../src/billing/purchase/events.js';
import { purchaseStream } from '../../../src/billing/shop/purchase.commands.js';
import { ClosingService } from '../../../src/billing/close/closing-service.js';
import { closingDocument, CLOSINGS, Closings } from '../../../src/billing/close/closings.js';
import { closedBy } from '../../../src/billing/close/events.js';
import { moneyOfPages, type FigureSource } from '../../../src/billing/close/figures.js';
import { MoneyLog } from '../../../src/billing/close/known-events.js';
import { daysOfMonth } from '../../../src/billing/close/month.shared.js';

const MONTHS = ['2026-01', '2026-02', '2026-03'] as const;
const NOW = Date.UTC(2026, 3, 10);
const key = signingKey('the secret of a test');

/** A ledger with months that can be closed, and purchases that are reported at any time. */
async function ledger() {
  const events = createMemoryEventStore({ now: () => NOW });
  const money = new MoneyLog(events);
  const closings = new Closings(events, await createMemoryDocumentStore().collection(CLOSINGS, (stored) => closingDocument.parse(stored)));
  const figures: Pick<FigureSource, 'of'> = {
    of: async (month) => ({ ok: true, value: { month, credits: [], money: moneyOfPages(await money.changesAfter(0), daysOfMonth(month)), journal: null, root: null } }),
  };
  const service = new ClosingService({
    closings, checks: [], figures,
    money, events, runtime: { isAt: async () => true }, firstMonth: async () => MONTHS[0], clock: { now: () => NOW }, pause: async () => undefined,
    commands: { execute: async (command: unknown) => (command instanceof SignDocument ? { ...key.signDocument(command.kind, command.content), key: key.publicKey } : undefined) as never }, // the answer of the one command
    queries: { execute: async (query: unknown) => (query instanceof GetSigningKeys ? [key.publicKey] : undefined) as never }, // the answer of the one query
  });
  let reported = 0;
  async function report(occurredAt: number, amountPaid: number, refunded: number): Promise<void> {
    const id = `pi_${reported += 1}`;
    const stream = purchaseStream(id);
    const of = { currency: 'usd', invoiceId: `in_${id}` };
    const facts: PurchaseEvent[] = [
      { type: 'PurchaseOpened', at: NOW, data: { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'ann' } },
      { type: 'PurchasePaid', at: NOW, data: { ...of, factId: 'f1', occurredAt, amountPaid, priceId: 'kinora-credits-500', usage: [{ amount: 500, usageType: 'credits' }] } },
      ...(refunded === 0 ? [] : [{ type: 'PurchaseRefunded' as const, at: NOW, data: { ...of, factId: 'f2', occurredAt: occurredAt + 1, amount: refunded, refundId: `re_${id}` } }]),
    ];
    let head = GENESIS_HASH;
    for (const [revision, fact] of facts.entries()) {
      const { event, hash } = chainEvent(head, { stream, revision, at: fact.at, ...purchaseCodec.encode(fact) });
      head = hash;
      await events.append(stream, revision - 1, [event]);
    }
  }
  return { closings, service, report };
}

const at = fc.record({ month: fc.constantFrom(...MONTHS), day: fc.integer({ min: 1, max: 28 }) });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('report' as const), at, amount: fc.integer({ min: 1, max: 9_999 }), share: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);

it('keeps signed documents, and tells late facts from changes, whatever is closed, re-opened and reported in which order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
    const { closings, service, report } = await ledger();
    const paid = new Map<string, number>();
    const signed = new Map<string, string>();
    let closed = 0;
    for (const [index, one] of steps.entries()) {
      const month = MONTHS[closed];
      const last = MONTHS[closed - 1];
      if (one.do === 'report') {
        await report(Date.parse(`${one.at.month}-${String(one.at.day).padStart(2, '0')}`), one.amount, one.share === 2 ? one.amount : 0);
        paid.set(one.at.month, (paid.get(one.at.month) ?? 0) + one.amount);
      } else if (one.do === 'close' && month !== undefined) {
        expect(await service.sign({ month, closingId: `id-${index}`, actor: 'fay', accepted: [] })).toEqual({ ok: true });
        closed += 1;
      } else if (one.do === 'reopen' && last !== undefined) {
        const closing = closedBy(await closings.of(last))?.closing ?? 0;
        expect(await service.reopen({ month: last, closing, actor: 'fay', case: 'CASE-1', reason: 'error' })).toEqual({ ok: true });
        closed -= 1;
      }
      for (const of of MONTHS) {
        for (const closing of await closings.of(of)) {
          const { file } = (await closings.document(closing)) ?? {};
          const id = `${of}.${closing.closing}`;
          expect([await service.faultOf(closing), file?.body]).toEqual([undefined, signed.get(id) ?? file?.body]);
          signed.set(id, file?.body ?? '');
        }
        const looked = await service.look(of);
        expect(looked).toMatchObject({ ok: true, value: { differs: false } });
        const total = looked.ok ? looked.value.figures.find(({ name, of: part }) => name === 'paid' && part === null) : undefined;
        expect(total?.now ?? 0).toBe(paid.get(of) ?? 0);
        if (total?.frozen != null) expect(total.frozen + total.late).toBe(total.now);
      }
    }
  }), { numRuns: 40 });
});
