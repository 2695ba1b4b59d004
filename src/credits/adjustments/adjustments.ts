import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { UserId } from '../../kernel/ids.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, OutboxMessage } from '../../platform/documents/port.js';
import { decide, update } from '../../platform/documents/update.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import type { AccountCommand } from '../account/account.commands.js';
import { accountStream, type AccountKey } from '../account/account.key.js';
import { dayOf } from '../books/books.entries.js';
import { isReversalId, reversalIdOf } from '../account/reversal.js';
import type { AdjustmentReason } from '../credits.shared.js';
import type { CausedEvent } from '../reconcile/owners.js';
import type { GrantUse } from '../statement/grant-stories.js';
import {
  accountOfRequest,
  applied,
  decided,
  isSameRequest,
  refused,
  requested,
  requestedAgain,
  withdrawn,
  type AdjustmentDocument,
  type Wanted,
} from './request.js';

/** Message: a request was approved and has to be applied. Its document id is the request id. */
export const ADJUSTMENT_APPROVED = 'AdjustmentApproved';

const PAGE = 100;
/** Begin of the stored cause of everything that a request changes. The request id follows. */
const CAUSE = 'adjustment:';

/** The message of an approval. A request that is requested again has more steps, and so another message. */
const approvedMessage = (requestId: string, { steps }: AdjustmentDocument): OutboxMessage => ({
  id: `adjustment-approved.${requestId}.${steps.length}`,
  type: ADJUSTMENT_APPROVED,
  data: { requestId },
});

export interface AdjustmentsParts {
  readonly documents: Collection<AdjustmentDocument>;
  /** Changes an account; safe to retry. */
  readonly change: (
    account: AccountKey,
    change: AccountCommand,
    causedBy: string,
  ) => Promise<Result<unknown, ProductError>>;
  /** Use of an account's grants. */
  readonly uses: (account: AccountKey) => Promise<ReadonlyMap<string, GrantUse>>;
  /** Signed amount of an adjustment in an account's events; undefined when there is none. */
  readonly adjusted: (account: AccountKey, adjustmentId: string) => Promise<number | undefined>;
  /** Time of an account's first event; undefined for an account without events. */
  readonly since: (account: AccountKey) => Promise<Millis | undefined>;
  readonly clock: Clock;
  /** Largest amount, in credits, that one operator may adjust alone. */
  readonly approvalAbove: number;
}

/** A request and its id. */
export interface Request {
  readonly requestId: string;
  readonly document: AdjustmentDocument;
}
type Answer = Promise<Result<Request, ProductError>>;

/** What an operator requests. */
export interface WantedByOperator extends Pick<
  Wanted,
  'requestId' | 'account' | 'amount' | 'reference' | 'note' | 'actor'
> {
  /** Default: the request id. */
  readonly adjustmentId?: string;
  readonly validAt?: Millis | null;
  readonly reason: AdjustmentReason;
}

/** What a policy requests to give back. */
export interface Restoration {
  readonly account: AccountKey;
  readonly adjustmentId: string;
  /** The revoked grant; null for one that was never given. */
  readonly grantId: string | null;
  /** What a grant that was never given would have been. */
  readonly amount: number;
  readonly reference: string;
  /** `policy:…` */
  readonly actor: string;
}

/**
 * Requests for adjustments, from the request to the account (adr/0073). Each is one document. Its approval and the
 * message that applies it are one write, so a crash at any point loses nothing. The account knows the adjustment's id,
 * so a repeat doubles nothing.
 */
export class Adjustments {
  constructor(private readonly parts: AdjustmentsParts) {}

  get approvalAbove(): number {
    return this.parts.approvalAbove;
  }

  /**
   * Requests an adjustment, and applies it unless it needs a second person. IDEMPOTENCY_MISMATCH {id} for a request id
   * that is used by another request; VALID_TIME_OUTSIDE {from} for a valid time before the day of the account's
   * first event, or in the future. The day of the request counts: an account without events begins on it, also if the
   * adjustment is applied later.
   * @throws StoreUnavailable
   */
  async request({ requestId, adjustmentId = requestId, validAt = null, ...wanted }: WantedByOperator): Answer {
    const checked = await this.checkValidTime(wanted.account, validAt);
    return checked.ok
      ? this.enter(
          { ...wanted, requestId, adjustmentId, validAt, reverses: null, restores: null },
          this.parts.approvalAbove,
        )
      : checked;
  }

  private async checkValidTime(account: AccountKey, validAt: Millis | null): Promise<Result<undefined, ProductError>> {
    if (validAt === null) return ok(undefined);
    const now = this.parts.clock.now();
    // A new account begins with the request. A later approval does not judge it again (adr/0082).
    const since = dayOf((await this.parts.since(account)) ?? now);
    const isInside = dayOf(validAt) >= since && validAt <= now;
    return isInside ? ok(undefined) : err(productError('VALID_TIME_OUTSIDE', { from: since }));
  }

  /**
   * Requests the counterpart of an adjustment. One that was rejected or refused can be requested again.
   * ADJUSTMENT_NOT_FOUND {id} for an unknown adjustment, NOT_REVERSIBLE {id} for a counterpart, IDEMPOTENCY_MISMATCH
   * {id} for one that is already requested with another reference or by another person. Its valid time is its own, not
   * that of the other; VALID_TIME_OUTSIDE {from} as for a request.
   * @throws StoreUnavailable
   */
  async reverse({
    account,
    adjustmentId,
    reference,
    note,
    actor,
    validAt = null,
  }: Pick<Wanted, 'account' | 'adjustmentId' | 'reference' | 'note' | 'actor'> &
    Pick<WantedByOperator, 'validAt'>): Answer {
    if (isReversalId(adjustmentId)) return err(productError('NOT_REVERSIBLE', { id: adjustmentId }));
    const amount = await this.parts.adjusted(account, adjustmentId);
    if (amount === undefined) return err(productError('ADJUSTMENT_NOT_FOUND', { id: adjustmentId }));
    // An adjustment that only settled a receivable moved no credits.
    if (amount === 0) return err(productError('NOT_REVERSIBLE', { id: adjustmentId }));
    const checked = await this.checkValidTime(account, validAt);
    if (!checked.ok) return checked;
    return this.enter(
      {
        requestId: reversalRequestId(account, adjustmentId),
        account,
        validAt,
        adjustmentId: reversalIdOf(adjustmentId),
        amount: -amount,
        reason: 'reversal',
        reference,
        note,
        actor,
        reverses: adjustmentId,
        restores: null,
      },
      this.parts.approvalAbove,
    );
  }

  /**
   * Gives back by rule what a revocation took, without a second person. It is applied once no hold uses the grant.
   * Idempotent by the adjustment's id.
   * @throws StoreUnavailable
   */
  restore({ account, adjustmentId, grantId, amount, reference, actor }: Restoration): Answer {
    return this.enter(
      {
        requestId: restorationRequestId(account, adjustmentId),
        account,
        adjustmentId,
        amount: grantId === null ? amount : 0,
        reason: 'dispute-won',
        reference,
        note: '',
        actor,
        validAt: null,
        reverses: null,
        restores: grantId,
      },
      Infinity,
    );
  }

  /**
   * Takes back what `restore` gave, because the money was returned after all: withdraws a request that is not applied
   * yet, or revokes the restored credits and enters again the receivable that they had settled. Idempotent; does
   * nothing if nothing was restored.
   * @throws StoreUnavailable
   */
  async takeBack({
    account,
    adjustmentId,
    actor,
  }: Pick<Restoration, 'account' | 'adjustmentId' | 'actor'>): Promise<Result<unknown, ProductError>> {
    const requestId = restorationRequestId(account, adjustmentId);
    const stored = (
      await update(this.parts.documents, requestId, (now) =>
        now.state === 'approved' ? { document: withdrawn(now, actor, this.parts.clock.now()) } : 'unchanged',
      )
    )?.document;
    return stored?.state === 'applied' ? this.undo(requestId, stored) : ok(undefined);
  }

  /**
   * Approves or rejects a request. ADJUSTMENT_NOT_FOUND {id}, SECOND_PERSON, ADJUSTMENT_DECIDED {state}.
   * @param by opaque id of the second person
   * @throws StoreUnavailable
   */
  async decide(requestId: string, decision: 'approved' | 'rejected', by: string, note: string): Answer {
    const answer = await decide<AdjustmentDocument, Result<AdjustmentDocument, ProductError>>(
      this.parts.documents,
      requestId,
      (stored) => {
        if (stored === undefined) return { answer: err(productError('ADJUSTMENT_NOT_FOUND', { id: requestId })) };
        const after = decided(stored.document, decision, { by, note, at: this.parts.clock.now() });
        return !after.ok || after.value === stored.document
          ? { answer: after }
          : { answer: after, write: this.write(requestId, after.value) };
      },
    );
    return answer.ok ? ok(await this.applied(requestId, answer.value)) : answer;
  }

  /**
   * Applies an approved request to its account; does nothing for any other. Safe to repeat.
   * @returns the request afterwards; undefined when it does not exist
   * @throws StoreUnavailable, also while a hold uses a grant that is to be given back
   */
  async apply(requestId: string): Promise<AdjustmentDocument | undefined> {
    const stored = (await this.parts.documents.get(requestId))?.document;
    if (stored?.state !== 'approved') return stored;
    const priced = await this.priced(requestId, stored);
    const isNothing = priced.amount === 0 && priced.settles === 0;
    const answer = isNothing
      ? ok(undefined)
      : await this.parts.change(accountOfRequest(priced), commandOf(priced, this.parts.clock.now()), CAUSE + requestId);
    if (!answer.ok && answer.error.identifier === 'TRY_AGAIN')
      throw new StoreUnavailable('event store', 'unreachable', 'an adjustment could not be applied; it is retried');
    // Withdrawn while the account took it.
    const isWithdrawn =
      answer.ok && !isNothing && (await this.parts.documents.get(requestId))?.document.state === 'rejected';
    if (isWithdrawn && !(await this.undo(requestId, priced)).ok)
      throw new StoreUnavailable(
        'event store',
        'unreachable',
        'a withdrawn adjustment could not be undone; it is retried',
      );
    const settled = await update(this.parts.documents, requestId, (now) => {
      const at = this.parts.clock.now();
      // What the account took is true, whatever another process saw before.
      if (answer.ok) return now.state === 'applied' ? 'unchanged' : { document: applied(now, at) };
      return now.state === 'approved' ? { document: refused(now, answer.error, at) } : 'unchanged';
    });
    return settled?.document;
  }

  /**
   * Erases the notes about the accounts of a user, which may be personal. Who did what, and when, stays. Idempotent.
   * @throws StoreUnavailable
   */
  async forgetNotes(userId: UserId): Promise<void> {
    for await (const { id } of pages(this.parts.documents, {
      where: { userId },
      order: { field: 'order', direction: 'ascending' },
      limit: PAGE,
    })) {
      await update(this.parts.documents, id, (stored) =>
        stored.steps.every(({ note }) => note === '')
          ? 'unchanged'
          : { document: { ...stored, steps: stored.steps.map((step) => ({ ...step, note: '' })) } },
      );
    }
  }

  /** The revocations among some events that undo a restoration, for reconciliation. @throws StoreUnavailable */
  async explained(events: readonly CausedEvent[]): Promise<readonly CausedEvent[]> {
    const own = events.filter(
      ({ subject, causedBy }) => subject.kind === 'revocation' && causedBy?.startsWith(CAUSE) === true,
    );
    const requests = await this.parts.documents.getMany([
      ...new Set(own.map(({ causedBy = '' }) => causedBy.slice(CAUSE.length))),
    ]);
    const undone = new Set(
      requests.map(({ id, document }) => [CAUSE + id, document.account, document.adjustmentId].join(' ')),
    );
    return own.filter(({ causedBy = '', account, subject }) =>
      undone.has([causedBy, accountStream(account), subject.id].join(' ')),
    );
  }

  private async enter(wanted: Wanted, limit: number): Answer {
    const { requestId } = wanted;
    const answer = await decide<AdjustmentDocument, Result<AdjustmentDocument, ProductError>>(
      this.parts.documents,
      requestId,
      (stored) => {
        const at = this.parts.clock.now();
        const before = stored?.document;
        const isOver = before?.reverses !== null && (before?.state === 'rejected' || before?.state === 'refused');
        if (before !== undefined && !isOver)
          return {
            answer: isSameRequest(before, wanted)
              ? ok(before)
              : err(productError('IDEMPOTENCY_MISMATCH', { id: requestId })),
          };
        const document =
          before === undefined ? requested(wanted, limit, at) : requestedAgain(before, wanted, limit, at);
        return { answer: ok(document), write: this.write(requestId, document) };
      },
    );
    return answer.ok ? ok(await this.applied(requestId, answer.value)) : answer;
  }

  /** Undoes an applied restoration. What is forgotten by now, or was already revoked, is left as it is. */
  private async undo(
    requestId: string,
    { adjustmentId, amount, settles, reference, actor, ...stored }: AdjustmentDocument,
  ): Promise<Result<unknown, ProductError>> {
    const account = accountOfRequest(stored);
    if (amount > 0) {
      const revoked = await this.parts.change(
        account,
        { type: 'revoke', at: this.parts.clock.now(), grantId: adjustmentId, reason: 'returned', reference },
        CAUSE + requestId,
      );
      if (
        !revoked.ok &&
        revoked.error.identifier !== 'GRANT_NOT_FOUND' &&
        revoked.error.identifier !== 'IDEMPOTENCY_MISMATCH'
      )
        return revoked;
    }
    if (settles === 0) return ok(undefined);
    return this.enter(
      {
        requestId: `${requestId}.returned`,
        account,
        adjustmentId: `returned.${adjustmentId}`,
        amount: 0,
        settles: -settles,
        reason: 'correction',
        reference,
        note: '',
        actor,
        validAt: null,
        reverses: null,
        restores: null,
      },
      Infinity,
    );
  }

  private write(
    requestId: string,
    document: AdjustmentDocument,
  ): { readonly document: AdjustmentDocument; readonly outbox: readonly OutboxMessage[] } {
    return { document, outbox: document.state === 'approved' ? [approvedMessage(requestId, document)] : [] };
  }

  /** Applies at once. If that is not possible now, the message does it later. */
  private async applied(requestId: string, document: AdjustmentDocument): Promise<Request> {
    if (document.state !== 'approved') return { requestId, document };
    try {
      return { requestId, document: (await this.apply(requestId)) ?? document };
    } catch (error) {
      if (error instanceof StoreUnavailable) return { requestId, document };
      throw error;
    }
  }

  /** With the amount that the revocation took. It is final once no hold uses the grant. */
  private async priced(requestId: string, stored: AdjustmentDocument): Promise<AdjustmentDocument> {
    if (stored.restores === null) return stored;
    const use = (await this.parts.uses(accountOfRequest(stored))).get(stored.restores);
    if (use !== undefined && use.held > 0)
      throw new StoreUnavailable('ledger', 'contended', 'a hold still uses the revoked grant');
    const took = { amount: use?.revoked ?? 0, settles: use?.spent ?? 0 };
    return (
      (
        await update(this.parts.documents, requestId, (now) =>
          now.state === 'approved' ? { document: { ...now, ...took } } : 'unchanged',
        )
      )?.document ?? stored
    );
  }
}

/**
 * Id of the request to undo an adjustment: one per adjustment of an account. The adjustment's id is encoded, because
 * request ids have fewer characters.
 */
export const reversalRequestId = (account: AccountKey, adjustmentId: string): string =>
  `reversal.${accountStream(account)}.${Buffer.from(adjustmentId).toString('base64url')}`;

const restorationRequestId = ({ userId }: AccountKey, adjustmentId: string): string => `${userId}.${adjustmentId}`;

function commandOf(
  { adjustmentId, amount, settles, reason, reference, actor, approver, reverses, validAt }: AdjustmentDocument,
  at: number,
): AccountCommand {
  return {
    type: 'adjust',
    at,
    adjustmentId,
    amount,
    reasonCode: reason,
    reference,
    actor,
    ...defined({ approver: approver ?? undefined, reverses: reverses ?? undefined, validAt: validAt ?? undefined }),
    ...(settles === 0 ? {} : { settles }),
  };
}
