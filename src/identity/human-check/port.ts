import type { CaptchaProvider } from './settings.shared.js';

/** What a browser has to do before it is believed that no flood comes from it. */
export interface WorkChallenge {
  readonly kind: 'work';
  /** Goes back with the answer. */
  readonly token: string;
  /** A number is looked for with which SHA-256 of `<nonce>.<number>` begins with so many zero bits. */
  readonly nonce: string;
  readonly bits: number;
}

/** A captcha's widget is shown; what it gives is the answer. */
export interface CaptchaChallenge {
  readonly kind: CaptchaProvider;
  readonly siteKey: string;
}

export type HumanChallenge = WorkChallenge | CaptchaChallenge;

/** Makes floods cost something, where an honest person waits a moment. Each way to check is an adapter and a kind of challenge. */
export interface HumanCheck {
  challenge(): HumanChallenge;
  /** Whether an answer is to a challenge of this installation that is in time and was never answered before. @throws StoreUnavailable where no one can say */
  passes(answer: string): Promise<boolean>;
}
