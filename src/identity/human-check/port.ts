/** What a browser has to do before it is believed that no flood comes from it. */
export interface WorkChallenge {
  readonly kind: 'work';
  /** Goes back with the answer. */
  readonly token: string;
  /** A number is looked for with which SHA-256 of `<nonce>.<number>` begins with so many zero bits. */
  readonly nonce: string;
  readonly bits: number;
}

/**
 * Makes floods cost something, where an honest person waits a moment. Another way to check (a captcha) is another adapter and another kind
 * of challenge.
 */
export interface HumanCheck {
  challenge(): WorkChallenge;
  /** Whether an answer is to a challenge of this installation that is in time and was never answered before. @throws StoreUnavailable */
  passes(answer: string): Promise<boolean>;
}
