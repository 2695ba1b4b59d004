import { lineOf } from '../../kernel/single-line.shared.js';

/**
 * Projects: folders of a user's creations. Values shared by pages and calls, without a schema, so that a form needs no
 * validation library.
 */

/** Maximum characters of a name. */
export const PROJECT_NAME_MAX = 60;
/** Maximum projects of one user, besides the default one. Merging visitors into an account may exceed it. */
export const PROJECTS_MAX = 200;
/** Maximum creations moved by one call. */
export const MOVE_MAX = 100;
/** Maximum images on the cover of a project. */
export const COVER_IMAGES = 4;

export const PROJECT_ORDERS = ['newest', 'name'] as const;
export type ProjectOrder = (typeof PROJECT_ORDERS)[number];

/**
 * A project as its owner sees it. The default one always exists, comes first in every list, and has no name until it is
 * given one.
 */
export type ProjectView =
  | { readonly kind: 'default'; readonly id: string; readonly name?: string }
  | {
      readonly kind: 'named';
      readonly id: string;
      readonly name: string;
      /** Milliseconds since the epoch. */
      readonly createdAt: number;
    };

/** Contents of a project: the number of creations, and its newest results. */
export interface ProjectSummary {
  readonly id: string;
  readonly count: number;
  /** Newest first, at most `COVER_IMAGES`; `url` as for an output, so `?w=320` gives an image. */
  readonly pictures: readonly { readonly url: string; readonly media: 'image' | 'video' }[];
}

/** Normalises a typed project name; see `lineOf`. */
export const projectNameOf = (text: string): string | undefined => lineOf(text, PROJECT_NAME_MAX);
