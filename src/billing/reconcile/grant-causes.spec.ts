import { expect, it } from '@jest/globals';
import type { CausedEvent } from '../../credits/index.js';
import { chainEvent, GENESIS_HASH } from '../../kernel/event-sourcing/chain.js';
import { policyCommandId } from '../../kernel/event-sourcing/policy.js';
import type { UserId } from '../../kernel/ids.js';
import { createMemoryEventStore } from '../../platform/event-store/memory.js';
import { invoiceIdOf, type InvoiceDocument } from '../invoices/invoice.js';
import { purchaseCodec } from '../purchase/events.js';
import { purchasePolicy } from '../purchase/purchase.policy.js';
import { purchaseStream } from '../shop/purchase.commands.js';
import { grantCauses } from './grant-causes.js';

const account = { userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' } as const; // a test's own user
const clock = { now: () => 1 };

/** An invoice of a purchase of the same id. */
const invoice = (id: string): InvoiceDocument => ({
  invoiceId: invoiceIdOf('sandbox', id),
  number: id,
  userId: 'ann',
  appName: 'kinora',
  gateway: 'sandbox',
  platformName: 'card',
  gatewayInvoiceId: id,
  sold: { kind: 'purchase', id },
  listedAt: 1,
  paidAt: 1,
  payment: null,
  failure: null,
  refunds: [],
  disputes: [],
  outcomes: [],
  grants: [],
  revocations: [],
});

it('explains grants of other sales when an event of one cannot be read', async () => {
  const events = createMemoryEventStore(clock);
  const caused: CausedEvent[] = [];
  for (const id of ['damaged', 'good']) {
    const stream = purchaseStream(id);
    const grantId = `pack.sandbox.${id}`;
    const stored = purchaseCodec.encode({
      type: 'PurchaseGrantRequested',
      at: 1,
      data: { amount: 5, appName: 'kinora', grantId, invoiceId: id, usageType: 'credits', userId: 'ann' },
    });
    const { event } = chainEvent(GENESIS_HASH, {
      stream,
      revision: 0,
      at: 1,
      ...stored,
      ...(id === 'damaged' ? { data: '{"grantId":1}' } : {}),
    });
    await events.append(stream, -1, [event]);
    caused.push({
      account,
      revision: 0,
      type: 'CreditsGranted',
      at: 1,
      recordedAt: 1,
      causedBy: policyCommandId(purchasePolicy.name, event.id, 0),
      subject: { kind: 'grant', id: grantId, source: 'purchase', amount: 5, expiresAt: null, isFreeOnly: false },
    });
  }
  const invoices = {
    getMany: async (ids: readonly string[]) =>
      [invoice('damaged'), invoice('good')].filter(({ invoiceId }) => ids.includes(invoiceId)),
  };
  expect(await grantCauses({ events, invoices }).explained(caused)).toEqual(caused.slice(1));
});
