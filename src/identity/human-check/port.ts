import type { CaptchaProvider } from './settings.shared.js';

/** A proof of work that the browser must solve, which slows down floods of requests. */
export interface WorkChallenge {
  readonly kind: 'work';
  /** Returned with the answer. */
  readonly token: string;
  /** The browser searches for a number such that SHA-256 of `<nonce>.<number>` starts with `bits` zero bits. */
  readonly nonce: string;
  readonly bits: number;
}

/** A captcha whose widget supplies the answer. */
export interface CaptchaChallenge {
  readonly kind: CaptchaProvider;
  readonly siteKey: string;
}

export type HumanChallenge = WorkChallenge | CaptchaChallenge;

/**
 * Makes floods of requests expensive, while an honest user waits only a moment. Each kind of check is an adapter with
 * its own kind of challenge.
 */
export interface HumanCheck {
  challenge(): HumanChallenge;
  /**
   * Whether the answer solves an unexpired challenge of this installation that was not answered before.
   * @throws StoreUnavailable when this cannot be determined
   */
  passes(answer: string): Promise<boolean>;
}
