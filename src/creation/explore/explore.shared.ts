import type { OutputType, Params } from '../procedures/params.shared.js';
import type { Tag } from '../publishing/tags.shared.js';

/** Explore: the published works that their owners list, and what users do with them. Values for pages and calls. */

/** Orders of the open feed. */
export const FEED_ORDERS = ['new', 'trending'] as const;
export type FeedOrder = (typeof FEED_ORDERS)[number];

/** Lists of works that belong to the caller: works of followed authors, and bookmarked works. */
export const OWN_FEEDS = ['following', 'saved'] as const;
export type OwnFeed = (typeof OWN_FEEDS)[number];

/** Works on one page. */
export const FEED_PAGE = 24;

/** What a user may put on a work or an author. */
export const MARK_KINDS = ['like', 'bookmark', 'follow'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** A work in a feed. */
export interface WorkCard {
  /** Its page is `/v/<id>`. */
  readonly id: string;
  readonly title: string;
  readonly media: 'image' | 'video';
  readonly type: OutputType;
  readonly procedure: Params['procedure'];
  readonly tags: readonly Tag[];
  /** The original file; `?w=320|640|1024` gives an image, or a video's poster, as WebP of that width. */
  readonly url: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Duration in seconds; only for videos. */
  readonly seconds?: number;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
  /** Without an id if Explore does not list the work: its link tells nobody whose other works there are. */
  readonly author: Pick<AuthorCard, 'name'> & Partial<Pick<AuthorCard, 'id'>>;
}

/** An author of listed works. */
export interface AuthorCard {
  /** The page is `/u/<id>`. Not the user's id, and it does not reveal that. */
  readonly id: string;
  /** The public name; null if the author chose none. */
  readonly name: string | null;
}

/** One page of a feed; the last one has no `next`. A page may have fewer works than the limit, or none. */
export interface FeedPage {
  readonly works: readonly WorkCard[];
  readonly next?: string;
}

/** An origin of a work; nothing about it is known to others while Explore does not list it. */
export type Origin =
  | { readonly isAvailable: false }
  | { readonly isAvailable: true; readonly id: string; readonly title: string; readonly by: string | null };

/** Where a work comes from, and what comes from it. */
export interface Lineage {
  /** The nearest first. */
  readonly origins: readonly Origin[];
  /** Listed works that are remixes of this one. */
  readonly remixes: number;
}

/** Maximum characters of a searched text. */
export const SEARCH_MAX = 200;

/** One page of a search. */
export interface SearchPage extends FeedPage {
  /** Whether the works have words of one letter different, because none has the wanted ones. */
  readonly isNear: boolean;
}

/** An author's page. */
export interface AuthorView extends AuthorCard {
  /** Number of listed works. */
  readonly works: number;
  readonly followers: number;
  /** Whether the caller follows the author. */
  readonly isFollowed: boolean;
  readonly isOwn: boolean;
}

/** What users, and the caller, have put on a work. */
export interface WorkMarks {
  readonly likes: number;
  readonly isLiked: boolean;
  readonly isSaved: boolean;
}

/** Data of Explore's page, for its first rendering. */
export interface ExploreFacts {
  readonly order: FeedOrder;
  readonly kind?: 'image' | 'video';
  readonly tool?: Params['procedure'];
  /** The searched text; `page` is that of the search then. */
  readonly text?: string;
  readonly page: FeedPage & Partial<SearchPage>;
}

/** Data of a tag's page, for its first rendering; without a tag for an address that names none. */
export type TagFacts =
  Readonly<Record<string, never>> | { readonly tag: Tag; readonly page: SearchPage; readonly origin: string };

/** Data of an author's page, for its first rendering. */
export interface AuthorFacts {
  readonly author: Pick<AuthorView, 'id' | 'name' | 'works' | 'followers'>;
  readonly page: FeedPage;
  /** Public origin of this server, without a trailing slash. */
  readonly origin: string;
}
