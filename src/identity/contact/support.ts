/** Whom letters to the operator go to (`string`), or `undefined` where no address is set; injected within this context only. */
export const SUPPORT = Symbol('SUPPORT');
