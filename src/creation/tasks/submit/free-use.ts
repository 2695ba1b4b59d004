import { entitlementsOf, type Entitlements } from '../../../billing/plans/entitlements.shared.js';
import { isRefusedTo } from '../../../kernel/countries.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { UserId } from '../../../kernel/ids.js';
import { limitOf, may, NO_LIMIT, type Caller, type CallerKinds } from '../../../kernel/permissions.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { allowedTo, callerKindsWith, type Allowed } from './allowed.shared.js';
import type { CreationSettings } from '../settings.js';

/** The country in which free use is not limited. */
const HOME = 'US';

export interface FreeUseDeps {
  readonly settings: Pick<CreationSettings, 'freeUseRefusedTo'>;
  /** The country that a user first came from (ISO 3166-1 alpha-2); undefined where no one knows it. */
  readonly regCountry: (user: UserId) => Promise<string | undefined>;
  /** What someone may do by their plan, now. */
  readonly entitlements: (user: UserId) => Promise<Entitlements>;
}

/** Someone who requests a creation, as far as it matters here. */
export interface FreeUser extends Caller {
  readonly id: UserId;
  /** Where the request came from (ISO 3166-1 alpha-2); undefined where no one knows it. */
  readonly country?: string | undefined;
}

/** How someone may use the product: by the policy and their plan, and by the country that they are in. */
export interface Use {
  readonly callerKinds: CallerKinds;
  readonly allowed: Allowed;
  /** Videos of free models in a day (UTC); `NO_LIMIT` inside the United States, with a plan, and where no one knows the country. */
  readonly videosADay: number;
}

/**
 * What someone may, from where they are: the request's country, else the one they first came from. Of an unknown country
 * nothing is refused.
 * @param isVideo whether a video is requested: for nothing else is the country looked up that the request does not tell
 * @returns PERMISSION_ERROR {reason: country} where the operator keeps free use from that country
 * @throws StoreUnavailable
 */
export async function useOf(deps: FreeUseDeps, user: FreeUser, isVideo: boolean): Promise<Result<Use, ProductError>> {
  const plan = await entitlementsFor(deps, user);
  const [callerKinds, allowed] = [callerKindsWith(user, plan), allowedTo(user, plan)];
  const refusedTo = may('createWhereRefused', callerKinds) ? 'none' : deps.settings.freeUseRefusedTo;
  const limit = isVideo ? limitOf('freeVideosADay', callerKinds) : NO_LIMIT;
  if (refusedTo === 'none' && limit === NO_LIMIT) return ok({ callerKinds, allowed, videosADay: NO_LIMIT });
  const country = user.country ?? (await deps.regCountry(user.id));
  if (isRefusedTo(country, refusedTo)) return err(productError('PERMISSION_ERROR', { reason: 'country' }));
  return ok({ callerKinds, allowed, videosADay: country === undefined || country === HOME ? NO_LIMIT : limit });
}

/** What someone may do by their plan, now; without an address no one has one, and no one is asked. @throws StoreUnavailable */
export async function entitlementsFor(deps: Pick<FreeUseDeps, 'entitlements'>, user: Pick<FreeUser, 'id' | 'email'>): Promise<Entitlements> {
  return user.email === undefined ? entitlementsOf(undefined, 0) : deps.entitlements(user.id);
}
