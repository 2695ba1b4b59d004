import type { ModelView } from '@src/catalog/model.shared';
import { FORMS, slotsOf } from '@src/creation/procedures/params.shared';
import { videoLength, type LengthRange } from '@src/creation/procedures/plan.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { mainOf, paramsOf, type DraftRequest } from '../draft/draft-request';

/**
 * Duration of one output in milliseconds: measured on the user's latest creations, or the catalogue's figure for an
 * idle machine.
 */
export type Speed =
  | { readonly ms: number; readonly measured?: never }
  | { readonly ms: number; /** The number of creations it was measured on. */ readonly measured: number };

/** Fewer samples are unreliable, and older ones out of date. */
const [MIN_SAMPLES, LAST] = [2, 9] as const;

/**
 * The median time per output of the user's latest creations with a model, or the catalogue's figure if there are too
 * few. Pure.
 */
export function speedOf(
  { id, typicalMs }: Pick<ModelView, 'id' | 'typicalMs'>,
  procedure: DraftRequest['procedure'],
  tasks: readonly Pick<TaskView, 'procedure' | 'input' | 'status' | 'startedAt' | 'finishedAt' | 'outputs'>[],
): Speed {
  const took = tasks
    .flatMap((task) =>
      task.procedure !== procedure ||
      task.input.model !== id ||
      task.status !== 'succeeded' ||
      task.startedAt === undefined ||
      task.finishedAt === undefined
        ? []
        : [(task.finishedAt - task.startedAt) / Math.max(1, task.outputs.length)],
    )
    .slice(0, LAST)
    .toSorted((a, b) => a - b);
  const middle = took[Math.floor(took.length / 2)];
  return middle === undefined || took.length < MIN_SAMPLES ? { ms: typicalMs } : { ms: middle, measured: took.length };
}

/** A model's limits: the longer side in pixels, and the seconds of an input video if there is one. Pure. */
export function limitsOf(
  { longSide }: Pick<ModelView, 'longSide'>,
  request: DraftRequest,
): { readonly longSide: number; readonly video?: LengthRange } {
  const takesVideo = slotsOf(FORMS[request.procedure]).some(({ takes, min }) => min > 0 && takes.includes('video'));
  return {
    longSide,
    ...(takesVideo
      ? { video: videoLength(paramsOf(request), mainOf(request) ?? { width: longSide, height: longSide }) }
      : {}),
  };
}

/**
 * Whether the results of a procedure with a model are often poor: the built-in engine's technique is experimental, and
 * no connected engine takes its place. Pure.
 */
export const isExperimental = (
  procedure: DraftRequest['procedure'],
  model: Pick<ModelView, 'engine'> | undefined,
): boolean => model?.engine === 'local' && FORMS[procedure].experimental === true;
