import { defined } from '@src/kernel/defined.shared';
import { APP_NAMES, USAGE_TYPES, type AppName, type UsageType } from '@src/credits/credits.shared';

/** The result of an account search: a user, or one whole account. */
export interface AccountRef {
  readonly userId: string;
  readonly app?: AppName;
  readonly usage?: UsageType;
}

// An account as these pages show it, or as the log names it.
const ACCOUNT = /^(?:credits-)?([^.\s]+)\.([^.]+)\.([^.]+)$/;

/** An account as these pages show it: `user.app.usage type`. @param stream its name in the log */
export const accountName = (stream: string): string => stream.replace(/^credits-/, '');

/** Parses an account search. @returns undefined if it is neither a user id nor an account */
export function readAccountRef(typed: string): AccountRef | undefined {
  const text = typed.trim();
  const [, userId, appName, usageType] = ACCOUNT.exec(text) ?? [];
  const app = APP_NAMES.find((name) => name === appName);
  const usage = USAGE_TYPES.find((type) => type === usageType);
  if (userId !== undefined && app !== undefined && usage !== undefined) return { userId, app, usage };
  return /^[^.\s]{1,100}$/.test(text) ? { userId: text } : undefined;
}

const SECOND_MS = 1_000;

/**
 * The moment at which an account's newest event is one of a given time: the next whole second. Undefined when that is
 * in the future, because the account as it is now ends with it.
 * @param at milliseconds since the epoch; the same for `now`
 */
export function justAfter(at: number, now: number): number | undefined {
  const after = Math.ceil(at / SECOND_MS) * SECOND_MS;
  return after > now ? undefined : after;
}

/**
 * The address of an account's page, as of a moment if one is given.
 * @param at milliseconds since the epoch
 * @param subject id of a grant, creation or adjustment whose events are marked
 */
export function accountHref(account: string, at?: number, subject?: string): string {
  const ref = readAccountRef(account);
  const query = new URLSearchParams({
    user: ref?.userId ?? account,
    ...defined({ app: ref?.app, usage: ref?.usage }),
    ...(at === undefined ? {} : { at: new Date(at).toISOString().slice(0, 19) }),
    ...defined({ subject }),
  });
  return `/finance/account?${query}`;
}
