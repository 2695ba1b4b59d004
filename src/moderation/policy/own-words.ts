import { CATEGORIES } from '../category.shared.js';
import { Lexicon } from '../text-check/lexicon.js';
import type { Words } from '../text-check/lexicon/words.js';
import { findIn, readText } from '../text-check/found.js';
import type { Finding } from '../text-check/port.js';
import type { OwnWord, PolicyVersion } from './policy.shared.js';

/** Finds the installation's own words. They count in every interface language, and are found with certainty. */
export class OwnWords {
  private compiled: {
    readonly number: number;
    readonly find: (text: string, language?: string) => readonly Finding[];
  } = { number: 0, find: () => [] };

  /** Findings of a policy's words, worst first. */
  find({ number, content }: PolicyVersion, text: string, language?: string): readonly Finding[] {
    if (this.compiled.number !== number) this.compiled = { number, find: compile(content.words) };
    return this.compiled.find(text, language);
  }
}

function compile(words: readonly OwnWord[]): (text: string, language?: string) => readonly Finding[] {
  const groups = CATEGORIES.flatMap((category) => {
    const own = words.filter((one) => one.category === category);
    return own.length === 0 ? [] : [{ category, lexicon: new Lexicon(lists(own)) }];
  });
  if (groups.length === 0) return () => [];
  return (text, language) => {
    const read = readText(text);
    return groups.flatMap(({ category, lexicon }) => {
      const found = lexicon.find(read, language);
      return found.words.length === 0 && found.parts.length === 0
        ? []
        : [{ category, score: 100, words: findIn(text, [found]) }];
    });
  };
}

/** The words as lists by language. */
function lists(words: readonly OwnWord[]): Partial<Words> {
  const byLanguage = new Map<string, string[]>();
  for (const { language, word } of words)
    byLanguage.set(language, [...(byLanguage.get(language) ?? []), word.replace(/\*$/, '~')]);
  return Object.fromEntries([...byLanguage].map(([language, list]) => [language, list.join('|')]));
}
