import type { Refusals } from '../refusal.shared.js';

/** Why this technique alone refuses its input. Its words are in `messages`. */
export const REFUSALS = { 'no-sound': { error: 'INPUT_INVALID_FOR_SERVICE' } } as const satisfies Refusals;
