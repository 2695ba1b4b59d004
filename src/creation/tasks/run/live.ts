import { z } from 'zod';
import type { UserId } from '../../../kernel/ids.js';
import type { EnginePreview, EngineProgress } from '../../../engine/port.js';
import { STAGES } from '../task.shared.js';
import type { TaskId } from '../task.js';

const liveOutput = z.object({
  stage: z.enum(STAGES),
  /** 0 to 1. */
  fraction: z.number(),
  /** Grows with every preview of this output; 0 while there is none. */
  previewVersion: z.int(),
}).readonly();

/** How far an attempt is, as one process tells another. */
export const liveSnapshot = z.object({
  // Our own worker wrote these ids.
  taskId: z.custom<TaskId>((value) => typeof value === 'string'),
  owner: z.custom<UserId>((value) => typeof value === 'string'),
  attempt: z.int(),
  /** Grows with every change of progress. */
  sequence: z.int(),
  outputs: z.array(z.object({ index: z.int(), output: liveOutput }).readonly()).readonly(),
}).readonly();

export type LiveOutput = z.infer<typeof liveOutput>;
export type LiveSnapshot = z.infer<typeof liveSnapshot>;

interface LiveTask {
  readonly owner: UserId;
  readonly attempt: number;
  sequence: number;
  readonly outputs: Map<number, LiveOutput & { readonly preview?: EnginePreview }>;
}

/** Hears what is new on a board, for those who are not in this process. */
export interface BoardListener {
  /** An attempt of this process has begun or come further. */
  changed(id: TaskId): void;
  /** It is over. */
  ended(id: TaskId): void;
}

const NOTHING: LiveOutput = { stage: 'waiting', fraction: 0, previewVersion: 0 };

/** More tasks of other processes than this and the one heard of longest ago is let go. */
const MAX_TRACKED = 5_000;

/**
 * How far tasks are, from moment to moment: those of this process, and what was heard of others'. Kept in memory only, for a
 * progress that is lost in a crash is told again by the next attempt. What must last is in the task's document.
 */
export class LiveBoard {
  private readonly tasks = new Map<TaskId, LiveTask>();
  private readonly tracked = new Map<TaskId, LiveTask>();

  constructor(private readonly listener?: BoardListener) {}

  /** A worker begins: progress of an earlier attempt is forgotten. */
  begin({ id, owner }: { readonly id: TaskId; readonly owner: UserId }, attempt: number): void {
    this.tasks.set(id, { owner, attempt, sequence: 0, outputs: new Map() });
    this.listener?.changed(id);
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
    this.listener?.changed(id);
    return true;
  }

  /** The attempt is over. A later attempt's progress is not touched. */
  end(id: TaskId, attempt: number): void {
    if (this.tasks.get(id)?.attempt !== attempt) return;
    this.tasks.delete(id);
    this.listener?.ended(id);
  }

  /** Takes in how far another process says an attempt is. What is older than what is known changes nothing. @returns whether anything is new */
  receive({ taskId, owner, attempt, sequence, outputs }: LiveSnapshot): boolean {
    const known = this.tracked.get(taskId);
    if (known !== undefined && (known.attempt > attempt || (known.attempt === attempt && known.sequence >= sequence))) return false;
    this.tracked.delete(taskId);
    for (const oldest of this.tracked.keys()) {
      if (this.tracked.size < MAX_TRACKED) break;
      this.tracked.delete(oldest);
    }
    this.tracked.set(taskId, { owner, attempt, sequence, outputs: new Map(outputs.map(({ index, output }) => [index, output])) });
    return true;
  }

  /** Another process's attempt is over. */
  receiveEnd(id: TaskId, attempt: number): void {
    if (this.tracked.get(id)?.attempt === attempt) this.tracked.delete(id);
  }

  /** What this process tells others of an attempt of its own. */
  snapshot(id: TaskId): LiveSnapshot | undefined {
    const task = this.tasks.get(id);
    if (task === undefined) return undefined;
    const { owner, attempt, sequence } = task;
    const outputs = [...task.outputs].map(([index, { stage, fraction, previewVersion }]) => ({ index, output: { stage, fraction, previewVersion } }));
    return { taskId: id, owner, attempt, sequence, outputs };
  }

  /** Whether anything is known of an attempt. */
  knows(id: TaskId, attempt: number): boolean {
    return this.find(id, attempt) !== undefined;
  }

  /** How far an output is. */
  output(id: TaskId, attempt: number, index: number): LiveOutput {
    return this.find(id, attempt)?.outputs.get(index) ?? NOTHING;
  }

  /** Counts the changes of progress since the attempt began. */
  sequence(id: TaskId, attempt: number): number {
    return this.find(id, attempt)?.sequence ?? 0;
  }

  /** The newest partial image of an output that is made in this process. */
  preview(id: TaskId, attempt: number, index: number): { readonly version: number; readonly preview: EnginePreview } | undefined {
    const output = this.find(id, attempt)?.outputs.get(index);
    return output?.preview === undefined ? undefined : { version: output.previewVersion, preview: output.preview };
  }

  private find(id: TaskId, attempt: number): LiveTask | undefined {
    return [this.tasks.get(id), this.tracked.get(id)].find((task) => task?.attempt === attempt);
  }
}
