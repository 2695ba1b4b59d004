import type { Category } from '../category.shared.js';

/** What was found in a text. */
export interface Finding {
  readonly category: Category;
  /** 0 to 100; a word list is always certain. */
  readonly score: number;
  /** Words and phrases that led to it, as in the text; none if the judge cannot tell. */
  readonly words: readonly string[];
}

/** Port of a text judge: the local lexicon, or a remote service. */
export interface TextCheck {
  /**
   * @param text as typed; any length, any script
   * @param language interface language (`en`, `tw`, …): some words are harmless in one language but not in another. The
   * text itself may be in any language. Without one, words of every language count.
   * @returns one finding for each category found, worst first
   * @throws any error that prevents judging; the caller must then refuse the text
   */
  check(text: string, language?: string): Promise<readonly Finding[]>;
}
