/** An account at Stripe. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Address of a substitute for Stripe's API. */
  readonly apiUrl?: string;
}
