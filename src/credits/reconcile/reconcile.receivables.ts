import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { AccountEvent } from '../account/events.js';
import type { Difference } from '../books/finance.shared.js';
import type { Seen } from './reconcile.documents.js';

interface Use {
  spent: number;
  isRevoked: boolean;
}

/**
 * Compares the receivable that an account's events state with what was spent of its revoked grants, before or after the
 * revocation.
 */
export function compareReceivable(stream: StreamName, seen: Seen): readonly Difference[] {
  let stated = 0;
  let owed = 0;
  const grants = new Map<string, Use>();
  const close = (grantId: string): void => {
    const use = grants.get(grantId);
    if (use?.isRevoked === true) owed += use.spent;
    grants.delete(grantId);
  };
  for (const { event } of seen) {
    stated += receivableOf(event);
    enter(grants, event, close);
  }
  for (const grantId of [...grants.keys()]) close(grantId);
  return stated === owed
    ? []
    : [
        {
          code: 'receivable-differs',
          where: stream,
          what: `the events state ${stated}, ${owed} were spent of revoked grants`,
        },
      ];
}

function receivableOf(event: AccountEvent): number {
  return event.type === 'HoldCaptured' || event.type === 'GrantRevoked' ? (event.data.receivable ?? 0) : 0;
}

function enter(grants: Map<string, Use>, event: AccountEvent, close: (grantId: string) => void): void {
  const useOf = (grantId: string): Use => {
    const use = grants.get(grantId) ?? { spent: 0, isRevoked: false };
    grants.set(grantId, use);
    return use;
  };
  switch (event.type) {
    // A forgotten id may be given again: that is another grant.
    case 'CreditsGranted':
      close(event.data.grantId);
      useOf(event.data.grantId);
      return;
    case 'HoldCaptured':
      for (const { grantId, amount } of event.data.captured) useOf(grantId).spent += amount;
      return;
    case 'GrantRevoked':
      useOf(event.data.grantId).isRevoked = true;
      return;
    default:
      return;
  }
}
