import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { accountOf, type AccountKey } from '../account/account.key.js';
import { accountStream } from '../account/account.key.js';
import type { CollectionDefinition } from '../../platform/documents/port.js';
import { ADJUSTMENT_REASONS } from '../credits.shared.js';
import { ADJUSTMENT_STATES, adjustmentView, type AdjustmentStep, type AdjustmentView } from './adjustment.shared.js';

/** `order` is unique and ascends with the time of the request, so it is also the cursor of a page. */
export const ADJUSTMENTS: CollectionDefinition = {
  name: 'adjustments_v1',
  indexes: [
    ['order'],
    ['userId', 'order'],
    ['account', 'order'],
    ['actor', 'order'],
    ['state', 'order'],
    ['reason', 'order'],
    ['reference', 'order'],
  ],
};

/**
 * A request for an adjustment: everything about it that is not in the event, the notes above all. The document id is
 * the request id.
 */
export const adjustmentDocument = z.object({
  order: z.string(),
  /** Name of the account's stream. */
  account: z.string(),
  userId: z.string(),
  adjustmentId: z.string(),
  amount: z.int(),
  settles: z.int(),
  reason: z.enum(ADJUSTMENT_REASONS),
  reference: z.string(),
  actor: z.string(),
  approver: z.string().nullable(),
  reverses: z.string().nullable(),
  /** Requests of earlier versions have none. */
  validAt: z.int().nullable().default(null),
  /** The revoked grant that is given back. Amount and receivable are known when no hold uses the grant any more. */
  restores: z.string().nullable(),
  state: z.enum(ADJUSTMENT_STATES),
  requestedAt: z.int(),
  steps: adjustmentView.shape.steps,
});
export type AdjustmentDocument = z.infer<typeof adjustmentDocument>;

/** What is requested. `adjustmentId` is derived from the request, so a request is applied at most once. */
export interface Wanted extends Pick<
  AdjustmentDocument,
  'adjustmentId' | 'amount' | 'reason' | 'reference' | 'actor' | 'reverses' | 'restores' | 'validAt'
> {
  readonly requestId: string;
  readonly account: AccountKey;
  readonly note: string;
  /** Part of the receivable that is settled; negative if it is owed again. Default 0. */
  readonly settles?: number;
}

/** A time and id as text that sorts by time. @param at milliseconds since the epoch */
export const orderOf = (at: Millis, requestId = ''): string =>
  `${String(Math.max(0, at)).padStart(15, '0')}.${requestId}`;

const stepOf = (
  at: Millis,
  by: string,
  what: AdjustmentStep['what'],
  note = '',
  error: AdjustmentStep['error'] = null,
): AdjustmentStep => ({ at, by, what, note, error });

/**
 * A new request. It is approved at once, unless it exceeds the limit or its actor owns the account.
 * @param limit largest amount, in credits, that needs no second person
 */
export function requested(
  { requestId, account, note, settles = 0, ...wanted }: Wanted,
  limit: number,
  at: Millis,
): AdjustmentDocument {
  const needsApproval = Math.abs(wanted.amount) > limit || wanted.actor === account.userId;
  return {
    ...wanted,
    order: orderOf(at, requestId),
    account: accountStream(account),
    userId: account.userId,
    settles,
    approver: null,
    state: needsApproval ? 'awaiting-approval' : 'approved',
    requestedAt: at,
    steps: [stepOf(at, wanted.actor, 'requested', note)],
  };
}

/** Whether a repeated request asks for the same as the stored one. Notes are not compared. */
export function isSameRequest(
  stored: AdjustmentDocument,
  { account, adjustmentId, amount, reason, reference, actor, reverses, restores, validAt }: Wanted,
): boolean {
  return (
    stored.account === accountStream(account) &&
    stored.adjustmentId === adjustmentId &&
    stored.reason === reason &&
    stored.reference === reference &&
    stored.actor === actor &&
    stored.reverses === reverses &&
    stored.restores === restores &&
    stored.validAt === validAt &&
    (restores !== null || stored.amount === amount)
  );
}

/** A rejected or refused reversal that is requested again, with its earlier steps. */
export function requestedAgain(
  stored: AdjustmentDocument,
  wanted: Wanted,
  limit: number,
  at: Millis,
): AdjustmentDocument {
  const { steps, ...again } = requested(wanted, limit, at);
  return { ...again, order: stored.order, requestedAt: stored.requestedAt, steps: [...stored.steps, ...steps] };
}

/**
 * The decision of the second person. A repeat of the same decision by the same person changes nothing. SECOND_PERSON
 * for the requester and for the owner of the account, ADJUSTMENT_DECIDED {state} for a request that awaits none.
 */
export function decided(
  stored: AdjustmentDocument,
  decision: 'approved' | 'rejected',
  { by, note, at }: { readonly by: string; readonly note: string; readonly at: Millis },
): Result<AdjustmentDocument, ProductError> {
  if (by === stored.actor || by === stored.userId) return err(productError('SECOND_PERSON'));
  if (stored.state !== 'awaiting-approval') {
    const last = stored.steps.findLast(({ what }) => what === 'approved' || what === 'rejected');
    return last?.what === decision && last.by === by
      ? ok(stored)
      : err(productError('ADJUSTMENT_DECIDED', { state: stored.state }));
  }
  return ok({
    ...stored,
    state: decision,
    approver: decision === 'approved' ? by : null,
    steps: [...stored.steps, stepOf(at, by, decision, note)],
  });
}

/** The system as the author of a step. */
const LEDGER = 'ledger';

/** After a policy withdrew a request that was not applied yet. */
export const withdrawn = (stored: AdjustmentDocument, by: string, at: Millis): AdjustmentDocument => ({
  ...stored,
  state: 'rejected',
  steps: [...stored.steps, stepOf(at, by, 'rejected')],
});

/** After the account took the adjustment. */
export const applied = (stored: AdjustmentDocument, at: Millis): AdjustmentDocument => ({
  ...stored,
  state: 'applied',
  steps: [...stored.steps, stepOf(at, LEDGER, 'applied')],
});

/** After the account refused the adjustment. */
export const refused = (
  stored: AdjustmentDocument,
  { identifier, params }: ProductError,
  at: Millis,
): AdjustmentDocument => ({
  ...stored,
  state: 'refused',
  steps: [...stored.steps, stepOf(at, LEDGER, 'refused', '', { identifier, params: { ...params } })],
});

/** The account of a request. @throws Error for a stored name that is none */
export function accountOfRequest({ account }: Pick<AdjustmentDocument, 'account'>): AccountKey {
  const key = accountOf(account);
  if (key === undefined) throw new Error(`${account} is not an account`);
  return key;
}

/** A request as finance sees it. @param reversal state of the request to undo it */
export function viewOf(
  requestId: string,
  stored: AdjustmentDocument,
  reversal: AdjustmentView['reversal'],
): AdjustmentView {
  const {
    adjustmentId,
    amount,
    settles,
    reason,
    reference,
    state,
    requestedAt,
    actor,
    approver,
    reverses,
    validAt,
    steps,
  } = stored;
  return {
    requestId,
    ...accountOfRequest(stored),
    adjustmentId,
    amount,
    settles,
    reason,
    reference,
    state,
    requestedAt,
    actor,
    approver,
    reverses,
    validAt,
    reversal,
    steps,
  };
}
