import type { ReviewReason } from '../../kernel/review.shared.js';
import { lineOf } from '../../kernel/single-line.shared.js';

/** Published works: one output of a creation that anybody may see. The values that pages and calls share; no schema, so that a form needs no validation library. */

/** Where a work stands with its publication. */
export const PUBLISH_STATUSES = ['private', 'in_review', 'published', 'rejected', 'unpublished', 'removed'] as const;
export type PublishStatus = (typeof PUBLISH_STATUSES)[number];

/** What of a work others may see: the result alone, its prompt too, or everything that another is made like it from (remix). */
export const SHARINGS = ['result', 'prompt', 'recipe'] as const;
export type Sharing = (typeof SHARINGS)[number];

/** Characters of a title at most. */
export const WORK_TITLE_MAX = 80;

/** How a work stands, as its owner sees it. */
export interface OwnWork {
  /** Its page is `/v/<id>`. */
  readonly id: string;
  readonly status: PublishStatus;
  readonly title: string;
  readonly sharing: Sharing;
  /** When it was last submitted, milliseconds since the epoch. */
  readonly submittedAt: number;
  /** Of one that was rejected or removed. */
  readonly reason?: ReviewReason;
}

/** A work's title as it is kept, from what was typed; see `lineOf`. */
export const workTitleOf = (text: string): string | undefined => lineOf(text, WORK_TITLE_MAX);

/** The name of a work: its task's, and which of its outputs. */
export const workIdOf = (taskId: string, index: number): string => `${taskId}-${index}`;

const WORK_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d)$/;

/** Which output of which task a work's name means; nothing for what is no such name. */
export function readWorkId(id: string): { readonly taskId: string; readonly index: number } | undefined {
  const [, taskId, index] = WORK_ID.exec(id) ?? [];
  return taskId === undefined || index === undefined ? undefined : { taskId, index: Number(index) };
}
