import type { EntryId } from '../../../catalog/entries/kinds.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { presetOf, presetsIn } from '../../procedures/presets.shared.js';
import type { CreationSettings } from '../settings.js';
import type { RequestParts } from '../task.shared.js';

export interface WithdrawnDeps {
  readonly settings: Pick<CreationSettings, 'withdrawnEffects'>;
  /** The first of some effects and templates that the catalogue does not publish. */
  readonly findWithdrawn: (ids: readonly EntryId[]) => Promise<EntryId | undefined>;
}

/**
 * Refuses an effect or a template that is no longer offered, by the operator's settings or by the catalogue.
 * @returns EFFECT_NO_LONGER_SUPPORTED, or TEMPLATE_NOT_FOUND for a design
 * @throws StoreUnavailable
 */
export async function withdrawnRefusal(
  params: RequestParts['params'],
  { settings, findWithdrawn }: WithdrawnDeps,
): Promise<ProductError | undefined> {
  if (params.procedure === 'video.createVideoByTemplate' && settings.withdrawnEffects.includes(params.template))
    return productError('EFFECT_NO_LONGER_SUPPORTED');
  const chosen = presetsIn(params);
  const withdrawn = chosen.length === 0 ? undefined : await findWithdrawn(chosen);
  if (withdrawn === undefined) return undefined;
  return productError(presetOf(withdrawn)?.option === 'design' ? 'TEMPLATE_NOT_FOUND' : 'EFFECT_NO_LONGER_SUPPORTED');
}
