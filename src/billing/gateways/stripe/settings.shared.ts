/** An account at Stripe. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Who answers in Stripe's place. */
  readonly apiUrl?: string;
}
