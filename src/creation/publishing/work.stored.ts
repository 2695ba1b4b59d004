import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { REVIEW_REASONS } from '../../kernel/review.shared.js';
import type { OutboxMessage } from '../../platform/documents/port.js';
import type { Task } from '../tasks/task.state.js';
import type { Publication } from './publication.js';
import { SHARINGS, VISIBILITIES, workIdOf } from './work.shared.js';

/** Published when a work becomes public. `data` is a `WorkNews`. */
export const WORK_PUBLISHED = 'WorkPublished';
/** Published when a public work ceases to be so: withdrawn, removed, or deleted. `data` is a `WorkNews`. */
export const WORK_WITHDRAWN = 'WorkWithdrawn';
/** Published when a public work enters or leaves Explore by its owner's choice. `data` is a `WorkNews`. */
export const WORK_VISIBILITY_CHANGED = 'WorkVisibilityChanged';
/** Published when a submitted work is rejected. `data` is a `WorkNews`. */
export const WORK_REJECTED = 'WorkRejected';

/** Identifies the work without personal data or content. Consumers query the rest (`FindWork`). */
export const workNews = z.object({ workId: z.string(), taskId: z.string(), index: z.int(), round: z.int() });
export type WorkNews = z.infer<typeof workNews>;

const submission = {
  round: z.int(),
  title: z.string(),
  sharing: z.enum(SHARINGS),
  // Documents from before there was a choice have none; see `VISIBILITIES`.
  visibility: z.enum(VISIBILITIES).default('unlisted'),
  surcharge: z.int().min(1).exactOptional(),
  submittedAt: z.int(),
};
/** Publication status as stored in the task's document. */
export const storedPublication: z.ZodType<Publication> = z.discriminatedUnion('status', [
  z.object({ ...submission, status: z.enum(['private', 'in_review']) }),
  z.object({ ...submission, status: z.enum(['published', 'unpublished']), publishedAt: z.int() }),
  z.object({ ...submission, status: z.literal('rejected'), decidedAt: z.int(), reason: z.enum(REVIEW_REASONS) }),
  z.object({
    ...submission,
    status: z.literal('removed'),
    // Only a published work could be removed before this was stored.
    was: z.enum(['published', 'unpublished']).default('published'),
    publishedAt: z.int(),
    decidedAt: z.int(),
    reason: z.enum(REVIEW_REASONS),
  }),
]);

/** Publication status of output `index`; undefined if it was never submitted, or no longer exists. */
export function publicationOf(task: Task, index: number): Publication | undefined {
  const output = task.status === 'succeeded' ? task.outputs[index] : undefined;
  return output?.state === 'ready' ? output.publication : undefined;
}

const places = (task: Task): readonly number[] =>
  task.status === 'succeeded' ? task.outputs.map((_, index) => index) : [];

/** When the oldest of a task's works under review was submitted; undefined if none is under review. */
export function submittedSince(task: Task): Millis | undefined {
  const waiting = places(task).flatMap((index) => {
    const publication = publicationOf(task, index);
    return publication?.status === 'in_review' ? [publication.submittedAt] : [];
  });
  return waiting.length === 0 ? undefined : Math.min(...waiting);
}

/**
 * Outbox messages for the works of a changed task. They are part of its write, so that none is lost or sent without it.
 * @param version version that the task is written with; it makes the ids of a work's messages unique
 */
export function workMessages(before: Task, after: Task, version: number): readonly OutboxMessage[] {
  return places(before).flatMap((index) => {
    const was = publicationOf(before, index);
    const is = publicationOf(after, index);
    const type = typeOf(was, is);
    const round = (is ?? was)?.round;
    if (type === undefined || round === undefined) return [];
    const workId = workIdOf(before.id, index);
    return [{ id: `${workId}.${type}.${version}`, type, data: { workId, taskId: before.id, index, round } }];
  });
}

function typeOf(was: Publication | undefined, is: Publication | undefined): string | undefined {
  if (was?.status === is?.status)
    return is?.status === 'published' && was?.visibility !== is.visibility ? WORK_VISIBILITY_CHANGED : undefined;
  if (is?.status === 'published') return WORK_PUBLISHED;
  if (was?.status === 'published') return WORK_WITHDRAWN;
  return is?.status === 'rejected' ? WORK_REJECTED : undefined;
}
