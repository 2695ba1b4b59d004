import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { UserId } from '../../kernel/ids.js';
import { APP_NAMES, USAGE_TYPES, type AppName, type UsageType } from '../credits.shared.js';

/** Identifies an account by user, app and usage type. Each account has its own event stream. */
export interface AccountKey {
  readonly userId: UserId;
  readonly appName: AppName;
  readonly usageType: UsageType;
}

/** Prefix of every account stream. */
export const ACCOUNT_PREFIX = 'credits-';

/** `credits-<userId>.<appName>.<usageType>` */
export function accountStream({ userId, appName, usageType }: AccountKey): StreamName {
  return `${ACCOUNT_PREFIX}${userId}.${appName}.${usageType}` as StreamName; // the only place that builds the name of an account stream
}

/** The account of a stream; undefined when the stream belongs to no account. */
export function accountOf(stream: string): AccountKey | undefined {
  const match = /^credits-([^.]+)\.([^.]+)\.([^.]+)$/.exec(stream);
  const appName = APP_NAMES.find((name) => name === match?.[2]);
  const usageType = USAGE_TYPES.find((type) => type === match?.[3]);
  const userId = match?.[1];
  if (userId === undefined || appName === undefined || usageType === undefined) return undefined;
  return { userId: userId as UserId, appName, usageType }; // parsed from a name that `accountStream` built
}
