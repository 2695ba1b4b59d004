import type { ProductError } from '../../kernel/errors.shared.js';
import { isForOperators, type Permission } from '../../kernel/permissions.shared.js';
import type { Result } from '../../kernel/result.js';
import type { SessionUser, UserId } from './security/session-user.js';

/** What someone did by a permission of administrators or finance: by ids alone, nothing of what was said or shown. */
export interface OperatorCall {
  readonly who: UserId;
  readonly permission: Permission;
  /** A procedure, `mail.get`, or a route, `GET /api/finance/export`. */
  readonly what: string;
  /** Ids that the call names, by the names that they have there. */
  readonly subjects: Readonly<Record<string, string>>;
}

/** Keeps what operators do. A call that cannot be kept is not carried out. */
export interface OperatorLog {
  record(call: OperatorCall): Promise<Result<void, ProductError>>;
}

/** `of` is what a trace of payments begins with. */
const NAME = /^(id|of|[a-z][A-Za-z]*Id)$/;
/** No address and no words: neither a space nor an at-sign. */
const ID = /^[\w.:-]{1,200}$/;
const MAX_SUBJECTS = 8;
const DEPTH = 2;

/** The ids that an input names, those of what is inside it too. */
export function subjectsOf(input: unknown, depth = DEPTH): Readonly<Record<string, string>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  const found = Object.entries(input).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return NAME.test(name) && ID.test(value) ? [[name, value]] : [];
    return depth === 0 ? [] : Object.entries(subjectsOf(value, depth - 1)).map(([inner, id]) => [`${name}.${inner}`, id]);
  });
  return Object.fromEntries(found.slice(0, MAX_SUBJECTS));
}

/**
 * Keeps a call that has been allowed, where its permission is one of operators; of anybody's own doing nothing is kept.
 * @param input requested where it is needed. @returns why the call must not be carried out
 */
export async function keepOperatorCall(
  log: OperatorLog | undefined,
  { permission, user, what, input }: { readonly permission: Permission; readonly user: SessionUser | undefined; readonly what: string; readonly input: () => unknown },
): Promise<ProductError | undefined> {
  if (log === undefined || user === undefined || !isForOperators(permission)) return undefined;
  const kept = await log.record({ who: user.id, permission, what, subjects: subjectsOf(await input()) });
  return kept.ok ? undefined : kept.error;
}
