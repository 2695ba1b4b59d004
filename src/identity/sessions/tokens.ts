/** Injection token for `Secrets`, used within this context only. */
export const SECRETS = Symbol('SECRETS');
