/** Occasions of promotional credits. */
export type GrantKind = 'visitor' | 'signUp' | 'reward';

/** Maximum grants per day; 0 for no cap. */
export interface Caps {
  readonly perAddress: number;
  readonly perNetwork: number;
  /** For the whole installation. */
  readonly perDay: number;
}
