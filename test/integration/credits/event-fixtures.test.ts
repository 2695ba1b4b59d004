import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { z } from 'zod';
import { closeCodec, evolve as evolveClosings, UNTOUCHED } from '../../../src/billing/close/events.js';
import { purchaseCodec } from '../../../src/billing/purchase/events.js';
import * as purchase from '../../../src/billing/purchase/purchase.state.js';
import { subscriptionCodec } from '../../../src/billing/subscription/events.js';
import * as subscription from '../../../src/billing/subscription/subscription.state.js';
import { viewOf } from '../../../src/billing/subscription/view.js';
import * as account from '../../../src/credits/account/account.state.js';
import { accountCodec } from '../../../src/credits/account/events.js';
import { evolve as evolveRoots, rootCodec } from '../../../src/credits/proof/start/events.js';
import { operatorCodec } from '../../../src/identity/operators/operator-log/events.js';
import { decodeMetadata, verifyChain } from '../../../src/kernel/event-sourcing/chain.js';
import type { EventCodec } from '../../../src/kernel/event-sourcing/codec.js';
import type { DomainEvent, RecordedEvent, StreamName } from '../../../src/kernel/event-sourcing/event.js';

const recorded = z.array(
  z.object({
    stream: z.string().transform((stream) => stream as StreamName), // as it was stored
    revision: z.int(),
    position: z.int(),
    recordedAt: z.int(),
    id: z.string(),
    type: z.string(),
    data: z.string(),
    metadata: z.string(),
  }),
);

/**
 * One kind of streams: how it is read, what its events fold to, and what each fixture came to when it was written down,
 * so that a change of meaning is noticed as well.
 */
interface Kind<Event extends DomainEvent> {
  readonly folder: string;
  readonly codec: EventCodec<Event>;
  readonly meaning: (events: readonly Event[]) => unknown;
  readonly meant: Readonly<Record<string, object>>;
}

function stays<Event extends DomainEvent>({ folder, codec, meaning, meant }: Kind<Event>): void {
  const place = new URL(`../../fixtures/events/${folder}/`, import.meta.url);
  const read = (file: string): RecordedEvent[] =>
    recorded.parse(JSON.parse(readFileSync(new URL(file, place), 'utf8')));
  const files = readdirSync(place).sort();

  it.each(files)('%s still reads, means what it meant, and its chain is intact', (file) => {
    const events = read(file);
    expect(verifyChain(events)).toMatchObject({ intact: true, revision: events.length - 1 });
    expect(meaning(events.map((event) => codec.decode(event).event))).toMatchObject(
      meant[file] ?? { available: 'write down what it means' },
    );
  });

  it('is there, up to the newest of each type', () => {
    const stored = new Set(
      files.flatMap(read).map((event) => `${event.type} ${decodeMetadata(event.metadata).version}`),
    );
    // An event as it is written today names the newest version of its type.
    const newest = files
      .flatMap(read)
      .map((event) => codec.encode(codec.decode(event).event))
      .map(({ type, version }) => `${type} ${version}`);
    expect([...new Set(newest)].filter((version) => !stored.has(version))).toEqual([]);
    expect([...codec.types].sort()).toEqual([...new Set(files.flatMap(read).map((event) => event.type))].sort());
  });
}

describe('every version of an account’s events that was ever stored', () => {
  stays({
    folder: 'credits',
    codec: accountCodec,
    meaning: (events) => events.reduce(account.evolve, account.emptyAccount),
    meant: {
      'account-life.v1.json': {
        available: 0,
        held: 0,
        totals: { granted: 38, adjusted: 4, spent: 34, expired: 2, revoked: 6, receivable: 14 },
      },
      'account-drafts.v2.json': {
        available: 13,
        held: 0,
        totals: { granted: 20, adjusted: 0, spent: 7, expired: 0, revoked: 0, receivable: 0 },
      },
      'account-surcharge.v3.json': {
        available: 11,
        held: 0,
        totals: { granted: 24, adjusted: 0, spent: 13, expired: 0, revoked: 0, receivable: 0 },
      },
      'account-adjustments.v3.json': {
        available: 8,
        held: 0,
        totals: { granted: 10, adjusted: -2, spent: 0, expired: 0, revoked: 0, receivable: 0 },
      },
      'account-adjustments.v2.json': {
        available: 0,
        held: 0,
        totals: { granted: 10, adjusted: -8, spent: 2, expired: 0, revoked: 0, receivable: 0 },
      },
    },
  });
});

describe('every version of a subscription’s events that was ever stored', () => {
  stays({
    folder: 'billing',
    codec: subscriptionCodec,
    meaning: (events) => {
      const state = events.reduce(subscription.evolve, subscription.unknownSubscription);
      if (state.kind === 'unknown') return state;
      return {
        view: viewOf(state.facts),
        grants: state.grants.map(({ grantId, isRevoked }) => `${grantId} ${isRevoked ? 'taken back' : 'given'}`),
      };
    },
    meant: {
      'subscription-life.v1.json': {
        view: {
          status: 'canceled',
          priceId: 'kinora-pro-yearly',
          nextPriceId: null,
          cancelAtPeriodEnd: false,
          discountRate: 10,
          currency: 'usd',
          openPayment: null,
        },
        grants: [
          'plan.sandbox.in_1.0 taken back',
          'plan.sandbox.in_2.0 taken back',
          'plan.sandbox.in_1.1 taken back',
          'plan.sandbox.in_2.1 taken back',
        ],
      },
    },
  });
});

describe('every version of a purchase’s events that was ever stored', () => {
  stays({
    folder: 'purchases',
    codec: purchaseCodec,
    meaning: (events) => {
      const state = events.reduce(purchase.evolve, purchase.unknownPurchase);
      return state.kind === 'unknown'
        ? state
        : {
            owner: state.owner,
            facts: state.facts.map(({ type }) => type),
            grants: state.grants.map(({ grantId, isRevoked }) => `${grantId} ${isRevoked ? 'taken back' : 'given'}`),
          };
    },
    meant: {
      'purchase-life.v1.json': {
        owner: { gateway: 'sandbox' },
        facts: ['PurchasePaid', 'PurchaseRefunded', 'PurchaseDisputed', 'PurchaseDisputeClosed'],
        grants: ['pack.sandbox.pi_1 taken back'],
      },
    },
  });
});

describe('every version of an event of the operators’ log that was ever stored', () => {
  stays({
    folder: 'operators',
    codec: operatorCodec,
    meaning: (events) => events.map(({ type, data }) => `${type} ${data.who} ${data.what}`),
    meant: {
      'operator-log.v1.json': [
        'RoleGranted 0190b5a0-0000-7000-8000-000000000001 admin link',
        'OperatorActed 0190b5a0-0000-7000-8000-000000000001 mail.get',
        'RoleRevoked operator:cli users revoke-role',
        'OperatorCommanded operator:cli ledger root --accept-new-start',
      ],
    },
  });
});

describe('every version of a note about signed roots that was ever stored', () => {
  stays({
    folder: 'roots',
    codec: rootCodec,
    meaning: (events) => events.reduce(evolveRoots, {}),
    meant: {
      'ledger-roots.v1.json': {
        signed: { day: '2026-11-22', bodyHash: 'c'.repeat(64) },
        accepted: { day: '2026-11-21', bodyHash: 'b'.repeat(64) },
      },
    },
  });
});

describe('every version of a closing of a month that was ever stored', () => {
  stays({
    folder: 'closings',
    codec: closeCodec,
    meaning: (events) => {
      const { closings, withdrawals } = events.reduce(evolveClosings, UNTOUCHED);
      return {
        ...Object.fromEntries(
          closings.map(({ closing, figures, reopened }) => [closing, { figures, reopened: reopened?.reason }]),
        ),
        withdrawn: withdrawals.map(({ closing, step }) => `${step} ${closing}`),
      };
    },
    meant: {
      'month-closings.v1.json': { 1: { figures: 'e'.repeat(64), reopened: 'error' }, 2: { figures: 'a'.repeat(64) } },
      'month-withdrawals.v1.json': { withdrawn: ['close 1', 'close 1'] },
    },
  });
});
