import type { ModelView } from '@src/catalog/model.shared';
import { answerTo, standingOf } from '@src/kernel/permissions.shared';
import { openPopup } from '@/lib/popups/queue';
import type { SessionState } from '@/lib/session/store';

/**
 * Whether a model is for plans that this session has none of; by the same policy as the server's. Before the session is known
 * nothing is said: the server answers for itself.
 */
export function needsPlan(model: Pick<ModelView, 'tier'>, session: SessionState): boolean {
  return model.tier === 'pro' && session.status === 'ready' && answerTo('createPro', standingOf(session.user)) === 'upgrade';
}

/** Offers a plan where a model needs one. @returns whether it does */
export function offersPlan(model: Pick<ModelView, 'tier'>, session: SessionState): boolean {
  const isMissing = needsPlan(model, session);
  if (isMissing) openPopup('upgradePlan', { reason: 'ProFeature' });
  return isMissing;
}
