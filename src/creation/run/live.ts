import type { EnginePreview, EngineProgress } from '../engine/port.js';
import { STAGES, type Stage } from '../task.shared.js';
import type { TaskId } from '../task.js';

export interface LiveOutput {
  readonly stage: Stage;
  /** 0 to 1. */
  readonly fraction: number;
  /** Grows with every preview of this output; 0 while there is none. */
  readonly previewVersion: number;
}

interface LiveTask {
  attempt: number;
  /** Grows with every change of progress. */
  sequence: number;
  readonly outputs: Map<number, LiveOutput & { readonly preview?: EnginePreview }>;
}

const NOTHING: LiveOutput = { stage: 'waiting', fraction: 0, previewVersion: 0 };

/**
 * How far the tasks of this process are, from moment to moment: kept in memory only, for a progress that is lost in a
 * crash is told anew by the next attempt. What must last is in the task's document.
 */
export class LiveBoard {
  private readonly tasks = new Map<TaskId, LiveTask>();

  /** A worker begins: progress of an earlier attempt is forgotten. */
  begin(id: TaskId, attempt: number): void {
    this.tasks.set(id, { attempt, sequence: 0, outputs: new Map() });
  }

  /** Takes a step of progress; a step back or of another attempt changes nothing. @returns whether anything is new */
  advance(id: TaskId, attempt: number, progress: EngineProgress): boolean {
    const task = this.tasks.get(id);
    if (task === undefined || task.attempt !== attempt) return false;
    const before = task.outputs.get(progress.index) ?? NOTHING;
    const isAhead = STAGES.indexOf(progress.stage) > STAGES.indexOf(before.stage) || (progress.stage === before.stage && progress.fraction > before.fraction);
    if (!isAhead && progress.preview === undefined) return false;
    task.sequence += 1;
    task.outputs.set(progress.index, {
      ...before,
      ...(isAhead ? { stage: progress.stage, fraction: Math.min(1, Math.max(before.fraction, progress.fraction)) } : {}),
      ...(progress.preview ? { preview: progress.preview, previewVersion: before.previewVersion + 1 } : {}),
    });
    return true;
  }

  /** How far an output is. */
  output(id: TaskId, index: number): LiveOutput {
    return this.tasks.get(id)?.outputs.get(index) ?? NOTHING;
  }

  /** Counts the changes of progress since the attempt began. */
  sequence(id: TaskId): number {
    return this.tasks.get(id)?.sequence ?? 0;
  }

  /** The newest partial picture of an output. */
  preview(id: TaskId, index: number): { readonly version: number; readonly preview: EnginePreview } | undefined {
    const output = this.tasks.get(id)?.outputs.get(index);
    return output?.preview === undefined ? undefined : { version: output.previewVersion, preview: output.preview };
  }

  /** The attempt is over. A later attempt's progress is not touched. */
  end(id: TaskId, attempt: number): void {
    if (this.tasks.get(id)?.attempt === attempt) this.tasks.delete(id);
  }
}
