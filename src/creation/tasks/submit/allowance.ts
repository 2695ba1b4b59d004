import type { Clock, Millis } from '../../../kernel/clock.js';
import { NO_LIMIT } from '../../../kernel/permissions.shared.js';
import type { CreationSettings } from '../settings.js';
import { allowedTo, type AllowanceView } from './allowed.shared.js';
import type { DailyQuota } from './daily-quota.js';
import { entitlementsFor, useOf, type FreeUseDeps, type FreeUser } from './free-use.js';

export interface AllowanceDeps extends FreeUseDeps {
  readonly freeVideos: Pick<DailyQuota, 'left'>;
  readonly relaxed: Pick<DailyQuota, 'left'>;
  readonly drafts: Pick<DailyQuota, 'left'>;
  readonly clock: Clock;
  readonly settings: Pick<CreationSettings, 'freeUseRefusedTo' | 'withdrawnEffects'>;
}

/** What users may create, as the forms need it. */
export class Allowance {
  constructor(private readonly deps: AllowanceDeps) {}

  /**
   * What a user may create by plan and roles, and what is left of today's quotas.
   * @throws StoreUnavailable
   */
  async of(user: FreeUser): Promise<AllowanceView> {
    const { relaxed, drafts, clock, settings } = this.deps;
    const plan = await entitlementsFor(this.deps, user);
    const allowed = allowedTo(user, plan);
    const now = clock.now();
    const [relaxedLeft, draftsLeft, freeVideos] = await Promise.all([
      relaxed.left(user.id, allowed.relaxedADay, now),
      drafts.left(user.id, allowed.draftsADay, now),
      this.freeVideos(user, now),
    ]);
    return {
      ...allowed,
      tier: plan.tier,
      relaxedLeft,
      draftsLeft,
      freeVideos,
      withdrawnEffects: settings.withdrawnEffects,
    };
  }

  private async freeVideos(user: FreeUser, now: Millis): Promise<AllowanceView['freeVideos']> {
    const use = await useOf(this.deps, user, true);
    if (!use.ok || use.value.videosADay === NO_LIMIT) return null;
    return { left: await this.deps.freeVideos.left(user.id, use.value.videosADay, now), limit: use.value.videosADay };
  }
}
