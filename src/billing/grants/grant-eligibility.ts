import { SANDBOX } from '../gateways/registry.js';

/**
 * What bought credits may pay for. Those of the sandbox cost no one anything, so they pay for what this installation makes itself
 * and never for an engine that bills the operator.
 * @param grantId as `grantsDue` makes it: `<kind>.<gateway>.<invoice>…`
 */
export const eligibilityOf = (grantId: string): 'any' | 'free-models' => (grantId.split('.')[1] === SANDBOX ? 'free-models' : 'any');
