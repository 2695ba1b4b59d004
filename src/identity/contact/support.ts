/**
 * Injection token for the operator's support address (`string`, or `undefined` if not configured), used within this
 * context only.
 */
export const SUPPORT = Symbol('SUPPORT');
