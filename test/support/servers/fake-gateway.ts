import { defined } from '../../../src/kernel/defined.shared.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { money, type Money } from '../../../src/kernel/money.shared.js';
import { err, ok } from '../../../src/kernel/result.js';
import type { CheckoutOrder, PaymentGateway, GatewayEvent } from '../../../src/billing/gateways/port.js';
import type { GatewayTransaction } from '../../../src/billing/settlement/transaction.shared.js';
import { checkSignature, signatureOf } from '../../../src/billing/gateways/signature.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';

const SECRET = 'the secret of a gateway in a test';

/**
 * A gateway of a test's own: it does nothing, and remembers what it was asked. What it tells is the test's to say
 * (`deliveryOf`).
 */
export interface FakeGateway extends PaymentGateway {
  /** Orders by the checkout that they opened, each once however often it was asked for. */
  readonly checkouts: Map<string, CheckoutOrder>;
  readonly expired: string[];
  /** `what externalId`, once for each command id. */
  readonly calls: string[];
  /** What a change costs now. */
  due: Money;
  /** Nobody reaches it. */
  isAway: boolean;
  /** A gateway's refusal of the next wish. */
  declines: boolean;
  /** What its balance says. */
  balance: readonly GatewayTransaction[];
}

export function fakeGateway(): FakeGateway {
  const commands = new Set<string>();
  const once = (commandId: string, what: string): void => {
    if (fake.isAway) throw new StoreUnavailable('fake gateway', 'unreachable', 'a test says so');
    if (commands.has(commandId)) return;
    commands.add(commandId);
    fake.calls.push(what);
  };
  const fake: FakeGateway = {
    name: 'fake',
    signatureHeader: 'fake-signature',
    platform: { platformName: 'wallet', enable: true, visible: true },
    checkouts: new Map(),
    expired: [],
    calls: [],
    due: money(1_000, 'usd'),
    isAway: false,
    declines: false,
    balance: [],
    checkout: async (order) => {
      const checkoutId = `cs_${order.orderId}`;
      if (fake.isAway) throw new StoreUnavailable('fake gateway', 'unreachable', 'a test says so');
      if (fake.declines) return err(productError('VALIDATION_ERROR', { field: 'price' }));
      if (!fake.checkouts.has(checkoutId)) fake.checkouts.set(checkoutId, order);
      return ok({ checkoutId, url: `https://pay.example/${checkoutId}` });
    },
    expireCheckout: async (checkoutId, commandId) => {
      once(commandId, `expire ${checkoutId}`);
      if (!fake.expired.includes(checkoutId)) fake.expired.push(checkoutId);
    },
    previewChange: async () =>
      ok({
        takesEffect: 'now',
        dueNow: fake.due,
        credited: money(500, 'usd'),
        nextChargeAt: 5,
        nextCharge: money(2_900, 'usd'),
      }),
    changePlan: async (externalId, priceId, maxDue, commandId) => {
      if (fake.declines) return err(productError('PAYMENT_DECLINED'));
      if (fake.due.minor > maxDue.minor)
        return err(productError('OFFER_CHANGED', { minor: fake.due.minor, currency: fake.due.currency }));
      once(commandId, `change ${externalId} ${priceId}`);
      return ok(undefined);
    },
    transactions: async () => {
      if (fake.isAway) throw new StoreUnavailable('fake gateway', 'unreachable', 'a test says so');
      return { transactions: fake.balance };
    },
    cancelAtPeriodEnd: async (externalId, commandId) => {
      once(commandId, `cancel ${externalId}`);
      return ok(undefined);
    },
    reactivate: async (externalId, commandId) => {
      once(commandId, `reactivate ${externalId}`);
      return ok(undefined);
    },
    end: async (externalId, commandId) => {
      once(commandId, `end ${externalId}`);
      return ok(undefined);
    },
    refund: async (externalId, invoiceId, amount, commandId) => {
      once(commandId, `refund ${externalId} ${invoiceId} ${amount.minor}`);
      return ok(undefined);
    },
    status: async () => {
      if (fake.isAway) throw new StoreUnavailable('fake gateway', 'unreachable', 'a test says so');
      return ok({
        method: { kind: 'card', brand: 'visa', last4: '4242', expires: { month: 1, year: 2030 } },
        nextCharge: { at: 7, amount: money(2_900, 'usd') },
      });
    },
    portal: async (externalId, returnUrl) =>
      ok({ url: `https://pay.example/portal/${externalId}?back=${encodeURIComponent(returnUrl)}` }),
    verify: async ({ body, signature }, now) => {
      const signed = checkSignature(body, signature, SECRET, now);
      if (!signed.ok) return signed;
      const event = read(body);
      return event === undefined ? err(productError('VALIDATION_ERROR', { field: 'body' })) : ok({ eventId: event.id });
    },
    read: async (body) => {
      if (fake.isAway) throw new StoreUnavailable('fake gateway', 'unreachable', 'a test says so');
      const event = read(body);
      return event === undefined
        ? err(productError('VALIDATION_ERROR', { field: 'body' }))
        : event.refused === undefined
          ? ok(event.gatewayEvents)
          : err(event.refused);
    },
  };
  return fake;
}

interface FakeEvent {
  readonly id: string;
  readonly gatewayEvents: readonly GatewayEvent[];
  readonly refused?: ReturnType<typeof productError>;
}

function read(body: Uint8Array): FakeEvent | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as FakeEvent; // written by `deliveryOf` alone
  } catch {
    return undefined;
  }
}

/** A signed delivery. @param at when it is signed, milliseconds. @param refused what reading it comes to */
export function deliveryOf(
  id: string,
  gatewayEvents: readonly GatewayEvent[],
  at: number,
  refused?: ReturnType<typeof productError>,
): { readonly body: Buffer<ArrayBuffer>; readonly signature: string } {
  const event: FakeEvent = { id, gatewayEvents, ...defined({ refused }) };
  const body = Buffer.from(JSON.stringify(event));
  return { body, signature: signatureOf(body, SECRET, at) };
}

/** Whose it is at the fake gateway. */
export const fakeOwner = (userId: UserId | string) =>
  ({ appName: 'kinora', gateway: 'fake', platformName: 'wallet', userId }) as const;
