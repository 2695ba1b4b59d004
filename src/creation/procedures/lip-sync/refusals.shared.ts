import type { Refusals } from '../refusal.shared.js';

/** Why this technique alone refuses its input. Its words are in `messages`. */
export const REFUSALS = { silent: { error: 'INPUT_INVALID_FOR_SERVICE', help: 'other' } } as const satisfies Refusals;
