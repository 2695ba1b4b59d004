/** The searchable texts of a command. */
export interface Searchable {
  readonly label: string;
  /** Synonyms. */
  readonly keywords?: readonly string[];
  /** A description, which matches only if no name does. */
  readonly about?: string;
}

/** Scores of a match; higher is better. */
const FIT = { exact: 7, start: 6, word: 5, words: 4, compound: 3, other: 2, about: 1, none: 0 } as const;
/** Minimum length of a compound's first part: `editor` finds `Videoeditor`, but `melden` does not find `Anmelden`. */
const MIN_PREFIX = 3;
const MIN_PART = 3;

/** Normalises case, accents, the hamza of alef and the last letter of Arabic words. */
const folded = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي');
/** Removes the article of an Arabic word at the beginning. */
const bare = (text: string): string => text.replace(/^(?:[وف]?ب?ال|لل)(?=\p{L}{3})/u, '');
const startsWith = (text: string, part: string): boolean =>
  text.startsWith(part) || bare(text).startsWith(part) || bare(text).startsWith(bare(part));

const WORDS = /[\p{L}\p{N}]+/gu;
/** Removes separators: `lipsync` equals `lip-sync`. */
const joined = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
const hasWordFrom = (text: string, part: string): boolean =>
  [...text.matchAll(WORDS)].some(({ index }) => startsWith(text.slice(index), part));
const hasWordWithin = (text: string, part: string): boolean =>
  part.length >= MIN_PART && [...text.matchAll(WORDS)].some(([word]) => word.indexOf(part) >= MIN_PREFIX);

/** Scores how well a command matches: by name, then synonyms, then description. @returns 0 for no match */
export function rankOf(typed: string, { label, keywords = [], about = '' }: Searchable): number {
  const [query, name] = [folded(typed), folded(label)];
  const others = keywords.map(folded);
  const parts = query.match(WORDS) ?? [];
  if (query === '' || bare(name) === bare(query)) return FIT.exact;
  if (parts.length === 0) return FIT.none;
  if (startsWith(name, query) || joined(name).startsWith(joined(query))) return FIT.start;
  if (hasWordFrom(name, query)) return FIT.word;
  if (parts.every((part) => hasWordFrom(name, part))) return FIT.words;
  if (hasWordWithin(name, query)) return FIT.compound;
  if (parts.every((part) => [name, ...others].some((text) => hasWordFrom(text, part)))) return FIT.other;
  return parts.every((part) => [name, ...others, folded(about)].some((text) => hasWordFrom(text, part)))
    ? FIT.about
    : FIT.none;
}

/**
 * Search results, best first within each group, and groups by their best match. If any name matches, matches by
 * description are dropped, because nearly every video tool mentions sound.
 */
export function search<C extends Searchable, G extends { readonly commands: readonly C[] }>(
  groups: readonly G[],
  typed: string,
): readonly G[] {
  if (typed.trim() === '') return groups;
  const ranked = groups.map((group) => ({
    group,
    hits: group.commands.map((command) => ({ command, rank: rankOf(typed, command) })),
  }));
  const best = Math.max(0, ...ranked.flatMap(({ hits }) => hits.map(({ rank }) => rank)));
  const min = best > FIT.about ? FIT.other : FIT.about;
  return ranked
    .map(({ group, hits }) => ({
      group,
      hits: hits.filter(({ rank }) => rank >= min).sort((one, other) => other.rank - one.rank),
    }))
    .filter(({ hits }) => hits.length > 0)
    .sort((one, other) => (other.hits[0]?.rank ?? 0) - (one.hits[0]?.rank ?? 0))
    .map(({ group, hits }) => ({ ...group, commands: hits.map(({ command }) => command) }));
}
