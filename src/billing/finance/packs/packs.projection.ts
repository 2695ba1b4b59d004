import { z } from 'zod';
import { APP_NAMES } from '../../../credits/credits.shared.js';
import type { FollowedGrants } from '../../../credits/index.js';
import type { Projection } from '../../../kernel/event-sourcing/projection.js';
import {
  PURCHASE_FACTS,
  PURCHASE_PREFIX,
  purchaseCodec,
  type PurchaseEvent,
  type PurchaseFact,
} from '../../purchase/events.js';
import { PACK_GRANTS } from '../../purchase/purchase.js';
import { purchaseMoney } from '../entries.js';

const { PurchasePaid, PurchaseRefunded, PurchaseDisputed, PurchaseDisputeClosed } = PURCHASE_FACTS;
const fact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('PurchasePaid'), data: PurchasePaid }),
  z.object({ type: z.literal('PurchaseRefunded'), data: PurchaseRefunded }),
  z.object({ type: z.literal('PurchaseDisputed'), data: PurchaseDisputed }),
  z.object({ type: z.literal('PurchaseDisputeClosed'), data: PurchaseDisputeClosed }),
]);

const packs = z.object({
  stream: z.string(),
  userId: z.string(),
  appName: z.enum(APP_NAMES),
  gateway: z.string(),
  /** Time of the last payment, milliseconds since the epoch; null before it. */
  paidAt: z.int().nullable(),
  /** In the order of the stream. */
  facts: z.array(fact),
});
/** A one-time purchase with the facts about its money. */
export type PacksDocument = z.infer<typeof packs>;

/** One document per one-time purchase, for packs that are not recognised when they are paid. */
export const packsProjection: Projection<PacksDocument, PurchaseEvent> = {
  name: 'billing_packs',
  version: 1,
  prefix: PURCHASE_PREFIX,
  codec: purchaseCodec,
  handles: ['PurchaseOpened', 'PurchasePaid', 'PurchaseRefunded', 'PurchaseDisputed', 'PurchaseDisputeClosed'],
  indexes: [['paidAt']],
  schema: packs,
  key: ({ stream }) => stream,
  evolve: (before, { event, stream }) => {
    if (event.type === 'PurchaseOpened') {
      const { userId, appName, gateway } = event.data;
      return { stream, userId, appName, gateway, paidAt: null, facts: [] };
    }
    if (before === undefined) throw new Error(`${stream} has no opening`);
    if (event.type === 'PurchaseGrantRequested' || event.type === 'PurchaseRevocationRequested') return before;
    // Type and data belong to one event; TypeScript loses that link after destructuring.
    const facts = [...before.facts, { type: event.type, data: event.data } as PurchaseFact];
    const paid = purchaseMoney(before.gateway, facts).flatMap(({ pack }) => (pack === undefined ? [] : [pack.paidAt]));
    return { ...before, facts, paidAt: paid.length === 0 ? null : Math.max(...paid) };
  },
};

/** The use of the credits of packs. */
export const PACK_USE: FollowedGrants = { name: 'billing_pack_use', version: 1, grants: PACK_GRANTS };
