/** `Secrets` of this context, injected within it only. */
export const SECRETS = Symbol('SECRETS');
