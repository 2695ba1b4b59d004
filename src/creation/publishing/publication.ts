import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { ReviewReason } from '../../kernel/review.shared.js';
import type { PublishStatus, Sharing, Visibility } from './work.shared.js';

/** What an owner submits with a work. */
export interface Choice {
  /** As returned by `workTitleOf`. */
  readonly title: string;
  readonly sharing: Sharing;
  readonly visibility: Visibility;
  /**
   * Whole credits, 1 to `SURCHARGE_MAX`, that the owner asks for each creation from its recipe; absent for none. It has
   * no effect without a shared recipe.
   */
  readonly surcharge?: number;
}

interface Submission extends Choice {
  /** Number of the submission, 1 for the first. A decision names the submission that it concerns. */
  readonly round: number;
  /** When its owner accepted the terms of publishing. */
  readonly submittedAt: Millis;
}

/**
 * Publication status of a work; undefined if it was never submitted. `private`: withdrawn by its owner before a
 * decision. `unpublished`: withdrawn by its owner after publication, or with the owner's account.
 */
export type Publication = Submission &
  (
    | { readonly status: 'private' | 'in_review' }
    | { readonly status: 'published' | 'unpublished'; readonly publishedAt: Millis }
    | { readonly status: 'rejected'; readonly decidedAt: Millis; readonly reason: ReviewReason }
    | {
        readonly status: 'removed';
        /** What it was before, and is again if the removal is overturned. */
        readonly was: 'published' | 'unpublished';
        readonly publishedAt: Millis;
        readonly decidedAt: Millis;
        readonly reason: ReviewReason;
      }
  );

export type PublishCommand =
  | ({ readonly kind: 'submit' } & Choice)
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'list'; readonly visibility: Visibility }
  /** Asks this surcharge for creations from now on; 0 for none. */
  | { readonly kind: 'ask'; readonly surcharge: number }
  | { readonly kind: 'approve'; readonly round: number }
  | { readonly kind: 'reject'; readonly round: number; readonly reason: ReviewReason }
  | { readonly kind: 'remove'; readonly reason: ReviewReason }
  | { readonly kind: 'restore' };

/** The caller's relation to the work. */
export interface Party {
  readonly owner: boolean;
  readonly moderator: boolean;
}

/** Identifiers of the error catalogue. */
export type PublishRefusal =
  'PUBLISH_STATUS_ERROR' | 'PUBLISH_STATUS_PROTECTED' | 'PUBLISHED_PERMISSION_ERROR' | 'PUBLISH_OWN_WORK';

const BY: Readonly<Record<PublishCommand['kind'], keyof Party>> = {
  submit: 'owner',
  withdraw: 'owner',
  list: 'owner',
  ask: 'owner',
  approve: 'moderator',
  reject: 'moderator',
  remove: 'moderator',
  restore: 'moderator',
};

/** Status of a work, including one that was never submitted. */
export const statusOf = (publication: Publication | undefined): PublishStatus => publication?.status ?? 'private';

/** The credits that the owner of a work asks for its recipe; 0 unless others can create from it. */
export const recipeSurcharge = (publication: Publication | undefined): number =>
  publication?.status === 'published' && publication.sharing === 'recipe' ? (publication.surcharge ?? 0) : 0;

/** Whether Explore lists a work. */
export const isListed = (publication: Publication | undefined): boolean =>
  publication?.status === 'published' && publication.visibility === 'public';

/**
 * Decides on a work's publication (`private → in_review → published | rejected`, `published → unpublished | removed`).
 * A rejected or withdrawn work may be submitted again; a removed one may not, until a moderator restores it. The
 * visibility and surcharge of a published work change without another review, because the review was of the same title
 * and result.
 * A repeated command returns the same value. Four-eyes principle: nobody approves or restores their own work, though
 * they may reject or remove it.
 * @param by the caller's relation to the work
 * @returns PUBLISHED_PERMISSION_ERROR if the caller may not do this, PUBLISH_OWN_WORK for an approval or a restoration
 * by the owner, PUBLISH_STATUS_PROTECTED for a removed work, PUBLISH_STATUS_ERROR if it has another status, or another
 * submission than the reviewed one
 */
export function decidePublication(
  current: Publication | undefined,
  command: PublishCommand,
  by: Party,
  at: Millis,
): Result<Publication, PublishRefusal> {
  if (!by[BY[command.kind]]) return err('PUBLISHED_PERMISSION_ERROR');
  if ((command.kind === 'approve' || command.kind === 'restore') && by.owner) return err('PUBLISH_OWN_WORK');
  if (current?.status === 'removed') return ofRemoved(current, command.kind);
  switch (command.kind) {
    case 'submit':
      return submit(current, command, at);
    case 'withdraw':
      return withdraw(current);
    case 'list':
      if (current?.status !== 'published') return err('PUBLISH_STATUS_ERROR');
      return ok(current.visibility === command.visibility ? current : { ...current, visibility: command.visibility });
    case 'ask':
      if (current?.status !== 'published') return err('PUBLISH_STATUS_ERROR');
      return ok((current.surcharge ?? 0) === command.surcharge ? current : asking(current, command.surcharge));
    case 'approve':
    case 'reject':
      return judge(current, command, at);
    case 'remove':
      // Also one that its owner has withdrawn meanwhile, so that it is not submitted again.
      return current?.status === 'published' || current?.status === 'unpublished'
        ? ok({ ...current, status: 'removed', was: current.status, decidedAt: at, reason: command.reason })
        : err('PUBLISH_STATUS_ERROR');
    case 'restore':
      return current?.status === 'published' || current?.status === 'unpublished'
        ? ok(current)
        : err('PUBLISH_STATUS_ERROR');
    default:
      return command satisfies never;
  }
}

function asking(current: Publication, surcharge: number): Publication {
  const { surcharge: _before, ...rest } = current;
  return surcharge === 0 ? rest : { ...rest, surcharge };
}

function ofRemoved(
  current: Extract<Publication, { readonly status: 'removed' }>,
  kind: PublishCommand['kind'],
): Result<Publication, PublishRefusal> {
  if (kind === 'remove') return ok(current);
  if (kind !== 'restore') return err('PUBLISH_STATUS_PROTECTED');
  const { decidedAt: _decidedAt, reason: _reason, was, ...rest } = current;
  return ok({ ...rest, status: was });
}

function submit(
  current: Publication | undefined,
  { title, sharing, visibility, surcharge }: Choice,
  submittedAt: Millis,
): Result<Publication, PublishRefusal> {
  const isRepeated =
    current?.status === 'in_review' &&
    current.title === title &&
    current.sharing === sharing &&
    current.visibility === visibility &&
    current.surcharge === surcharge;
  if (isRepeated) return ok(current);
  if (current?.status === 'in_review' || current?.status === 'published') return err('PUBLISH_STATUS_ERROR');
  const choice = { title, sharing, visibility, ...defined({ surcharge }) };
  return ok({ status: 'in_review', ...choice, submittedAt, round: (current?.round ?? 0) + 1 });
}

function withdraw(current: Publication | undefined): Result<Publication, PublishRefusal> {
  switch (current?.status) {
    case 'in_review':
      return ok({ ...current, status: 'private' });
    case 'published':
      return ok({ ...current, status: 'unpublished' });
    case 'private':
    case 'unpublished':
      return ok(current);
    case 'rejected':
    case 'removed':
    case undefined:
      return err('PUBLISH_STATUS_ERROR');
    default:
      return current satisfies never;
  }
}

function judge(
  current: Publication | undefined,
  verdict: Extract<PublishCommand, { readonly round: number }>,
  at: Millis,
): Result<Publication, PublishRefusal> {
  if (current === undefined || current.round !== verdict.round) return err('PUBLISH_STATUS_ERROR');
  const reached = verdict.kind === 'approve' ? 'published' : 'rejected';
  if (current.status === reached) return ok(current);
  if (current.status !== 'in_review') return err('PUBLISH_STATUS_ERROR');
  return ok(
    verdict.kind === 'approve'
      ? { ...current, status: 'published', publishedAt: at }
      : { ...current, status: 'rejected', decidedAt: at, reason: verdict.reason },
  );
}

/**
 * Whether a caller may see a work: everybody a published one, its owner always, moderators those they decide on or have
 * decided.
 */
export function maySee(publication: Publication | undefined, by: Party): boolean {
  const status = statusOf(publication);
  return (
    by.owner ||
    status === 'published' ||
    (by.moderator && (status === 'in_review' || status === 'rejected' || status === 'removed'))
  );
}
