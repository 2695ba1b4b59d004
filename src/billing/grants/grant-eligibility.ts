import { SANDBOX } from '../gateways/registry.js';

/**
 * What purchased credits may pay for. Sandbox credits cost nothing, so they pay only for models that this installation
 * runs itself, never for a provider that bills the operator.
 * @param grantId as `grantsDue` builds it: `<kind>.<gateway>.<invoice>…`
 */
export const eligibilityOf = (grantId: string): 'any' | 'free-models' =>
  grantId.split('.')[1] === SANDBOX ? 'free-models' : 'any';
