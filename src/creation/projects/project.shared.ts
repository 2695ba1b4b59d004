import { lineOf } from '../../kernel/single-line.shared.js';

/** Projects: folders of what a user makes. The values that pages and calls share; no schema, so that a form needs no validation library. */

/** Characters of a name at most. */
export const PROJECT_NAME_MAX = 60;
/** Projects of one user at most, beside the default one. Several visitors' may come together in an account beyond it. */
export const PROJECTS_MAX = 200;
/** Creations that are moved by one call at most. */
export const MOVE_MAX = 100;
/** Images on the cover of a project at most. */
export const COVER_IMAGES = 4;

export const PROJECT_ORDERS = ['newest', 'name'] as const;
export type ProjectOrder = (typeof PROJECT_ORDERS)[number];

/** A project as its owner sees it. The default one is always there, first in every list, and has no name until it is given one. */
export type ProjectView =
  | { readonly kind: 'default'; readonly id: string; readonly name?: string }
  | { readonly kind: 'named'; readonly id: string; readonly name: string; /** Milliseconds since the epoch. */ readonly createdAt: number };

/** What is in a project: how many creations, and its newest results. */
export interface ProjectSummary {
  readonly id: string;
  readonly count: number;
  /** Newest first, at most `COVER_IMAGES`; `url` as an output's, so that `?w=320` gives an image. */
  readonly pictures: readonly { readonly url: string; readonly media: 'image' | 'video' }[];
}

/** A project's name as it is kept, from what was typed; see `lineOf`. */
export const projectNameOf = (text: string): string | undefined => lineOf(text, PROJECT_NAME_MAX);
