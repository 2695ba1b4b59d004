/** Texts by which a command is found. */
export interface Searchable {
  readonly label: string;
  /** Other names that it has. */
  readonly keywords?: readonly string[];
  /** A sentence about it: it finds the command where nothing is found by a name. */
  readonly about?: string;
}

/** How a command fits what is typed; the larger the better. */
const FIT = { exact: 7, start: 6, word: 5, words: 4, compound: 3, other: 2, about: 1, none: 0 } as const;
/** Letters before the second part of a compound: `Videoeditor` is found by `editor`, `Anmelden` not by `melden`. */
const MIN_PREFIX = 3;
const MIN_PART = 3;

/** A text without what is written in two ways: case, accents and the hamza of alef, the last letter of Arabic words. */
const folded = (text: string): string => text.trim().toLowerCase().normalize('NFKD').replace(/\p{M}+/gu, '').replace(/ة/g, 'ه').replace(/ى/g, 'ي');
/** A text without the article of an Arabic word at its beginning. */
const bare = (text: string): string => text.replace(/^(?:[وف]?ب?ال|لل)(?=\p{L}{3})/u, '');
const startsWith = (text: string, part: string): boolean => text.startsWith(part) || bare(text).startsWith(part) || bare(text).startsWith(bare(part));

const WORDS = /[\p{L}\p{N}]+/gu;
/** A text in one piece: `lipsync` and `lip-sync` are the same. */
const joined = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
const hasWordFrom = (text: string, part: string): boolean => [...text.matchAll(WORDS)].some(({ index }) => startsWith(text.slice(index), part));
const hasWordWithin = (text: string, part: string): boolean => part.length >= MIN_PART && [...text.matchAll(WORDS)].some(([word]) => word.indexOf(part) >= MIN_PREFIX);

/** How well a command fits what is typed: by its name first, then by its other names, and last by what is said of it. @returns 0 for not at all */
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
  return parts.every((part) => [name, ...others, folded(about)].some((text) => hasWordFrom(text, part))) ? FIT.about : FIT.none;
}

/**
 * What is found, best first within each group, the group of the best first. Where something is found by a name, what only speaks of it is left
 * out: nearly every tool for videos says something about sound.
 */
export function search<C extends Searchable, G extends { readonly commands: readonly C[] }>(groups: readonly G[], typed: string): readonly G[] {
  if (typed.trim() === '') return groups;
  const ranked = groups.map((group) => ({ group, hits: group.commands.map((command) => ({ command, rank: rankOf(typed, command) })) }));
  const best = Math.max(0, ...ranked.flatMap(({ hits }) => hits.map(({ rank }) => rank)));
  const min = best > FIT.about ? FIT.other : FIT.about;
  return ranked
    .map(({ group, hits }) => ({ group, hits: hits.filter(({ rank }) => rank >= min).sort((one, other) => other.rank - one.rank) }))
    .filter(({ hits }) => hits.length > 0)
    .sort((one, other) => (other.hits[0]?.rank ?? 0) - (one.hits[0]?.rank ?? 0))
    .map(({ group, hits }) => ({ ...group, commands: hits.map(({ command }) => command) }));
}
