import type { Author } from '../../publishing/authors.js';
import type { Tag } from '../../publishing/tags.shared.js';
import { tagsOf } from '../../publishing/tags.js';
import { viewWork, type FoundWork } from '../../publishing/work.view.js';
import { indexedWords, nearTerms, nearWanted, wantedWords } from './words.js';

/** Texts wanted in one search. */
const MAX_WANTED = 10;
/** Marks a filter: it is in no word. */
const FILTER = '#';

/** What is searched: all of it must be true of a work. */
export interface Wanted {
  readonly text: string;
  readonly tag?: Tag;
  readonly kind?: 'image' | 'video';
}

/** Words of a work by which it is found: those that its page shows. */
const wordsOf = (work: FoundWork, author: Author): readonly string[] =>
  indexedWords([work.publication.title, author.name ?? '', viewWork(work, author).prompt ?? ''].join('\n'));

const filtersOf = (work: FoundWork): readonly string[] =>
  [work.task.media, ...tagsOf(work.task, work.publication)].map((name) => `${FILTER}${name}`);

/** Terms of a work in the index. */
export function termsOf(work: FoundWork, author: Author): readonly string[] {
  const words = wordsOf(work, author);
  return [...new Set([...filtersOf(work), ...words, ...words.flatMap(nearTerms)])];
}

/**
 * Groups of terms; a work that is found has one of each.
 * @param isNear also takes words with one letter different
 * @returns none if nothing is wanted
 */
export function wantedTerms({ text, tag, kind }: Wanted, isNear: boolean): readonly (readonly string[])[] {
  const filters = [kind, tag].flatMap((name) => (name === undefined ? [] : [[`${FILTER}${name}`]]));
  const words = wantedWords(text, MAX_WANTED).map((word) => (isNear ? nearWanted(word) : [word]));
  // A text of punctuation alone is not a search for everything.
  return words.length === 0 && text.trim() !== '' ? [] : [...filters, ...words];
}

/** Whether a work has what is wanted now; the index may be late. */
export function hasWanted(work: FoundWork, author: Author, wanted: Wanted, isNear: boolean): boolean {
  const words = wordsOf(work, author);
  const terms = new Set([...filtersOf(work), ...words, ...(isNear ? words.flatMap(nearTerms) : [])]);
  return wantedTerms(wanted, isNear).every((group) => group.some((term) => terms.has(term)));
}
