/** The refused action: the same error code means something else for a code than for a link. */
export type RefusedAction = 'sign-in' | 'sign-up' | 'code' | 'link' | 'letter' | 'change' | 'export' | 'delete';

/** The fields of the account forms. */
export type AccountField = 'email' | 'password' | 'current' | 'code';

/** A key of `account.refusals` with the field it belongs to. Without a field it concerns the whole form. */
export interface Refusal {
  readonly say:
    | 'emailMissing'
    | 'emailInvalid'
    | 'emailDisposable'
    | 'emailTaken'
    | 'passwordMissing'
    | 'passwordShort'
    | 'passwordLong'
    | 'passwordCommon'
    | 'currentMissing'
    | 'currentWrong'
    | 'codeShort'
    | 'codeWrong'
    | 'codeExpired'
    | 'linkExpired'
    | 'linkUsed'
    | 'linkPasswordWrong'
    | 'confirmWrong'
    | 'passwordWrong'
    | 'tooMany'
    | 'tooManyPasswords';
  readonly field?: AccountField;
  /** For `tooMany`: seconds until the next attempt. */
  readonly seconds?: number;
}

type Params = Readonly<Record<string, string | number>>;

const PASSWORD_REASONS: ReadonlyMap<unknown, Refusal['say']> = new Map([
  ['short', 'passwordShort'],
  ['long', 'passwordLong'],
  ['common', 'passwordCommon'],
]);

function invalid({ field, reason }: Params): Refusal | undefined {
  if (field === 'email') return { say: 'emailInvalid', field };
  if (field === 'confirm') return { say: 'confirmWrong', field: 'email' };
  const say = field === 'password' ? PASSWORD_REASONS.get(reason) : undefined;
  return say === undefined ? undefined : { say, field: 'password' };
}

/** Invalid codes and links; used ones are distinguished from expired ones. */
function expired(way: RefusedAction, reason: unknown): Refusal {
  if (way === 'code') return { say: 'codeExpired', field: 'code' };
  return { say: reason === 'used' ? 'linkUsed' : 'linkExpired' };
}

function wrongPassword(way: RefusedAction): Refusal | undefined {
  if (way === 'link') return { say: 'linkPasswordWrong', field: 'password' };
  if (way === 'delete') return { say: 'passwordWrong', field: 'password' };
  return way === 'change' ? { say: 'currentWrong', field: 'current' } : undefined;
}

function tooMany(way: RefusedAction, seconds: unknown): Refusal | undefined {
  if (typeof seconds === 'number') return { say: 'tooMany', seconds };
  // The auth client passes on only the identifier of a refused sign-in.
  return way === 'sign-in' ? { say: 'tooManyPasswords' } : undefined;
}

/**
 * The message for a refusal, and its field.
 * @returns undefined for other errors, which use the messages of the error catalogue
 */
export function refusalOf(way: RefusedAction, identifier: string, params: Params = {}): Refusal | undefined {
  switch (identifier) {
    case 'VALIDATION_ERROR':
      return invalid(params);
    case 'DISPOSABLE_EMAIL':
      return { say: 'emailDisposable', field: 'email' };
    case 'EMAIL_ALREADY_REGISTERED':
      return { say: 'emailTaken' };
    case 'WRONG_EMAIL_CODE':
      return { say: 'codeWrong', field: 'code' };
    case 'VERIFICATION_EXPIRED':
      return expired(way, params['reason']);
    case 'TOO_MANY_ATTEMPTS':
      return tooMany(way, params['seconds']);
    case 'WRONG_CREDENTIALS':
      return wrongPassword(way);
    default:
      return undefined;
  }
}

/** A wait in the largest suitable unit, rounded up so that the retry succeeds. @param seconds of the wait */
export function waitOf(seconds: number): { readonly value: number; readonly unit: 'second' | 'minute' | 'hour' } {
  if (seconds < 60) return { value: Math.max(1, Math.ceil(seconds)), unit: 'second' };
  if (seconds < 3_600) return { value: Math.ceil(seconds / 60), unit: 'minute' };
  return { value: Math.ceil(seconds / 3_600), unit: 'hour' };
}
