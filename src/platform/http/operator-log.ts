import type { ProductError } from '../../kernel/errors.shared.js';
import { isForOperators, type Permission } from '../../kernel/permissions.shared.js';
import type { Result } from '../../kernel/result.js';
import type { SessionUser, UserId } from './security/session-user.js';

/** An action by an administrator's or finance permission: ids only, without any content. */
export interface OperatorCall {
  readonly who: UserId;
  readonly permission: Permission;
  /** A procedure, `mail.get`, or a route, `GET /api/finance/export`. */
  readonly what: string;
  /** Ids in the call's input, by field name. */
  readonly subjects: Readonly<Record<string, string>>;
}

/** Records what operators do. A call that cannot be recorded is not executed. */
export interface OperatorLog {
  record(call: OperatorCall): Promise<Result<void, ProductError>>;
}

/** A command of the operator that changes how the ledger is proved: ids and reason codes only. */
export interface OperatorCommand {
  /** For example `ledger root --accept-new-start`. */
  readonly what: string;
  readonly subjects: Readonly<Record<string, string>>;
}

/** Records the operator's commands before they take effect. */
export interface OperatorCommandLog {
  /** @throws StoreUnavailable when the record could not be stored */
  recordCommand(command: OperatorCommand): Promise<void>;
}

/** What finance searches for. It may be typed text, such as a name, so it is kept only in the form of an id. */
const SEARCHED = 'of';
/** `month` is that of a call about closed months. */
const NAME = /^(id|of|month|[a-z][A-Za-z]*Id)$/;
/** Excludes addresses and text: no space and no at-sign. */
const ID = /^[\w.:-]{1,200}$/;
/**
 * Forms of ids that nobody has as a name: with a UUID in them, a printed invoice number, or an id of a payment gateway,
 * alone or in that of a grant (`plan.stripe.in_1.0`). A digit is not enough: user names and telephone numbers have
 * some.
 */
const ID_FORMS = [
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i,
  /^KIN(?:-[0-9A-Z]{4}){3}$/i,
  /^(?:(?:plan|pack)\.[a-z-]+\.)?(?:ch|cus|dp|du|in|pi|po|py|re|sub|txn)_[\w.-]*\d[\w.-]*$/,
];
const MAX_SUBJECTS = 8;
const DEPTH = 2;

/** The ids in an input, including nested ones. */
export function subjectsOf(input: unknown, depth = DEPTH): Readonly<Record<string, string>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  const found = Object.entries(input).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string')
      return NAME.test(name) && ID.test(value) && (name !== SEARCHED || ID_FORMS.some((form) => form.test(value)))
        ? [[name, value]]
        : [];
    return depth === 0
      ? []
      : Object.entries(subjectsOf(value, depth - 1)).map(([inner, id]) => [`${name}.${inner}`, id]);
  });
  return Object.fromEntries(found.slice(0, MAX_SUBJECTS));
}

/**
 * Records an allowed call if its permission belongs to operators; users' own actions are not recorded.
 * @param input only read if needed
 * @returns why the call must not be executed
 */
export async function keepOperatorCall(
  log: OperatorLog | undefined,
  {
    permission,
    user,
    what,
    input,
  }: {
    readonly permission: Permission;
    readonly user: SessionUser | undefined;
    readonly what: string;
    readonly input: () => unknown;
  },
): Promise<ProductError | undefined> {
  if (log === undefined || user === undefined || !isForOperators(permission)) return undefined;
  const kept = await log.record({ who: user.id, permission, what, subjects: subjectsOf(await input()) });
  return kept.ok ? undefined : kept.error;
}
