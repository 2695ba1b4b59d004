import type { UserId } from '../../../kernel/ids.js';
import { recipeSurcharge, type Publication } from '../../publishing/publication.js';
import { readWorkId } from '../../publishing/work.shared.js';
import { publicationOf } from '../../publishing/work.stored.js';
import type { TaskId } from '../task.js';
import type { Surcharge, Task } from '../task.state.js';
import type { TaskStore } from '../task.store.js';

/** Works in a chain of origins; older ones are left out. */
const MAX_ORIGINS = 20;

/**
 * The task and publication of a work whose recipe is published for a procedure; undefined if the id names none.
 * @param workId as named by the caller; not verified before
 */
async function recipeOf(
  tasks: Pick<TaskStore, 'get'>,
  workId: string | undefined,
  procedure: Task['params']['procedure'],
): Promise<{ readonly workId: string; readonly task: Task; readonly publication: Publication } | undefined> {
  const place = workId === undefined ? undefined : readWorkId(workId);
  if (workId === undefined || place === undefined) return undefined;
  // An id from outside; it is only compared.
  const task = (await tasks.get(place.taskId as TaskId))?.document;
  if (task === undefined || task.hidden || task.params.procedure !== procedure) return undefined;
  const publication = publicationOf(task, place.index);
  return publication?.status === 'published' && publication.sharing === 'recipe'
    ? { workId, task, publication }
    : undefined;
}

/**
 * Ids of the works that a remix comes from, nearest first: the named one and its own origins. They are copied, so that
 * the chain outlives its works.
 * @param workId as named by the caller; not verified before
 * @returns none unless that work's recipe is published, for this procedure
 * @throws StoreUnavailable
 */
export async function originsOf(
  tasks: Pick<TaskStore, 'get'>,
  workId: string | undefined,
  procedure: Task['params']['procedure'],
): Promise<readonly string[]> {
  const recipe = await recipeOf(tasks, workId, procedure);
  return recipe === undefined ? [] : [recipe.workId, ...(recipe.task.origins ?? [])].slice(0, MAX_ORIGINS);
}

export interface SurchargeDeps {
  readonly tasks: Pick<TaskStore, 'get'>;
  /** Whether an author is neither restricted nor banned. */
  readonly mayEarn: (author: UserId) => Promise<boolean>;
}

/**
 * What the author of a recipe asks a user for creations from it, before `surchargeOn` (adr/0114).
 * @param workId as named by the caller; not verified before
 * @returns undefined for nothing: also for the author's own creations, and while the author is restricted or banned
 * @throws StoreUnavailable
 */
export async function surchargeOf(
  { tasks, mayEarn }: SurchargeDeps,
  user: UserId,
  workId: string | undefined,
  procedure: Task['params']['procedure'],
): Promise<Surcharge | undefined> {
  const recipe = await recipeOf(tasks, workId, procedure);
  const amount = recipeSurcharge(recipe?.publication);
  if (recipe === undefined || amount === 0 || recipe.task.owner === user) return undefined;
  return (await mayEarn(recipe.task.owner)) ? { amount, work: recipe.workId } : undefined;
}
