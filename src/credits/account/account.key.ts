import type { StreamName } from '../../kernel/event.js';
import type { UserId } from '../../kernel/ids.js';
import { APP_NAMES, USAGE_TYPES, type AppName, type UsageType } from '../credits.shared.js';

/** Whose account: one for each user, app and usage type, and one event stream each. */
export interface AccountKey {
  readonly userId: UserId;
  readonly appName: AppName;
  readonly usageType: UsageType;
}

/** What every stream of accounts begins with. */
export const ACCOUNT_PREFIX = 'credits-';

/** `credits-<userId>.<appName>.<usageType>` */
export function accountStream({ userId, appName, usageType }: AccountKey): StreamName {
  return `${ACCOUNT_PREFIX}${userId}.${appName}.${usageType}` as StreamName; // the one place where an account's stream is named
}

/** The account of a stream; undefined when it is no account's. */
export function accountOf(stream: string): AccountKey | undefined {
  const match = /^credits-([^.]+)\.([^.]+)\.([^.]+)$/.exec(stream);
  const appName = APP_NAMES.find((name) => name === match?.[2]);
  const usageType = USAGE_TYPES.find((type) => type === match?.[3]);
  const userId = match?.[1];
  if (userId === undefined || appName === undefined || usageType === undefined) return undefined;
  return { userId: userId as UserId, appName, usageType }; // read back from a name that was made of one
}
