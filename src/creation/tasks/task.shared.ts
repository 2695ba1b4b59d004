import type { Understanding } from '../../engine/progress.shared.js';
import type { GivenKind, OutputType, Params, ProcedureName, SourceRole, Stage, TaskStatus } from '../procedures/params.shared.js';
import type { TaskInput } from '../procedures/request.shared.js';
import type { OwnWork } from '../publishing/work.shared.js';

export type { Understanding };
export * from '../procedures/params.shared.js';
export * from '../procedures/schema.shared.js';

export type OutputView =
  | { readonly index: number; readonly state: 'pending'; readonly seed: number; readonly stage: Stage; readonly percent: number; readonly previewUrl?: string }
  | ReadyOutputView
  | { readonly index: number; readonly state: 'failed'; readonly seed: number; readonly error: string };

export interface ReadyOutputView {
  readonly index: number;
  readonly state: 'ready';
  readonly seed: number;
  /** Of the whole; `?w=320|640|1024` gives an image, or a video's poster, as WebP of that width; `?download=1` names the file. */
  readonly url: string;
  readonly type: OutputType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Of a video. */
  readonly seconds?: number;
  /** How it stands as a work; absent until it was first submitted to be published. */
  readonly work?: OwnWork;
}

/** An image or video that was given to a creation; kept for its owner as long as the creation is. */
export interface SourceView {
  readonly role: SourceRole;
  /** As an output's. */
  readonly url: string;
  readonly kind: GivenKind;
  readonly width: number;
  readonly height: number;
  /** Of a video. */
  readonly seconds?: number;
}

/** A task as its owner sees it; the answer of `task.get`, `task.list`, `task.onChange` and, as `data`, of the creation calls. */
export interface TaskView {
  readonly id: string;
  /** Grows with every change; the newer one wins in the browser's cache. */
  readonly version: number;
  readonly procedure: ProcedureName;
  readonly media: 'image' | 'video';
  /** Where it is kept; one of `project.list`. */
  readonly projectId: string;
  readonly status: TaskStatus;
  /** Its owner has deleted it, or it was refused after all: the last that is told of it, only by `task.onChange`. */
  readonly deleted?: true;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly input: TaskInput;
  readonly params: Params;
  readonly sources: readonly SourceView[];
  /** Of each output. */
  readonly width: number;
  readonly height: number;
  readonly seconds?: number;
  /** Credits held for it when submitted. */
  readonly price: number;
  /** Credits captured in the end; absent until then. */
  readonly captured?: number;
  /** 0 to 100 over all outputs. */
  readonly percent: number;
  /** 1 is next; only while queued. */
  readonly place?: number;
  /** Milliseconds until it should be finished, as far as can be told. */
  readonly estimateMs?: number;
  readonly outputs: readonly OutputView[];
  readonly understanding?: Understanding;
  /** Identifier of the error catalogue; only when failed, or when cancelled by its deadline (TASK_EXPIRED). */
  readonly error?: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> };
}
