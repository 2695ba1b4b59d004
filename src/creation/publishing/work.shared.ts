import type { ReviewReason } from '../../kernel/review.shared.js';
import { lineOf } from '../../kernel/single-line.shared.js';

/**
 * Published works: outputs of creations that anybody may see. Values shared by pages and calls, without a schema, so
 * that a form needs no validation library.
 */

/** Publication status of a work. */
export const PUBLISH_STATUSES = ['private', 'in_review', 'published', 'rejected', 'unpublished', 'removed'] as const;
export type PublishStatus = (typeof PUBLISH_STATUSES)[number];

/**
 * What others may see of a work: only the result, also its prompt, or the full recipe, from which they can create their
 * own (remix).
 */
export const SHARINGS = ['result', 'prompt', 'recipe'] as const;
export type Sharing = (typeof SHARINGS)[number];

/**
 * Who finds a published work: whoever has its link, or everybody in Explore. A work published before there was a choice
 * is unlisted, because its owner was told that people with the link could see it.
 */
export const VISIBILITIES = ['unlisted', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/**
 * The most that an author may ask for a recipe: whole credits for each creation, on top of its price (adr/0114).
 */
export const SURCHARGE_MAX = 20;

/** Maximum characters of a title. */
export const WORK_TITLE_MAX = 80;

/** A work's status as its owner sees it. */
export interface OwnWork {
  /** Its page is `/v/<id>`. */
  readonly id: string;
  readonly status: PublishStatus;
  readonly title: string;
  readonly sharing: Sharing;
  readonly visibility: Visibility;
  /** Credits that the owner asks for each creation from its recipe; 0 for none. */
  readonly surcharge: number;
  /** Time of the last submission, milliseconds since the epoch. */
  readonly submittedAt: number;
  /** Only for a rejected or removed work. */
  readonly reason?: ReviewReason;
}

/** Normalises a typed title; see `lineOf`. */
export const workTitleOf = (text: string): string | undefined => lineOf(text, WORK_TITLE_MAX);

/** Id of a work: its task's id and the output's index. */
export const workIdOf = (taskId: string, index: number): string => `${taskId}-${index}`;

const WORK_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d)$/;

/** Parses a work's id into task and output; undefined if it is invalid. */
export function readWorkId(id: string): { readonly taskId: string; readonly index: number } | undefined {
  const [, taskId, index] = WORK_ID.exec(id) ?? [];
  return taskId === undefined || index === undefined ? undefined : { taskId, index: Number(index) };
}
