import { STAGES, type ProcedureName, type Stage } from '@src/creation/procedures/params.shared';
import type { OutputView, TaskView } from '@src/creation/tasks/task.shared';

/** A stage as shown on the page, with its share of the progress bar. `done` has none. */
export interface ShownStage {
  readonly stage: Exclude<Stage, 'done'>;
  readonly weight: number;
}

/** The stages of an image drawn from words. */
const DRAWN: readonly ShownStage[] = [
  { stage: 'waiting', weight: 0.8 },
  { stage: 'understanding', weight: 0.8 },
  { stage: 'drawing', weight: 2.4 },
  { stage: 'styling', weight: 1 },
  { stage: 'encoding', weight: 0.8 },
  { stage: 'checking', weight: 0.8 },
];
/** The stages of an image made from another, and of a video. */
const stagesFrom = (first: 'reading' | 'understanding'): readonly ShownStage[] => [
  { stage: 'waiting', weight: 0.8 },
  { stage: first, weight: 0.8 },
  { stage: 'working', weight: 3 },
  { stage: 'encoding', weight: 0.8 },
  { stage: 'checking', weight: 0.8 },
];
const STAGES_WITH_INPUT = stagesFrom('reading');
const FROM_WORDS = stagesFrom('understanding');

/** The stages of a procedure, in order. */
export function shownStages(procedure: ProcedureName): readonly ShownStage[] {
  if (procedure === 'text2Image.create') return DRAWN;
  return procedure === 'video.createVideoByText' ? FROM_WORDS : STAGES_WITH_INPUT;
}

const order = (stage: Stage): number => STAGES.indexOf(stage);

/** The displayed stage of a task's stage: the same one, or the nearest before it. */
function placeOf(stages: readonly ShownStage[], stage: Stage): ShownStage['stage'] {
  return stages.findLast((shown) => order(shown.stage) <= order(stage))?.stage ?? 'waiting';
}

/** The stage that an output has reached. */
const reached = (output: OutputView): Stage => (output.state === 'pending' ? output.stage : 'done');

/**
 * The stage of a whole task. A single output gives its own stage. Several outputs run out of step: they show the main
 * stage as soon as one has passed the first stage, until all are being checked, so the stage never goes back.
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

/** Progress of the task within its current stage, 0 to 100. */
export function stagePercent(task: TaskView): number {
  const [only] = task.outputs;
  return task.outputs.length === 1 && only?.state === 'pending' ? only.percent : task.percent;
}

/** A duration as minutes and seconds. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Number of columns for images of an aspect: tall images in one row, wide ones in two columns. */
export function columnsFor(count: number, width: number, height: number): number {
  if (count <= 1) return 1;
  return width / height > 1.2 ? 2 : Math.min(count, 4);
}
