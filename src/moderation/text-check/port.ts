/** Reasons to refuse a text, worst first; of several, the first is reported. */
export const CATEGORIES = ['minors', 'terror', 'self-harm', 'hate', 'gore', 'sexual', 'profanity'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Port of a text judge: the local lexicon, or a remote service. */
export interface TextCheck {
  /**
   * @param text as typed; any length, any script
   * @param language interface language (`en`, `tw`, …): some words are harmless in one language but not in another. The
   * text itself may be in any language.
   * @returns the worst category found, or undefined for a text that may pass
   * @throws any error that prevents judging; the caller must then refuse the text
   */
  check(text: string, language: string): Promise<Category | undefined>;
}
