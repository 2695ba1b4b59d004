import type { OutputType, Params } from '../procedures/params.shared.js';
import type { TaskInput } from '../tasks/task.shared.js';
import type { PublishStatus, Sharing } from './work.shared.js';

/** A work as its page shows it. */
export interface WorkView {
  readonly id: string;
  readonly status: PublishStatus;
  readonly title: string;
  readonly media: 'image' | 'video';
  readonly type: OutputType;
  /** Of the whole; `?w=320|640|1024` gives an image, or a video's poster, as WebP of that width. */
  readonly url: string;
  /** An image of it as JPEG, for pages that link to it. */
  readonly poster: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Of a video. */
  readonly seconds?: number;
  /** Milliseconds since the epoch; absent before it is published. */
  readonly publishedAt?: number;
  /** The name that its owner goes by, where they have given themselves one. */
  readonly author: string | null;
  /** Where its owner shares it, and it has one. */
  readonly prompt?: string;
  /** What fills the form of its call, where its owner lets others make their own of it. */
  readonly remix?: WorkRecipe;
  /** Whether whoever asks owns it. */
  readonly mine: boolean;
}

/** What a work was asked with; not what it was made from, which stays its owner's. */
export interface WorkRecipe {
  readonly procedure: Params['procedure'];
  readonly input: TaskInput;
  readonly params: Params;
}

/** A work that waits for a moderator's decision. */
export interface ReviewView {
  readonly work: WorkView;
  /** What it was asked with, shared or not: it is judged too. */
  readonly words: string;
  readonly sharing: Sharing;
  /** Which submission is looked at: a decision counts for this one alone. */
  readonly round: number;
  readonly submittedAt: number;
}

/** What the page of a work is drawn with. */
export interface WorkPage {
  readonly work: WorkView;
  /** Where the browser sees this server, without a slash at the end: other sites need whole addresses. */
  readonly origin: string;
}
