/** The list that a creation is in. What is in the trash is deleted after `TRASH_DAYS`. */
export const SHELVES = ['library', 'archive', 'trash'] as const;
export type Shelf = (typeof SHELVES)[number];

/** Days that a creation stays in the trash. */
export const TRASH_DAYS = 30;
/** Tags of one creation. */
export const TAGS_MAX = 20;
/** Characters of a tag. */
export const TAG_LENGTH = 40;
/** Creations changed by one call. */
export const CHANGED_MAX = 100;
/** Creations in one download. */
export const DOWNLOADED_MAX = 100;
/** Characters of a searched text. */
export const FIND_MAX = 200;

export const RATINGS = [1, 2, 3, 4, 5] as const;
export type Rating = (typeof RATINGS)[number];

/** Credits charged for a creation, in steps: nothing, up to 10, up to 50, more. */
export const COSTS = ['none', 'low', 'medium', 'high'] as const;
export type Cost = (typeof COSTS)[number];

/** @param credits whole ones, or parts of one if API credits paid */
export const costOf = (credits: number): Cost =>
  credits === 0 ? 'none' : credits <= 10 ? 'low' : credits <= 50 ? 'medium' : 'high';

export const LIBRARY_ORDERS = ['newest', 'oldest'] as const;
export type LibraryOrder = (typeof LIBRARY_ORDERS)[number];

/** A tag as stored: composed letters, lower case, single spaces; undefined if nothing remains or it is too long. */
export function libraryTagOf(text: string): string | undefined {
  const tag = text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
  return tag === '' || [...tag].length > TAG_LENGTH ? undefined : tag;
}
