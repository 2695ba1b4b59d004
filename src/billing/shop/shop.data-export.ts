import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import { priceNumber } from '../plans/price.shared.js';
import type { Orders } from '../orders/orders.js';
import type { IdempotentActions } from './idempotent-actions.js';

/** A user's orders and plan actions, with the reasons they gave. */
export function shopPart({
  orders,
  actions,
}: {
  readonly orders: Pick<Orders, 'of'>;
  readonly actions: Pick<IdempotentActions, 'of'>;
}): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const bought = [];
    let newest = 0;
    for await (const {
      document: { orderId, priceId, price, coupon, platformName, country, status, createdAt, paidAt },
    } of orders.of(userId)) {
      newest = Math.max(newest, createdAt);
      bought.push({
        id: orderId,
        what: priceId,
        price: priceNumber(price),
        currency: price.currency,
        ...defined({ coupon }),
        paidBy: platformName,
        ...defined({ from: country }),
        status,
        ordered: new Date(createdAt).toISOString(),
        ...(paidAt === null ? {} : { paid: new Date(paidAt).toISOString() }),
      });
    }
    const rows = [];
    for await (const { kind, subscriptionId, at, reasons, text } of actions.of(userId)) {
      newest = Math.max(newest, at);
      rows.push({
        what: kind,
        subscription: subscriptionId,
        rows: new Date(at).toISOString(),
        ...defined({ reasons, text }),
      });
    }
    if (bought.length > 0 || rows.length > 0) yield jsonFile('orders.json', newest, { orders: bought, plans: rows });
  }
  return { name: 'orders', files };
}
