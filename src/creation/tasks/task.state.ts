import type { Lane } from '../../billing/plans/entitlements.shared.js';
import type { Brand } from '../../kernel/brand.js';
import type { Millis } from '../../kernel/clock.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { ConsistencyToken } from '../../kernel/event-sourcing/event.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type { Traceparent } from '../../kernel/trace.js';
import type { Rating } from '../library/library.shared.js';
import type { ProjectId } from '../projects/project.js';
import type { Publication } from '../publishing/publication.js';
import type { Defect } from './failure.shared.js';

import type { SourceRole, OutputType, TaskInput, Params, Understanding } from './task.shared.js';

// The same brand as in the platform, which the core must not import.
type BlobHash = Brand<string, 'BlobHash'>;

/** A blob that the task holds, with the task's own reference. */
export interface Held {
  readonly hash: BlobHash;
  readonly reference: string;
  readonly bytes: number;
}

/** A source of a task. Its reference is taken before credits are held. */
export interface Source extends Held {
  readonly role: SourceRole;
  readonly type: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Of a video: its duration in seconds, and its poster image. */
  readonly seconds?: number;
  readonly poster?: Held;
  /** Of an own result: when it was requested. */
  readonly madeAt?: Millis;
}

export type Output =
  | { readonly state: 'pending'; readonly seed: number }
  /** Recorded before the bytes are stored, so that whoever ends the task knows what to remove. */
  | ({ readonly state: 'storing' } & Made)
  /** `publication` is the work's publication status; absent until its owner first submits it. */
  | ({ readonly state: 'ready'; readonly publication?: Publication } & Made)
  | { readonly state: 'failed'; readonly seed: number; readonly error: ProductError };

/** A result. Its reference includes the attempt, so that a late writer removes only its own. */
export interface Made extends Held {
  /** The seed that was used. */
  readonly seed: number;
  /** The engine took no seed: the same request makes another result. */
  readonly seedless?: true;
  /** Delivered with a defect, because its payer's releases of the day were used up. */
  readonly defect?: Defect;
  /** The engine made another shape, which was cropped to the requested size. */
  readonly cropped?: true;
  readonly type: OutputType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Of a video: its duration in seconds, and its poster image. */
  readonly seconds?: number;
  readonly poster?: Held;
}

/** What an ended task owes to the ledger. */
export type Settlement =
  /** Whole credits; `listed` is the price of what was delivered for free, for the record. */
  | { readonly state: 'due'; readonly captures: number; readonly listed?: number }
  /** `captured` is whole credits; `note` says why it differs from what was due. */
  | {
      readonly state: 'settled';
      readonly captured: number;
      readonly listed?: number;
      readonly at: Millis;
      readonly note?: string;
    };

/** What the author of a published work asks for its recipe: whole credits, and the id of the work. */
export interface Surcharge {
  readonly amount: number;
  readonly work: string;
}

export interface TaskFacts {
  readonly id: TaskId;
  readonly owner: UserId;
  /** The account that pays: the owner at submission. */
  readonly payer: UserId;
  /** The payer's account of API credits pays; absent if that of credits does. Prices are in credits of that account. */
  readonly paysWith?: 'api_credits';
  /** Its project; absent in the owner's default project, for tasks older than projects, and when deleted. */
  readonly project?: ProjectId;
  /** Fingerprint of the request: the same request id with another fingerprint is an error. */
  readonly fingerprint: string;
  readonly input: TaskInput;
  readonly params: Params;
  readonly sources: readonly Source[];
  readonly media: 'image' | 'video';
  /** Of each output: pixels, and duration in seconds (0 for images). */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Whole credits: `amount = base + outputs × perOutput`, less the deduction, with the surcharge. */
  readonly price: {
    readonly amount: number;
    readonly base: number;
    readonly perOutput: number;
    readonly version: number;
  };
  /**
   * Set if the task is free by its payer's plan: the price it would have had, with its surcharge, and the daily (UTC)
   * limit of free tasks, including this one.
   */
  readonly relaxed?: {
    readonly amount: number;
    readonly base: number;
    readonly perOutput: number;
    readonly aDay: number;
  };
  /**
   * Made by the local engine while a connected one made the final. `free` if it took one of the payer's free drafts:
   * the price it would have had, and their daily (UTC) limit, including this one.
   */
  readonly draft?: { readonly free?: { readonly amount: number; readonly aDay: number } };
  /**
   * The draft of this final and the part of its price that is deducted: whole credits, which `price.amount` leaves out.
   */
  readonly deduction?: { readonly draft: TaskId; readonly amount: number };
  /**
   * What the author of its recipe asks: whole credits, which `price.amount` contains, once for all outputs; and the
   * author's work (adr/0114).
   */
  readonly surcharge?: Surcharge;
  /** The final that deducts this draft's price. A draft has at most one (adr/0092). */
  readonly deductedFrom?: TaskId;
  /** Ids of the works that it is a remix of, nearest first; absent for none. */
  readonly origins?: readonly string[];
  /** Which grants may pay for it. */
  readonly eligibility: 'any' | 'free-models';
  /**
   * The owner's limit of tasks at once at the submission; and the part of it that comes from an operator's role, which
   * stays when the plan changes.
   */
  readonly parallel: number;
  readonly byRole?: number;
  /** Its queue lane, as of the submission. */
  readonly lane: Lane;
  /** Whether results are watermarked, as of the submission. */
  readonly marked: boolean;
  /** The payer's daily (UTC) limit of videos of free models, including this one; absent without a limit. */
  readonly videosADay?: number;
  readonly createdAt: Millis;
  readonly changedAt: Millis;
  readonly deadlineAt: Millis;
  /** Deleted by its owner, in the trash, or refused for lack of credits; listed nowhere but in the trash. */
  readonly hidden: boolean;
  /** When its owner moved it to the trash, or to the archive; absent if it is not there. */
  readonly trashedAt?: Millis;
  readonly archivedAt?: Millis;
  /** What its owner says about it: tags as of `libraryTagOf`, at least one. */
  readonly tags?: readonly string[];
  readonly isFavourite?: true;
  readonly rating?: Rating;
  /** Trace of its submission, if recorded; later work continues it. */
  readonly traceparent?: Traceparent;
}

interface WithHold {
  /** Position of the hold in the ledger; absent if nothing was held. */
  readonly hold?: ConsistencyToken;
}

export interface Attempted extends WithHold {
  /**
   * Number of attempts begun, which is the current one's number while processing. It fences every write of a worker.
   */
  readonly attempt: number;
  /** Attempts that failed by a lost lease or a transient fault. */
  readonly lost: number;
  readonly outputs: readonly Output[];
  readonly startedAt?: Millis;
  readonly understanding?: Understanding;
}

export type Reserving = TaskFacts & { readonly status: 'reserving' };
export type Queued = TaskFacts & Attempted & { readonly status: 'queued'; readonly queuedAt: Millis };
export type Processing = TaskFacts &
  Attempted & {
    readonly status: 'processing';
    readonly startedAt: Millis;
    readonly heartbeatAt: Millis;
    /** 0 to 100 over all outputs, as last stored; live progress is not stored. */
    readonly percent: number;
  };
interface Ended extends Attempted {
  readonly finishedAt: Millis;
  readonly settlement: Settlement;
  /** It ended before its hold was confirmed, so a hold in flight may arrive after the release. */
  readonly unsureHold: boolean;
  /** References that a submission in flight may have taken after they were released. The purge releases them again. */
  readonly unsureSources?: readonly Held[];
}
export type Succeeded = TaskFacts & Ended & { readonly status: 'succeeded' };
export type Failed = TaskFacts & Ended & { readonly status: 'failed'; readonly error: ProductError };
export type Canceled = TaskFacts & Ended & { readonly status: 'canceled'; readonly reason: 'user' | 'deadline' };

export type EndedTask = Succeeded | Failed | Canceled;
export type Task = Reserving | Queued | Processing | EndedTask;

/** Project of a task; undefined for the owner's default project. */
export type InProject = Pick<Task, 'project'>;
