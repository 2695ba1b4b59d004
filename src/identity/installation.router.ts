import { procedures, router } from '../platform/http/trpc/trpc.js';

/** What whoever runs the installation should set right. */
export interface Advice {
  /** A proxy stands before it that is not trusted: everybody counts as one address, and no one's country is known. */
  readonly untrustedProxy: boolean;
}

/** `installation.*`: how the installation stands, for who runs it. */
export function createInstallationRouter() {
  return router({
    advice: procedures.needs('readLetters').query(({ ctx }): Advice => ({ untrustedProxy: ctx.request.untrustedProxy === true })),
  });
}
