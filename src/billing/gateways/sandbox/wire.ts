import { z } from 'zod';
import { APP_NAMES } from '../../../credits/credits.shared.js';
import { PLATFORM_NAMES } from '../../plans/plan.shared.js';
import { PURCHASE_FACTS } from '../../purchase/events.js';
import { FACTS } from '../../subscription/events.js';
import type { ReportedFact } from '../../subscription/facts.js';
import type { GatewayEvent, ReportedPurchase } from '../port.js';

const id = z.string().min(1).max(120);
const owner = z.object({ appName: z.enum(APP_NAMES), gateway: id, platformName: z.enum(PLATFORM_NAMES), userId: id });
const { PaymentSucceeded, ...plain } = FACTS;
const { PurchasePaid, ...plainPurchase } = PURCHASE_FACTS;
const reportedPayment = PaymentSucceeded.omit({ usage: true, months: true, replaces: true }).extend({
  replaces: z.strictObject({ priceId: id, until: z.int().min(0) }).exactOptional(),
});
const reportedPurchasePaid = PurchasePaid.omit({ usage: true });

/** The table picks the schema by fact type; TypeScript cannot derive the result type from that. */
const factOf = <Fact>(schemas: Readonly<Record<string, z.ZodType>>) =>
  z.object({ type: z.string(), data: z.unknown() }).transform(({ type, data }, context): Fact => {
    const checked = Object.hasOwn(schemas, type) ? schemas[type]?.safeParse(data) : undefined;
    if (checked?.success === true) return { type, data: checked.data } as Fact; // checked by the schema of this type
    context.addIssue({ code: 'custom', message: 'no fact', path: [checked === undefined ? 'type' : 'data'] });
    return z.NEVER;
  });
const facts = z.array(factOf<ReportedFact>({ ...plain, PaymentSucceeded: reportedPayment })).min(1);
const purchaseFacts = z
  .array(factOf<ReportedPurchase>({ ...plainPurchase, PurchasePaid: reportedPurchasePaid }))
  .min(1);

/** Content of one sandbox delivery, serialized as JSON. */
export const deliveredEvent = z.object({
  id,
  created: z.int().min(0),
  tellings: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('subscription'), owner, externalId: id, facts, orderId: id.exactOptional() }),
        z.object({
          kind: z.literal('purchase'),
          owner,
          externalId: id,
          facts: purchaseFacts,
          orderId: id.exactOptional(),
        }),
        z.object({
          kind: z.literal('checkout'),
          orderId: id,
          outcome: z.enum(['paid', 'declined', 'expired']),
          customerId: id.exactOptional(),
        }),
      ]),
    )
    .max(20),
});
export interface DeliveredEvent {
  readonly id: string;
  /** Seconds, by the sandbox's clock. */
  readonly created: number;
  readonly tellings: readonly GatewayEvent[];
}

/** The bytes of an event. */
export const eventBytes = (event: DeliveredEvent): Uint8Array => Buffer.from(JSON.stringify(event));

/** Parsed body of a delivery; undefined when it is not JSON. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
