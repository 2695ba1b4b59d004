/** Why a text may not be used, worst first: of several the first is told. */
export const CATEGORIES = ['minors', 'terror', 'self-harm', 'hate', 'gore', 'sexual', 'profanity'] as const;
export type Category = (typeof CATEGORIES)[number];

/** The port of whatever judges texts: the local lexicon, or a service behind an address. */
export interface TextCheck {
  /**
   * @param text as typed; any length, any script
   * @param language of the interface (`en`, `tw`, …): some words are harmless in one language and not in another. The text
   *   itself may be in any.
   * @returns the worst category found, or nothing for a text that may pass
   * @throws whatever keeps it from judging; the caller then lets nothing pass
   */
  check(text: string, language: string): Promise<Category | undefined>;
}
