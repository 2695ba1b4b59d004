import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { REVIEW_REASONS } from '../../kernel/review.shared.js';
import type { OutboxMessage } from '../../platform/documents/port.js';
import type { Task } from '../tasks/task.js';
import type { Publication } from './publication.js';
import { SHARINGS, workIdOf } from './work.shared.js';

/** Told when a work has been published: from then on everybody may see it. `data` is a `WorkNews`. */
export const WORK_PUBLISHED = 'WorkPublished';
/** Told when a work that was published is so no more: taken back, removed, or deleted. `data` is a `WorkNews`. */
export const WORK_WITHDRAWN = 'WorkWithdrawn';
/** Told when a work was submitted and not let pass. `data` is a `WorkNews`. */
export const WORK_REJECTED = 'WorkRejected';

/** Names the work, no one and nothing of what is in it: whoever wants to know more asks (`FindWork`). */
export const workNews = z.object({ workId: z.string(), taskId: z.string(), index: z.int(), round: z.int() });
export type WorkNews = z.infer<typeof workNews>;

const submission = { round: z.int(), title: z.string(), sharing: z.enum(SHARINGS), submittedAt: z.int() };
/** How a work stands, as its task's document holds it. */
export const storedPublication: z.ZodType<Publication> = z.discriminatedUnion('status', [
  z.object({ ...submission, status: z.enum(['private', 'in_review']) }),
  z.object({ ...submission, status: z.enum(['published', 'unpublished']), publishedAt: z.int() }),
  z.object({ ...submission, status: z.literal('rejected'), decidedAt: z.int(), reason: z.enum(REVIEW_REASONS) }),
  z.object({ ...submission, status: z.literal('removed'), publishedAt: z.int(), decidedAt: z.int(), reason: z.enum(REVIEW_REASONS) }),
]);

/** How output `index` of a task stands as a work; nothing for one that was never submitted, or is gone. */
export function publicationOf(task: Task, index: number): Publication | undefined {
  const output = task.status === 'succeeded' ? task.outputs[index] : undefined;
  return output?.state === 'ready' ? output.publication : undefined;
}

const places = (task: Task): readonly number[] => (task.status === 'succeeded' ? task.outputs.map((_, index) => index) : []);

/** When the first of a task's works was submitted that waits for a decision; undefined when none does. */
export function submittedSince(task: Task): Millis | undefined {
  const waiting = places(task).flatMap((index) => {
    const publication = publicationOf(task, index);
    return publication?.status === 'in_review' ? [publication.submittedAt] : [];
  });
  return waiting.length === 0 ? undefined : Math.min(...waiting);
}

/**
 * What follows for works from what a task became. They go with its write, so that none is lost and none comes alone.
 * @param version that the task is written with: it tells the messages of one work from each other
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
  if (was?.status === is?.status) return undefined;
  if (is?.status === 'published') return WORK_PUBLISHED;
  if (was?.status === 'published') return WORK_WITHDRAWN;
  return is?.status === 'rejected' ? WORK_REJECTED : undefined;
}
