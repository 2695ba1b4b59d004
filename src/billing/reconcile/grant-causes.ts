import type { CausedEvent, CauseOwner } from '../../credits/index.js';
import type { RecordedEvent } from '../../kernel/event-sourcing/event.js';
import { policyCommandId } from '../../kernel/event-sourcing/policy.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { grantPolicy } from '../grants/grant.policy.js';
import { invoiceCodec } from '../invoices/invoice.events.js';
import type { InvoiceDocument } from '../invoices/invoice.js';
import { subscriptionStream } from '../commands.js';
import { purchasePolicy } from '../purchase/purchase.policy.js';
import { purchaseStream } from '../shop/purchase.commands.js';
import { invoicesOf } from '../finance/paid-grants.js';

export interface GrantCausesParts {
  readonly events: Pick<EventStore, 'readStream'>;
  readonly invoices: Pick<ProjectionReads<InvoiceDocument>, 'getMany'>;
}

/**
 * Payments as causes of grants and revocations, for reconciliation. The stored cause must be the id that a policy
 * derives from the request in the stream of the sale, and the request must be for this grant and account.
 */
export function grantCauses({ events, invoices }: GrantCausesParts): CauseOwner {
  return {
    async explained(all) {
      const own = all.filter(
        ({ subject, causedBy }) =>
          causedBy !== undefined &&
          (subject.kind === 'revocation' ||
            (subject.kind === 'grant' && (subject.source === 'plan' || subject.source === 'purchase'))),
      );
      const found = await invoices.getMany([...new Set(own.flatMap(({ subject }) => invoicesOf(subject.id)))]);
      const requested = new Set<string>();
      for (const stream of new Set(found.map(streamOf))) {
        for (const one of requestsIn(await events.readStream(stream))) requested.add(one);
      }
      return own.filter(({ causedBy = '', subject, account }) => requested.has(keyOf(causedBy, subject.id, account)));
    },
  };
}

/**
 * Keys of what the events of a sale request. An event that cannot be read explains nothing, and neither does its sale.
 */
function requestsIn(sale: readonly RecordedEvent[]): readonly string[] {
  try {
    return sale.flatMap((recorded) => {
      const { event } = invoiceCodec.decode(recorded);
      if (!('grantId' in event.data)) return [];
      const { grantId, userId, appName, usageType } = event.data;
      return [grantPolicy, purchasePolicy].map(({ name }) =>
        keyOf(policyCommandId(name, recorded.id, 0), grantId, { userId, appName, usageType }),
      );
    });
  } catch {
    return [];
  }
}

const streamOf = ({ sold: { kind, id } }: InvoiceDocument) =>
  kind === 'subscription' ? subscriptionStream(id) : purchaseStream(id);

const keyOf = (
  commandId: string,
  grantId: string,
  { userId, appName, usageType }: { readonly [Part in keyof CausedEvent['account']]: string },
): string => [commandId, grantId, userId, appName, usageType].join(' ');
