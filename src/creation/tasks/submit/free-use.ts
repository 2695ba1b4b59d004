import { entitlementsOf, type Entitlements } from '../../../billing/plans/entitlements.shared.js';
import { isRefusedTo } from '../../../kernel/countries.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { UserId } from '../../../kernel/ids.js';
import { limitOf, may, NO_LIMIT, type Caller, type CallerKinds } from '../../../kernel/permissions.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { allowedTo, callerKindsWith, type Allowed } from './allowed.shared.js';
import type { CreationSettings } from '../settings.js';

/** The country without limits on free use. */
const HOME = 'US';

export interface FreeUseDeps {
  readonly settings: Pick<CreationSettings, 'freeUseRefusedTo'>;
  /** The country of the user's first visit (ISO 3166-1 alpha-2); undefined if unknown. */
  readonly regCountry: (user: UserId) => Promise<string | undefined>;
  /** The user's current entitlements by plan. */
  readonly entitlements: (user: UserId) => Promise<Entitlements>;
}

/** A user who requests a creation. */
export interface FreeUser extends Caller {
  readonly id: UserId;
  /** Country of the request (ISO 3166-1 alpha-2); undefined if unknown. */
  readonly country?: string | undefined;
}

/** Limits of a user's use, from the policy, their plan and their country. */
export interface Use {
  readonly callerKinds: CallerKinds;
  readonly allowed: Allowed;
  /**
   * Videos of free models per UTC day; `NO_LIMIT` inside the United States, with a plan, or if the country is unknown.
   */
  readonly videosADay: number;
}

/**
 * Limits of a user's use at their location: the request's country, otherwise that of their first visit. An unknown
 * country is never refused.
 * @param isVideo whether a video is requested; only then is a missing country looked up
 * @returns PERMISSION_ERROR {reason: country} if the operator refuses free use from that country
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

/**
 * A user's current entitlements. A user without an address cannot have a plan, so Billing is not queried.
 * @throws StoreUnavailable
 */
export async function entitlementsFor(
  deps: Pick<FreeUseDeps, 'entitlements'>,
  user: Pick<FreeUser, 'id' | 'email'>,
): Promise<Entitlements> {
  return user.email === undefined ? entitlementsOf(undefined, 0) : deps.entitlements(user.id);
}
