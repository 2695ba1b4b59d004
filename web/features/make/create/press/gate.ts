import type { ModelView } from '@src/catalog/model.shared';
import { planNeeded, type AllowanceView } from '@src/creation/tasks/submit/allowed.shared';
import type { Params } from '@src/creation/procedures/params.shared';
import { openPopup } from '@/lib/popups/queue';
import type { UpgradeReason } from '@/lib/popups/names';

/** What decides whether a plan is needed. Until it is known, only the server refuses. */
type Known = Pick<AllowanceView, 'proModels' | 'maxShortSide'> | undefined;

/** The feature that the caller's plan lacks, by the server's rule. */
export function missingPlan(
  model: Pick<ModelView, 'tier'>,
  params: Params | undefined,
  allowance: Known,
): UpgradeReason | undefined {
  return allowance === undefined ? undefined : planNeeded(model, params, allowance);
}

/** Opens the popup that offers the needed plan. */
export const offerPlan = (reason: UpgradeReason, params: Params | undefined): void =>
  openPopup('upgradePlan', {
    reason,
    ...(params !== undefined && 'resolution' in params ? { resolution: params.resolution } : {}),
  });

/** Opens the plan popup if a plan is needed. @returns whether it did */
export function offersPlan(model: Pick<ModelView, 'tier'>, params: Params | undefined, allowance: Known): boolean {
  const reason = missingPlan(model, params, allowance);
  if (reason !== undefined) offerPlan(reason, params);
  return reason !== undefined;
}
