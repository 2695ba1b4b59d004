import type { Millis } from '../../kernel/clock.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { ReviewReason } from '../../kernel/review.shared.js';
import type { PublishStatus, Sharing } from './work.shared.js';

/** What its owner submits a work with. */
export interface Choice {
  /** As `workTitleOf` gives it. */
  readonly title: string;
  readonly sharing: Sharing;
}

interface Submission extends Choice {
  /** How often it was submitted: 1 for the first time. A decision names the one that it is about. */
  readonly round: number;
  /** When its owner consented to the terms of publishing. */
  readonly submittedAt: Millis;
}

/**
 * How a work stands. One that was never submitted has none; `private` is one that its owner took back before it was
 * decided on, `unpublished` one that they took back, or that went with their account, after it was published.
 */
export type Publication = Submission & (
  | { readonly status: 'private' | 'in_review' }
  | { readonly status: 'published' | 'unpublished'; readonly publishedAt: Millis }
  | { readonly status: 'rejected'; readonly decidedAt: Millis; readonly reason: ReviewReason }
  | { readonly status: 'removed'; readonly publishedAt: Millis; readonly decidedAt: Millis; readonly reason: ReviewReason }
);

export type PublishCommand =
  | ({ readonly kind: 'submit' } & Choice)
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'approve'; readonly round: number }
  | { readonly kind: 'reject'; readonly round: number; readonly reason: ReviewReason }
  | { readonly kind: 'remove'; readonly reason: ReviewReason };

/** What whoever asks is to the work. */
export interface Party {
  readonly owner: boolean;
  readonly moderator: boolean;
}

/** Identifiers of the error catalogue. */
export type PublishRefusal = 'PUBLISH_STATUS_ERROR' | 'PUBLISH_STATUS_PROTECTED' | 'PUBLISHED_PERMISSION_ERROR' | 'PUBLISH_OWN_WORK';

const BY: Readonly<Record<PublishCommand['kind'], keyof Party>> = { submit: 'owner', withdraw: 'owner', approve: 'moderator', reject: 'moderator', remove: 'moderator' };

/** How a work stands that may never have been submitted. */
export const statusOf = (publication: Publication | undefined): PublishStatus => publication?.status ?? 'private';

/**
 * Decides on a work's publication (`private → in_review → published | rejected`,
 * `published → unpublished | removed`; besides, what was rejected or taken back may be submitted again, and what is removed stays so).
 * Whatever is asked a second time is answered as it is now: the same value.
 * Four eyes: no one lets a work of their own pass, though they may turn it down or remove it.
 * @param by what whoever asks is to the work
 * @returns PUBLISHED_PERMISSION_ERROR when it is not theirs to do, PUBLISH_OWN_WORK of an approval by its owner, PUBLISH_STATUS_PROTECTED of what was removed,
 *   PUBLISH_STATUS_ERROR when it stands elsewhere, or another submission than the one that was looked at
 */
export function decidePublication(current: Publication | undefined, command: PublishCommand, by: Party, at: Millis): Result<Publication, PublishRefusal> {
  if (!by[BY[command.kind]]) return err('PUBLISHED_PERMISSION_ERROR');
  if (command.kind === 'approve' && by.owner) return err('PUBLISH_OWN_WORK');
  if (current?.status === 'removed') return command.kind === 'remove' ? ok(current) : err('PUBLISH_STATUS_PROTECTED');
  switch (command.kind) {
    case 'submit':
      return submit(current, command, at);
    case 'withdraw':
      return withdraw(current);
    case 'approve':
    case 'reject':
      return judge(current, command, at);
    case 'remove':
      return current?.status === 'published' ? ok({ ...current, status: 'removed', decidedAt: at, reason: command.reason }) : err('PUBLISH_STATUS_ERROR');
    default:
      return command satisfies never;
  }
}

function submit(current: Publication | undefined, { title, sharing }: Choice, submittedAt: Millis): Result<Publication, PublishRefusal> {
  if (current?.status === 'in_review' && current.title === title && current.sharing === sharing) return ok(current);
  if (current?.status === 'in_review' || current?.status === 'published') return err('PUBLISH_STATUS_ERROR');
  return ok({ status: 'in_review', title, sharing, submittedAt, round: (current?.round ?? 0) + 1 });
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

function judge(current: Publication | undefined, verdict: Extract<PublishCommand, { readonly round: number }>, at: Millis): Result<Publication, PublishRefusal> {
  if (current === undefined || current.round !== verdict.round) return err('PUBLISH_STATUS_ERROR');
  const reached = verdict.kind === 'approve' ? 'published' : 'rejected';
  if (current.status === reached) return ok(current);
  if (current.status !== 'in_review') return err('PUBLISH_STATUS_ERROR');
  return ok(verdict.kind === 'approve' ? { ...current, status: 'published', publishedAt: at } : { ...current, status: 'rejected', decidedAt: at, reason: verdict.reason });
}

/** Whether someone may see a work: everybody what is published, its owner always, moderators what they have to decide on or did. */
export function maySee(publication: Publication | undefined, by: Party): boolean {
  const status = statusOf(publication);
  return by.owner || status === 'published' || (by.moderator && (status === 'in_review' || status === 'rejected' || status === 'removed'));
}
