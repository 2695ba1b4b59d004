import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { AdjustmentDocument } from '../adjustments/request.js';
import type { AccountEvent } from '../account/events.js';
import type { Difference } from '../books/finance.shared.js';

/** Requests for adjustments, the explanation of each adjustment in the ledger. */
export interface AdjustmentRequests {
  /** Names of the accounts with an applied request. @throws StoreUnavailable */
  accounts(): AsyncIterable<StreamName>;
  /** Every request about an account. @throws StoreUnavailable */
  of(account: StreamName): Promise<readonly AdjustmentDocument[]>;
}

type Adjusted = Extract<AccountEvent, { readonly type: 'CreditsAdjusted' }>['data'];

/** The adjustments among an account's events. */
export const adjustmentsIn = (seen: readonly { readonly event: AccountEvent }[]): readonly Adjusted[] =>
  seen.flatMap(({ event }) => (event.type === 'CreditsAdjusted' ? [event.data] : []));

/**
 * Compares the adjustments of an account with their requests. A request that is not in the ledger yet is no difference
 * until it counts as applied.
 */
export function judgeAdjustments(
  account: StreamName,
  adjusted: readonly Adjusted[],
  requests: readonly AdjustmentDocument[],
): readonly Difference[] {
  const where = (id: string): string => `adjustment ${id} of ${account}`;
  const byId = new Map(requests.map((request) => [request.adjustmentId, request]));
  const inLedger = new Set(adjusted.map(({ adjustmentId }) => adjustmentId));
  return [
    ...adjusted.flatMap((data): readonly Difference[] => {
      const request = byId.get(data.adjustmentId);
      const said = `${data.amount} by ${data.actor ?? 'nobody'} for ${data.reasonCode}`;
      if (request === undefined)
        return [
          {
            code: 'adjustment-without-request',
            where: where(data.adjustmentId),
            what: `${said}, which no request and no policy explains`,
          },
        ];
      const what = mismatch(data, request);
      return what === undefined
        ? []
        : [{ code: 'adjustment-differs', where: where(data.adjustmentId), what: `${said}, ${what}` }];
    }),
    ...requests
      .filter(
        ({ state, amount, settles, adjustmentId }) =>
          state === 'applied' && (amount !== 0 || settles !== 0) && !inLedger.has(adjustmentId),
      )
      .map(({ adjustmentId, amount }): Difference => ({
        code: 'adjustment-missing',
        where: where(adjustmentId),
        what: `${amount} were requested and count as applied, but are not in the ledger`,
      })),
  ];
}

function mismatch(
  { actor, approver, amount, reasonCode, reference, reverses, settles, validAt }: Adjusted,
  request: AdjustmentDocument,
): string | undefined {
  if (request.state !== 'applied' && request.state !== 'approved') return `its request is ${request.state}`;
  // Adjustments of version 1 named nobody; a request that was made for one later explains it.
  const isOld = actor === null;
  const pairs = [
    ['amount', amount, request.amount],
    ['reason', reasonCode, request.reason],
    ['case', reference, request.reference],
    ['receivable', settles ?? 0, request.settles],
    ['reversal', reverses ?? null, request.reverses],
    ['valid time', validAt ?? null, request.validAt],
    ['actor', isOld ? request.actor : actor, request.actor],
    ['approver', isOld ? request.approver : (approver ?? null), request.approver],
  ] as const;
  const found = pairs.find(([, inEvent, inRequest]) => inEvent !== inRequest);
  return found === undefined ? undefined : `its request has another ${found[0]}`;
}
