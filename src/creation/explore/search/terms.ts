import type { Author } from '../../publishing/authors.js';
import type { Tag } from '../../publishing/tags.shared.js';
import { tagsOf } from '../../publishing/tags.js';
import { sharedWords, type FoundWork } from '../../publishing/work.view.js';
import { indexedWords, isNearTerm, nearTerms, nearWanted, wantedWords } from './words.js';

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

/** What a work is found by, apart from its author's name: what its page shows. */
export interface Findable {
  /** Divided by spaces, which no word has: one text takes a fraction of the memory of a list. */
  readonly words: string;
  readonly filters: readonly string[];
}

export const findableOf = (work: FoundWork): Findable => ({
  words: indexedWords([work.publication.title, sharedWords(work)].join('\n')).join(' '),
  filters: filtersOf(work),
});

const filtersOf = (work: FoundWork): readonly string[] =>
  [work.task.media, ...tagsOf(work.task, work.publication)].map((name) => `${FILTER}${name}`);

/** Terms of a work in the index. */
export function termsOf(work: FoundWork, author: Author): readonly string[] {
  const words = indexedWords([work.publication.title, author.name ?? '', sharedWords(work)].join('\n'));
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

/**
 * Whether a work has a term of each group now; the index may be late.
 * @param groups see `wantedTerms`
 */
export function hasTerms(
  { words, filters }: Findable,
  author: Author,
  groups: readonly (readonly string[])[],
): boolean {
  const own = words.split(' ');
  const terms = new Set([...filters, ...own]);
  const isMet = (group: readonly string[]): boolean => group.some((term) => terms.has(term));
  if (groups.every(isMet)) return true;
  const all = [...own, ...indexedWords(author.name ?? '')];
  // A term of a word is at most as long as the word with its mark, and one letter shorter at least.
  const lengths = new Set(
    groups
      .flat()
      .filter(isNearTerm)
      .map(({ length }) => length),
  );
  const close = all.filter(({ length }) => lengths.has(length) || lengths.has(length - 1));
  for (const term of [...all, ...close.flatMap(nearTerms)]) terms.add(term);
  return groups.every(isMet);
}
