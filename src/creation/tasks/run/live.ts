import { z } from 'zod';
import type { UserId } from '../../../kernel/ids.js';
import type { EnginePreview, EngineProgress } from '../../../engine/port.js';
import { STAGES } from '../task.shared.js';
import type { TaskId } from '../task.js';

const liveOutput = z
  .object({
    stage: z.enum(STAGES),
    /** 0 to 1. */
    fraction: z.number(),
    /** Grows with every preview of this output; 0 before the first. */
    previewVersion: z.int(),
  })
  .readonly();

/** Progress of an attempt, as sent between processes. */
export const liveSnapshot = z
  .object({
    // Written by our own worker, so ids need no check.
    taskId: z.custom<TaskId>((value) => typeof value === 'string'),
    owner: z.custom<UserId>((value) => typeof value === 'string'),
    attempt: z.int(),
    /** Grows with every change of progress. */
    sequence: z.int(),
    outputs: z.array(z.object({ index: z.int(), output: liveOutput }).readonly()).readonly(),
  })
  .readonly();

export type LiveOutput = z.infer<typeof liveOutput>;
export type LiveSnapshot = z.infer<typeof liveSnapshot>;

interface LiveTask {
  readonly owner: UserId;
  readonly attempt: number;
  sequence: number;
  readonly outputs: Map<number, LiveOutput & { readonly preview?: EnginePreview }>;
}

/** Notified of progress in this process, to share it with others. */
export interface BoardListener {
  /** An attempt of this process began or progressed. */
  changed(id: TaskId): void;
  /** An attempt of this process ended. */
  ended(id: TaskId): void;
}

const NOTHING: LiveOutput = { stage: 'waiting', fraction: 0, previewVersion: 0 };

/** Maximum number of tracked tasks of other processes; above it the least recently updated one is dropped. */
const MAX_TRACKED = 5_000;

/**
 * Progress of tasks, of this process and of others. It is kept in memory only, because the next attempt reports
 * progress lost in a crash again. Durable facts are in the task's document.
 */
export class LiveBoard {
  private readonly tasks = new Map<TaskId, LiveTask>();
  private readonly tracked = new Map<TaskId, LiveTask>();

  constructor(private readonly listener?: BoardListener) {}

  /** Starts an attempt; progress of an earlier one is forgotten. */
  begin({ id, owner }: { readonly id: TaskId; readonly owner: UserId }, attempt: number): void {
    this.tasks.set(id, { owner, attempt, sequence: 0, outputs: new Map() });
    this.listener?.changed(id);
  }

  /**
   * Records progress. Steps backwards and steps of another attempt have no effect.
   * @returns whether anything changed
   */
  advance(id: TaskId, attempt: number, progress: EngineProgress): boolean {
    const task = this.tasks.get(id);
    if (task === undefined || task.attempt !== attempt) return false;
    const before = task.outputs.get(progress.index) ?? NOTHING;
    const isAhead =
      STAGES.indexOf(progress.stage) > STAGES.indexOf(before.stage) ||
      (progress.stage === before.stage && progress.fraction > before.fraction);
    if (!isAhead && progress.preview === undefined) return false;
    task.sequence += 1;
    task.outputs.set(progress.index, {
      ...before,
      ...(isAhead
        ? { stage: progress.stage, fraction: Math.min(1, Math.max(before.fraction, progress.fraction)) }
        : {}),
      ...(progress.preview ? { preview: progress.preview, previewVersion: before.previewVersion + 1 } : {}),
    });
    this.listener?.changed(id);
    return true;
  }

  /** Ends an attempt. The progress of a later attempt is kept. */
  end(id: TaskId, attempt: number): void {
    if (this.tasks.get(id)?.attempt !== attempt) return;
    this.tasks.delete(id);
    this.listener?.ended(id);
  }

  /**
   * Records another process's progress; older progress has no effect.
   * @returns whether anything changed
   */
  receive({ taskId, owner, attempt, sequence, outputs }: LiveSnapshot): boolean {
    const known = this.tracked.get(taskId);
    if (known !== undefined && (known.attempt > attempt || (known.attempt === attempt && known.sequence >= sequence)))
      return false;
    this.tracked.delete(taskId);
    for (const oldest of this.tracked.keys()) {
      if (this.tracked.size < MAX_TRACKED) break;
      this.tracked.delete(oldest);
    }
    this.tracked.set(taskId, {
      owner,
      attempt,
      sequence,
      outputs: new Map(outputs.map(({ index, output }) => [index, output])),
    });
    return true;
  }

  /** Ends another process's attempt. */
  receiveEnd(id: TaskId, attempt: number): void {
    if (this.tracked.get(id)?.attempt === attempt) this.tracked.delete(id);
  }

  /** Progress of one of this process's attempts, for other processes. */
  snapshot(id: TaskId): LiveSnapshot | undefined {
    const task = this.tasks.get(id);
    if (task === undefined) return undefined;
    const { owner, attempt, sequence } = task;
    const outputs = [...task.outputs].map(([index, { stage, fraction, previewVersion }]) => ({
      index,
      output: { stage, fraction, previewVersion },
    }));
    return { taskId: id, owner, attempt, sequence, outputs };
  }

  /** Whether the progress of an attempt is known. */
  knows(id: TaskId, attempt: number): boolean {
    return this.find(id, attempt) !== undefined;
  }

  /** Progress of an output. */
  output(id: TaskId, attempt: number, index: number): LiveOutput {
    return this.find(id, attempt)?.outputs.get(index) ?? NOTHING;
  }

  /** Number of progress changes since the attempt began. */
  sequence(id: TaskId, attempt: number): number {
    return this.find(id, attempt)?.sequence ?? 0;
  }

  /** The latest preview of an output that this process makes. */
  preview(
    id: TaskId,
    attempt: number,
    index: number,
  ): { readonly version: number; readonly preview: EnginePreview } | undefined {
    const output = this.find(id, attempt)?.outputs.get(index);
    return output?.preview === undefined ? undefined : { version: output.previewVersion, preview: output.preview };
  }

  private find(id: TaskId, attempt: number): LiveTask | undefined {
    return [this.tasks.get(id), this.tracked.get(id)].find((task) => task?.attempt === attempt);
  }
}
