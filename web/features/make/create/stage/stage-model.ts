import { STAGES, type ProcedureName, type Stage } from '@src/creation/procedures/params.shared';
import type { OutputView, TaskView } from '@src/creation/tasks/task.shared';

/** A stage as the page shows it, with its share of the line. `done` needs no place of its own. */
export interface ShownStage {
  readonly stage: Exclude<Stage, 'done'>;
  readonly weight: number;
}

/** Of an image that is drawn from words. */
const DRAWN: readonly ShownStage[] = [
  { stage: 'waiting', weight: 0.8 },
  { stage: 'understanding', weight: 0.8 },
  { stage: 'drawing', weight: 2.4 },
  { stage: 'styling', weight: 1 },
  { stage: 'encoding', weight: 0.8 },
  { stage: 'checking', weight: 0.8 },
];
/** Of an image that another one becomes, and of a video. */
const stagesFrom = (first: 'reading' | 'understanding'): readonly ShownStage[] => [
  { stage: 'waiting', weight: 0.8 },
  { stage: first, weight: 0.8 },
  { stage: 'working', weight: 3 },
  { stage: 'encoding', weight: 0.8 },
  { stage: 'checking', weight: 0.8 },
];
const STAGES_WITH_INPUT = stagesFrom('reading');
const FROM_WORDS = stagesFrom('understanding');

/** The stages that a call passes through, in order. */
export function shownStages(procedure: ProcedureName): readonly ShownStage[] {
  if (procedure === 'text2Image.create') return DRAWN;
  return procedure === 'video.createVideoByText' ? FROM_WORDS : STAGES_WITH_INPUT;
}

const order = (stage: Stage): number => STAGES.indexOf(stage);

/** The shown stage that a stage belongs to: itself, or the last one before it. */
function placeOf(stages: readonly ShownStage[], stage: Stage): ShownStage['stage'] {
  return stages.findLast((shown) => order(shown.stage) <= order(stage))?.stage ?? 'waiting';
}

/** How far an output is among the stages. */
const reached = (output: OutputView): Stage => (output.state === 'pending' ? output.stage : 'done');

/**
 * The stage of a whole task. Of one output it is that output's own; of several, which are not in step, it is the main one from
 * the first stroke until all are being checked, so that it never goes back.
 */
export function taskStage(task: TaskView): ShownStage['stage'] {
  if (task.status !== 'processing') return 'waiting';
  const shown = shownStages(task.procedure);
  const first = shown[1]?.stage ?? 'waiting';
  const main = task.procedure === 'text2Image.create' ? 'drawing' : 'working';
  const stages = task.outputs.map(reached);
  const [only] = stages;
  if (stages.length === 1 && only !== undefined) return only === 'waiting' ? first : placeOf(shown, only);
  if (stages.length > 0 && stages.every((stage) => order(stage) >= order('checking'))) return 'checking';
  return stages.some((stage) => order(stage) > order(first)) ? main : first;
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

/** Columns for so many images of an aspect: tall ones side by side, wide ones in twos. */
export function columnsFor(count: number, width: number, height: number): number {
  if (count <= 1) return 1;
  return width / height > 1.2 ? 2 : Math.min(count, 4);
}
