import type { ModelView } from '@src/catalog/model.shared';
import { planNeeded, type AllowanceView } from '@src/creation/tasks/submit/allowed.shared';
import type { Params } from '@src/creation/procedures/params.shared';
import { openPopup } from '@/lib/popups/queue';
import type { UpgradeReason } from '@/lib/popups/names';

/** What decides whether a plan is needed. Before it is known nothing is said: the server answers for itself. */
type Known = Pick<AllowanceView, 'proModels' | 'mostShortSide'> | undefined;

/** What a plan is needed for that is not there; by the same rule as the server's. */
export function missingPlan(model: Pick<ModelView, 'tier'>, params: Params | undefined, allowance: Known): UpgradeReason | undefined {
  return allowance === undefined ? undefined : planNeeded(model, params, allowance);
}

/** Offers the plan that is needed. */
export const offerPlan = (reason: UpgradeReason, params: Params | undefined): void => openPopup('upgradePlan', { reason, ...(params !== undefined && 'resolution' in params ? { resolution: params.resolution } : {}) });

/** Offers a plan where one is needed. @returns whether it does */
export function offersPlan(model: Pick<ModelView, 'tier'>, params: Params | undefined, allowance: Known): boolean {
  const reason = missingPlan(model, params, allowance);
  if (reason !== undefined) offerPlan(reason, params);
  return reason !== undefined;
}
