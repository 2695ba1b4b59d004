import { STAGES, type Stage } from '@src/creation/picture.shared';
import type { OutputView, TaskView } from '@src/creation/task.shared';

/** Stages as the page shows them, with their share of the line. `done` needs no place of its own. */
export const SHOWN_STAGES = [
  { stage: 'waiting', weight: 0.8 },
  { stage: 'understanding', weight: 0.8 },
  { stage: 'drawing', weight: 2.4 },
  { stage: 'styling', weight: 1 },
  { stage: 'encoding', weight: 0.8 },
  { stage: 'checking', weight: 0.8 },
] as const satisfies readonly { readonly stage: Exclude<Stage, 'done'>; readonly weight: number }[];

const order = (stage: Stage): number => STAGES.indexOf(stage);

/** How far an output is among the stages. */
const reached = (output: OutputView): Stage => (output.state === 'pending' ? output.stage : 'done');

/**
 * The stage of a whole task. Of one picture it is that picture's own; of several, which are not in step, it is drawing from
 * the first stroke until all are being checked, so that it never goes back.
 */
export function taskStage(task: TaskView): Exclude<Stage, 'done'> {
  if (task.status !== 'processing') return 'waiting';
  const stages = task.outputs.map(reached);
  const [only] = stages;
  if (stages.length === 1 && only !== undefined) return only === 'done' ? 'checking' : only === 'waiting' ? 'understanding' : only;
  if (stages.length > 0 && stages.every((stage) => order(stage) >= order('checking'))) return 'checking';
  return stages.some((stage) => order(stage) > order('understanding')) ? 'drawing' : 'understanding';
}

/** How far the stage that is now has come, 0 to 100: what the task as a whole says. */
export function stagePercent(task: TaskView): number {
  const [only] = task.outputs;
  return task.outputs.length === 1 && only?.state === 'pending' ? only.percent : task.percent;
}

/** Minutes and seconds, as on a stopwatch. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Columns for so many pictures of an aspect: tall ones side by side, wide ones in twos. */
export function columnsFor(count: number, width: number, height: number): number {
  if (count <= 1) return 1;
  return width / height > 1.2 ? 2 : Math.min(count, 4);
}
