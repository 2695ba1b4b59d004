import type { StripeSettings } from './stripe/settings.shared.js';

/** The operator's accounts at payment gateways. A gateway that is added has its settings here, and turns the sandbox off by that. */
export interface GatewaySettings {
  readonly stripe?: StripeSettings;
}

/** Whether real payments are taken. */
export const takesRealPayments = (settings: GatewaySettings): boolean => Object.values(settings).some((account) => account !== undefined);
