import type { Refusals } from '../refusal.shared.js';

/** Why this technique alone refuses its input. Its words are in `messages`. */
export const REFUSALS = {
  'body-not-seen': { error: 'INPUT_INVALID_FOR_SERVICE', help: 'other' },
  'body-not-told': { error: 'INPUT_INVALID_FOR_SERVICE' },
  'garment-unclear': { error: 'INPUT_INVALID_FOR_SERVICE' },
  'garment-worn': { error: 'INPUT_INVALID_FOR_SERVICE' },
} as const satisfies Refusals;
