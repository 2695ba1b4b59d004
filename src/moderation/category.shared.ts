/** Reasons to refuse a text, worst first; of several, the first is reported. */
export const CATEGORIES = ['minors', 'terror', 'self-harm', 'hate', 'gore', 'sexual', 'profanity'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Parses a category; undefined for anything else. */
export const readCategory = (value: unknown): Category | undefined => CATEGORIES.find((one) => one === value);

/** Whether a refusal can be appealed against: not one for sexual content with minors. */
export const mayAppealAgainst = (category: Category): boolean => category !== 'minors';
