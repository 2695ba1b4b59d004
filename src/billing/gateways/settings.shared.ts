import type { StripeSettings } from './stripe/settings.shared.js';

/** The operator's accounts at payment gateways. Configuring any gateway here turns the sandbox off. */
export interface GatewaySettings {
  readonly stripe?: StripeSettings;
}

/** Whether real payments are taken. */
export const takesRealPayments = (settings: GatewaySettings): boolean =>
  Object.values(settings).some((account) => account !== undefined);
