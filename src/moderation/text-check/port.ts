import type { Category } from '../category.shared.js';

/** Why a text is refused. */
export interface Finding {
  readonly category: Category;
  /** Words and phrases that led to it, as in the text; none if the judge cannot tell. */
  readonly words: readonly string[];
}

/** Port of a text judge: the local lexicon, or a remote service. */
export interface TextCheck {
  /**
   * @param text as typed; any length, any script
   * @param language interface language (`en`, `tw`, …): some words are harmless in one language but not in another. The
   * text itself may be in any language.
   * @returns the worst category found, with its words; undefined for a text that may pass
   * @throws any error that prevents judging; the caller must then refuse the text
   */
  check(text: string, language: string): Promise<Finding | undefined>;
}
