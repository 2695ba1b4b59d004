import { procedures, router } from '../platform/http/trpc/trpc.js';

/** Advice to the operator on the configuration. */
export interface Advice {
  /** Requests come through an untrusted proxy: all callers share one address, and no country is known. */
  readonly untrustedProxy: boolean;
}

/** `installation.*`: state of the installation, for its operators. */
export function createInstallationRouter() {
  return router({
    advice: procedures
      .needs('readLetters')
      .query(({ ctx }): Advice => ({ untrustedProxy: ctx.request.untrustedProxy === true })),
  });
}
