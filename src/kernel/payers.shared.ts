/**
 * Which of a user's accounts pays for what a key requests: the credits that the pages spend, or API credits. Both are
 * usage types of the ledger (src/credits/credits.shared.ts).
 */
export const PAYERS = ['credits', 'api_credits'] as const;
export type Payer = (typeof PAYERS)[number];

/**
 * API credits for each credit of a price. An API credit is sold for one cent, a credit of the smallest pack for eight
 * (adr/0120).
 */
export const API_CREDITS_PER_CREDIT = 8;
