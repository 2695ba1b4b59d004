/** What promotional credits are given for. */
export type GrantKind = 'visitor' | 'signUp';

/** Grants a day; 0 for no cap. */
export interface Caps {
  readonly perAddress: number;
  readonly perNetwork: number;
  /** In the whole installation. */
  readonly perDay: number;
}
