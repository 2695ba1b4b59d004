import type { Params } from '../../procedures/params.shared.js';

/** Statement for results that show a real person: tells viewers so, and what the requester declared. */
export const LIKENESS = "Made from a person's likeness; whoever asked for it has declared that the person consents.";

/** What the credential states about a result. */
export interface Claimed {
  readonly procedure: Params['procedure'];
  /** Whether a trained model was involved, and not only rules. */
  readonly trained: boolean;
}

/** Types of files that are signed. */
export type Signable = 'image/png' | 'image/jpeg';
