import { expect } from '@jest/globals';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream, GetSigningKeys, SignDocument } from '../../../src/credits/index.js';
import { signingKey } from '../../../src/credits/proof/signing-key.js';
import type { Clock } from '../../../src/kernel/clock.js';
import type { Position } from '../../../src/kernel/event-sourcing/event.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { Collection } from '../../../src/platform/documents/port.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import { DEFAULT_SETTINGS, type PackPolicy } from '../../../src/billing/accounting/settings.shared.js';
import type { PurchaseFact } from '../../../src/billing/purchase/events.js';
import { createPurchaseLoop, purchaseStream } from '../../../src/billing/shop/purchase.commands.js';
import { previousCheck } from '../../../src/billing/close/checks.js';
import { ClosingService } from '../../../src/billing/close/closing-service.js';
import {
  closingDocument,
  CLOSING_ORDER,
  closingOrder,
  CLOSINGS,
  Closings,
} from '../../../src/billing/close/closings.js';
import { moneyOfPages, type FigureSource } from '../../../src/billing/close/figures.js';
import { MoneyLog } from '../../../src/billing/close/known-events.js';
import { Transactions } from '../../../src/billing/settlement/transactions.js';
import { daysOfMonth } from '../../../src/billing/close/month.shared.js';
import { revenueReads } from './revenue-reads.js';

export const MONTHS = ['2026-01', '2026-02', '2026-03'] as const;
/** When the months are closed. */
export const NOW = Date.UTC(2026, 3, 10);
const key = signingKey('the secret of a test');

const fail = (error: unknown): never => {
  throw error;
};
const ann = { userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' } as const; // a test's own user
const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'ann' } as const;

/** What happens meanwhile; `clock` is that of the product and of the store. */
interface LedgerHooks {
  readonly whileReading?: () => Promise<unknown>;
  readonly beforeAppend?: (stream: string) => Promise<unknown>;
  /** Called before and after each write of a closing: its signed document, the decision, and the event. */
  readonly atWrite?: () => unknown;
  /** Called before each write of a transaction. */
  readonly beforeTransaction?: () => Promise<unknown>;
  /** Called before a stream of a closing is read. */
  readonly beforeRead?: () => unknown;
  readonly isAt?: (position: Position) => Promise<boolean>;
  readonly clock?: Clock;
}

/** A clock that shows another time at each look. */
export function tickingClock(): Clock {
  let time = NOW;
  return { now: () => (time += 1) };
}

/**
 * A ledger with months that can be closed, and purchases that are reported at any time. Its figures are those of the
 * books.
 */
export async function ledger(
  packs: readonly PackPolicy[],
  {
    whileReading = async () => undefined,
    isAt,
    beforeAppend,
    beforeTransaction = async () => undefined,
    beforeRead = () => undefined,
    atWrite = () => undefined,
    clock = { now: () => NOW },
  }: LedgerHooks = {},
) {
  const events = createMemoryEventStore(clock);
  const append = events.append.bind(events);
  events.append = async (...given) => {
    await beforeAppend?.(given[0]);
    return given[0].startsWith('close-') ? written(() => append(...given)) : append(...given);
  };
  const readStream = events.readStream.bind(events);
  events.readStream = async (...given) => {
    if (given[0].startsWith('close-')) beforeRead();
    return readStream(...given);
  };
  async function written<T>(write: () => Promise<T>): Promise<T> {
    await atWrite();
    const answer = await write();
    await atWrite();
    return answer;
  }
  function watched<T>(collection: Collection<T>): Collection<T> {
    const put = collection.put.bind(collection);
    collection.put = (...given) => written(() => put(...given));
    return collection;
  }
  const { revenue, catchUp } = await revenueReads(events, packs, NOW);
  const documents = createMemoryDocumentStore();
  const closings = new Closings(
    events,
    watched(await documents.collection(CLOSINGS, (stored) => closingDocument.parse(stored))),
    watched(await documents.collection(CLOSING_ORDER, (stored) => closingOrder.parse(stored))),
    clock,
  );
  const transactions = await Transactions.open({
    collection: async (definition, parse) => {
      const collection = await documents.collection(definition, parse);
      const put = collection.put.bind(collection);
      return Object.assign(collection, {
        put: async (...given: Parameters<typeof put>) => {
          await beforeTransaction();
          return put(...given);
        },
      });
    },
  });
  const figures: Pick<FigureSource, 'of'> = {
    of: async (month) => {
      await catchUp();
      await whileReading();
      const days = daysOfMonth(month);
      return {
        ok: true,
        value: {
          month,
          credits: [],
          money: moneyOfPages(await revenue.upTo(days.to), days),
          journal: null,
          root: null,
        },
      };
    },
  };
  const service = new ClosingService({
    closings,
    checks: [
      previousCheck(
        (month) => closings.isClosed(month),
        async () => MONTHS[0],
      ),
    ],
    figures,
    money: new MoneyLog(events, revenue.packs),
    transactions,
    events,
    runtime: { isAt: async (position) => (await isAt?.(position)) ?? true },
    firstMonth: async () => MONTHS[0],
    accounts: async () => DEFAULT_SETTINGS.accounts,
    clock,
    pause: async () => undefined,
    commands: {
      execute: async (command: unknown) =>
        (command instanceof SignDocument
          ? { ...key.signDocument(command.kind, command.content), key: key.publicKey }
          : undefined) as never,
    }, // the answer of the one command
    queries: {
      execute: async (query: unknown) => (query instanceof GetSigningKeys ? [key.publicKey] : undefined) as never,
    }, // the answer of the one query
  });
  const [purchases, accounts] = [createPurchaseLoop(events, fail), createAccountLoop(events, fail)];
  const reported: { readonly paidAt: number; readonly amountPaid: number; backs: number }[] = [];
  const record = async (id: number, fact: PurchaseFact): Promise<void> => {
    expect(
      await purchases.execute(purchaseStream(`pi_${id}`), { type: 'record', at: NOW, owner, facts: [fact] }),
    ).toMatchObject({ ok: true });
  };
  async function pay(occurredAt: number, amountPaid: number): Promise<void> {
    const id = reported.push({ paidAt: occurredAt, amountPaid, backs: 0 }) - 1;
    await record(id, {
      type: 'PurchasePaid',
      data: {
        factId: 'f',
        currency: 'usd',
        invoiceId: `in_${id}`,
        occurredAt,
        amountPaid,
        tax: Math.floor(amountPaid / 6),
        priceId: 'kinora-credits-500',
        usage: [{ amount: 500, usageType: 'credits' }],
      },
    });
  }
  /** A refund or a dispute of an earlier purchase. */
  async function giveBack(of: number, occurredAt: number, kind: 'refund' | 'dispute'): Promise<void> {
    const found = reported[of % reported.length];
    if (found === undefined) return;
    const id = reported.indexOf(found);
    const data = {
      currency: 'usd',
      invoiceId: `in_${id}`,
      factId: `back-${(found.backs += 1)}`,
      occurredAt: Math.max(occurredAt, found.paidAt),
      amount: Math.ceil(found.amountPaid / 3),
    };
    await record(
      id,
      kind === 'refund'
        ? { type: 'PurchaseRefunded', data: { ...data, refundId: `re_${id}_${found.backs}` } }
        : { type: 'PurchaseDisputed', data: { ...data, disputeId: `dp_${id}_${found.backs}` } },
    );
  }
  /** A pack that was paid and used before any month is closed. */
  async function used(): Promise<void> {
    const [paidAt, at] = [Date.UTC(2026, 0, 5), [Date.UTC(2026, 0, 20), Date.UTC(2026, 1, 10), Date.UTC(2026, 2, 3)]];
    await pay(paidAt, 3_500);
    await accounts.execute(accountStream(ann), {
      type: 'grant',
      at: paidAt,
      grantId: 'pack.sandbox.in_0',
      source: 'purchase',
      amount: 500,
      eligibility: 'any',
    });
    for (const [index, when] of at.entries()) {
      const holdId = `hold-${index}`;
      await accounts.execute(accountStream(ann), {
        type: 'hold',
        at: when,
        holdId,
        amount: 111,
        eligibility: 'any',
        expiresAt: NOW,
        reference: holdId,
      });
      expect(
        await accounts.execute(accountStream(ann), { type: 'capture', at: when + 1, holdId, amount: 111 }),
      ).toMatchObject({ ok: true });
    }
  }
  /** The end of a dispute that was not reported: a fact that changes no figure. */
  const closeUnknownDispute = (occurredAt: number): Promise<void> =>
    record(0, {
      type: 'PurchaseDisputeClosed',
      data: { factId: 'closed', disputeId: 'dp_unknown', invoiceId: 'in_0', occurredAt, outcome: 'lost' },
    });
  /** A transaction that a gateway reports of a time. */
  const read = (at: number): Promise<void> =>
    transactions.keep(
      [
        {
          gateway: 'sandbox',
          transactionId: `txn_${at}`,
          kind: 'other',
          at,
          amount: 5,
          fee: 0,
          currency: 'usd',
          original: null,
          subjectId: null,
          payoutId: null,
        },
      ],
      clock,
    );
  /** The time of the signature, and that of each transaction and fact. */
  async function times(month: string) {
    const [closing] = await closings.of(month);
    const found = closing === undefined ? undefined : await closings.document(closing);
    const readAt: (number | null)[] = [];
    for await (const one of transactions.all()) readAt.push(one.readAt);
    return {
      closedAt: found?.body.closedAt ?? NaN,
      known: found?.body.known,
      closingAt: closing?.at ?? NaN,
      readAt,
      facts: (await events.readStream(purchaseStream('pi_0'))).map(({ recordedAt }) => recordedAt),
    };
  }
  await used();
  return { closings, service, pay, giveBack, closeUnknownDispute, read, times };
}
