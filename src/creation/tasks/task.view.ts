import { defined } from '../../kernel/defined.shared.js';
import type { Versioned } from '../../platform/documents/port.js';
import { isRemoteModel } from '../engines/model-id.shared.js';
import { shelfOf } from '../library/terms.js';
import { defaultProjectOf } from '../projects/project.js';
import type { LiveOutput } from './run/live.js';
import { kindOf, type OutputView, type TaskView } from './task.shared.js';
import { deductibleOf } from './task.deduction.js';
import { hasEnded } from './task.js';
import type { Output, Task } from './task.state.js';
import { workIdOf } from '../publishing/work.shared.js';
import { ownWork } from '../publishing/work.view.js';

/** Facts about a task outside its document. */
export interface TaskContext {
  /** Live progress of output `index`, from memory. */
  readonly live: (index: number) => LiveOutput;
  /** Number of progress changes since the document was written. */
  readonly sequence: number;
  /** Queue position (1 is next) and estimated milliseconds until it is finished; only while queued. */
  readonly place?: number | undefined;
  readonly estimateMs?: number | undefined;
}

/** Maximum progress steps between two versions of a document. */
const STEPS = 1_000_000;

/** A task as its owner sees it. Pure. */
export function viewTask({ document: task, version }: Versioned<Task>, context: TaskContext): TaskView {
  const outputs = viewOutputs(task, context);
  const waiting = task.status === 'queued' || task.status === 'processing' ? context : undefined;
  return {
    id: task.id,
    version: version * STEPS + (task.status === 'processing' ? Math.min(context.sequence, STEPS - 1) : 0),
    procedure: task.params.procedure,
    media: task.media,
    projectId: task.project ?? defaultProjectOf(task.owner),
    status: task.status,
    createdAt: task.createdAt,
    input: task.input,
    params: task.params,
    sources: task.sources.map(({ role, type, width, height, seconds }) => ({
      role,
      url: `/api/media/${task.id}/source/${role}`,
      kind: kindOf(type),
      width,
      height,
      ...defined({ seconds }),
    })),
    width: task.width,
    height: task.height,
    ...(task.media === 'video' ? { seconds: task.seconds } : {}),
    price: task.price.amount,
    ...defined({ paysWith: task.paysWith }),
    ...draftFacts(task),
    ...defined({ origin: task.origins?.[0], surcharge: task.surcharge?.amount }),
    percent: percentOf(task, outputs),
    outputs,
    ...(task.status !== 'reserving' && task.startedAt !== undefined ? { startedAt: task.startedAt } : {}),
    ...(hasEnded(task) ? { finishedAt: task.finishedAt } : {}),
    ...(hasEnded(task) && task.settlement.state === 'settled' ? { captured: task.settlement.captured } : {}),
    ...(task.status === 'queued' && waiting?.place !== undefined ? { place: waiting.place } : {}),
    ...defined({ estimateMs: waiting?.estimateMs }),
    ...(task.status !== 'reserving' && task.understanding ? { understanding: task.understanding } : {}),
    ...(task.hidden ? { deleted: true } : {}),
    ...marksOf(task),
    ...errorOf(task),
  };
}

function marksOf(task: Task): Pick<TaskView, 'tags' | 'isFavourite' | 'rating' | 'shelf' | 'trashedAt'> {
  const { tags, isFavourite, rating, trashedAt } = task;
  const shelf = shelfOf(task);
  return defined({ tags, isFavourite, rating, trashedAt, shelf: shelf === 'library' ? undefined : shelf });
}

function draftFacts(task: Task): Pick<TaskView, 'draft' | 'deducted' | 'deductible'> {
  // A page's final is paid by credits, and deducts nothing that API credits paid.
  const deductible = isRemoteModel(task.input.model) || task.paysWith !== undefined ? 0 : deductibleOf(task);
  return {
    ...(task.draft === undefined ? {} : { draft: { free: task.draft.free !== undefined } }),
    ...defined({ deducted: task.deduction?.amount }),
    ...(deductible > 0 ? { deductible } : {}),
  };
}

/** Why a task failed; empty if it did not fail or its owner cancelled it. */
export function errorOf(task: Task): Pick<TaskView, 'error'> {
  if (task.status === 'failed') return { error: task.error };
  if (task.status === 'canceled' && task.reason === 'deadline')
    return { error: { identifier: 'TASK_EXPIRED', params: {} } };
  return {};
}

function viewOutputs(task: Task, context: TaskContext): readonly OutputView[] {
  if (task.status === 'reserving') return [];
  return task.outputs.map((output, index) => viewOutput(task, output, index, context.live(index)));
}

function viewOutput(task: Task, output: Output, index: number, live: LiveOutput): OutputView {
  switch (output.state) {
    case 'ready':
      return {
        index,
        state: 'ready',
        seed: output.seed,
        url: `/api/media/${task.id}/${index}`,
        type: output.type,
        width: output.width,
        height: output.height,
        bytes: output.bytes,
        ...defined({
          seconds: output.seconds,
          seedless: output.seedless,
          defect: output.defect,
          cropped: output.cropped,
        }),
        ...(output.publication === undefined ? {} : { work: ownWork(workIdOf(task.id, index), output.publication) }),
      };
    case 'failed':
      return { index, state: 'failed', seed: output.seed, error: output.error.identifier };
    case 'pending':
    case 'storing':
      return {
        index,
        state: 'pending',
        seed: output.seed,
        stage: task.status === 'processing' ? live.stage : 'waiting',
        percent: task.status === 'processing' ? Math.min(99, Math.round(live.fraction * 100)) : 0,
        ...(task.status === 'processing' && live.previewVersion > 0
          ? { previewUrl: `/api/media/${task.id}/${index}/preview?v=${live.previewVersion}` }
          : {}),
      };
    default:
      return output satisfies never;
  }
}

function percentOf(task: Task, outputs: readonly OutputView[]): number {
  switch (task.status) {
    case 'succeeded':
      return 100;
    case 'processing': {
      const done = outputs.reduce((sum, output) => sum + (output.state === 'pending' ? output.percent : 100), 0);
      return Math.max(task.percent, Math.min(99, Math.floor(done / Math.max(1, outputs.length))));
    }
    case 'reserving':
    case 'queued':
    case 'failed':
    case 'canceled':
      return 0;
    default:
      return task satisfies never;
  }
}
