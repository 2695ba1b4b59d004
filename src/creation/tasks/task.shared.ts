import type { Understanding } from '../../engine/progress.shared.js';
import type {
  GivenKind,
  OutputType,
  Params,
  ProcedureName,
  SourceRole,
  Stage,
  TaskStatus,
} from '../procedures/params.shared.js';
import type { TaskInput } from '../procedures/request.shared.js';
import type { Rating, Shelf } from '../library/library.shared.js';
import type { OwnWork } from '../publishing/work.shared.js';
import type { Defect } from './failure.shared.js';

export type { Understanding };
export * from '../procedures/params.shared.js';
export * from '../procedures/schema.shared.js';

export type OutputView =
  | {
      readonly index: number;
      readonly state: 'pending';
      readonly seed: number;
      readonly stage: Stage;
      readonly percent: number;
      readonly previewUrl?: string;
    }
  | ReadyOutputView
  | { readonly index: number; readonly state: 'failed'; readonly seed: number; readonly error: string };

export interface ReadyOutputView {
  readonly index: number;
  readonly state: 'ready';
  readonly seed: number;
  /** The engine took no seed: a repeat makes another result. */
  readonly seedless?: true;
  /** It has this defect and was charged all the same, because the releases of the day were used up. */
  readonly defect?: Defect;
  /** The engine made another shape, which was cropped to the requested size. */
  readonly cropped?: true;
  /**
   * The original file. `?w=320|640|1024` gives an image, or a video's poster, as WebP of that width in pixels;
   * `?download=1` adds a file name.
   */
  readonly url: string;
  readonly type: OutputType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Duration in seconds; only for videos. */
  readonly seconds?: number;
  /** Publication status; absent until the owner first submits it. */
  readonly work?: OwnWork;
}

/** An image or video that a creation was made from; kept as long as the creation. */
export interface SourceView {
  readonly role: SourceRole;
  /** As for an output. */
  readonly url: string;
  readonly kind: GivenKind;
  readonly width: number;
  readonly height: number;
  /** Duration in seconds; only for videos. */
  readonly seconds?: number;
}

/**
 * A task as its owner sees it. Returned by `task.get`, `task.list`, `task.onChange` and, as `data`, by the creation
 * procedures.
 */
export interface TaskView {
  readonly id: string;
  /** Grows with every change; the browser's cache keeps the newest. */
  readonly version: number;
  readonly procedure: ProcedureName;
  readonly media: 'image' | 'video';
  /** Its project; one of `project.list`. */
  readonly projectId: string;
  readonly status: TaskStatus;
  /**
   * The owner deleted the task or moved it to the trash, or it was refused later. Sent by `task.onChange`, and of what
   * is in the trash.
   */
  readonly deleted?: true;
  /** What its owner says about it. */
  readonly tags?: readonly string[];
  readonly isFavourite?: true;
  readonly rating?: Rating;
  /** Where it is, other than in the library itself. */
  readonly shelf?: Exclude<Shelf, 'library'>;
  /** When it was moved to the trash, milliseconds since the epoch. */
  readonly trashedAt?: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly input: TaskInput;
  readonly params: Params;
  readonly sources: readonly SourceView[];
  /** Size of each output in pixels. */
  readonly width: number;
  readonly height: number;
  readonly seconds?: number;
  /** Credits held at submission. */
  readonly price: number;
  /** API credits pay, and `price` and `captured` are API credits; absent for credits. */
  readonly paysWith?: 'api_credits';
  /** Made by the local engine while a connected one made the final; `free` if that cost nothing as a draft. */
  readonly draft?: { readonly free: boolean };
  /** Of a final: the credits deducted for its draft; `price` leaves them out. */
  readonly deducted?: number;
  /** Id of the work that it is a remix of. */
  readonly origin?: string;
  /** Credits that the author of its recipe asks; `price` contains them. */
  readonly surcharge?: number;
  /** Of a draft: credits that its final deducts; absent if nothing was paid, or it was deducted. */
  readonly deductible?: number;
  /** Credits captured in the end; absent until then. */
  readonly captured?: number;
  /** 0 to 100 over all outputs. */
  readonly percent: number;
  /** Queue position, 1 is next; only while queued. */
  readonly place?: number;
  /** Estimated milliseconds until it is finished. */
  readonly estimateMs?: number;
  readonly outputs: readonly OutputView[];
  readonly understanding?: Understanding;
  /** Identifier of the error catalogue; only for a failed task, or one cancelled by its deadline (TASK_EXPIRED). */
  readonly error?: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> };
}
