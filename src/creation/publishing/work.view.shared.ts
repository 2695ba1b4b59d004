import type { RuleId } from '../../moderation/policy/policy.shared.js';
import type { OutputType, Params } from '../procedures/params.shared.js';
import type { TaskInput } from '../tasks/task.shared.js';
import type { Tag } from './tags.shared.js';
import type { PublishStatus, Sharing } from './work.shared.js';

/** A work as its page shows it. */
export interface WorkView {
  readonly id: string;
  readonly status: PublishStatus;
  readonly title: string;
  readonly media: 'image' | 'video';
  readonly type: OutputType;
  /** The original file; `?w=320|640|1024` gives an image, or a video's poster, as WebP of that width. */
  readonly url: string;
  /** A JPEG preview, for pages that link to it. */
  readonly poster: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Duration in seconds; only for videos. */
  readonly seconds?: number;
  /** Milliseconds since the epoch; absent before it is published. */
  readonly publishedAt?: number;
  /** The owner's public name; null if they chose none. */
  readonly author: string | null;
  /** The author's page is `/u/<authorId>`; present if Explore lists the work. */
  readonly authorId?: string;
  /** Empty unless Explore lists the work. */
  readonly tags: readonly Tag[];
  /** Present if the owner shares the prompt and there is one. */
  readonly prompt?: string;
  /** Prefills the form of its procedure; present if the owner allows remixes. */
  readonly remix?: WorkRecipe;
  /** Whether the caller owns it. */
  readonly mine: boolean;
}

/** The settings of a work. Its sources are not included, because they stay private. */
export interface WorkRecipe {
  readonly procedure: Params['procedure'];
  readonly input: TaskInput;
  readonly params: Params;
  /** Credits that the author asks the caller for each creation from it, on top of its price. */
  readonly surcharge: number;
}

/** A work under review. */
export interface ReviewView {
  readonly work: WorkView;
  /** Its texts, shared or not, because they are reviewed too. */
  readonly words: string;
  readonly sharing: Sharing;
  /** The reviewed submission; a decision counts for this one only. */
  readonly round: number;
  readonly submittedAt: number;
  /** Rules of the moderation policy that ask for a review. */
  readonly flags: readonly RuleId[];
}

/** Data for the page of a work. */
export interface WorkPage {
  readonly work: WorkView;
  /** Public origin of this server, without a trailing slash: other sites need absolute URLs. */
  readonly origin: string;
}
