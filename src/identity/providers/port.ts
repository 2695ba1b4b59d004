/** The providers that a browser is sent to, by the id that the NextAuth client knows them by. */
export const FEDERATED = { google: 'Google', facebook: 'Facebook' } as const;
export type FederatedId = keyof typeof FEDERATED;
export const isFederated = (id: string): id is FederatedId => Object.hasOwn(FEDERATED, id);

/** What an attempt to sign in is held to, from its beginning to its end. */
export interface Checks {
  /** RFC 6749, 10.12: the answer belongs to the browser that asked. */
  readonly state: string;
  /** OpenID Connect Core 3.1.2.1: the token belongs to this attempt; of no use where there is no ID token. */
  readonly nonce: string;
  /** RFC 7636: who redeems the code is who requested it. */
  readonly verifier: string;
}

/** Someone as a provider describes them. */
export interface Profile {
  /** The provider's own, never given to anybody else. */
  readonly subject: string;
  readonly email?: string;
  /** The provider says that the address is theirs. */
  readonly emailVerified: boolean;
  readonly name?: string;
  readonly names?: { readonly firstName: string; readonly lastName: string };
}

/** A provider of identities, by authorization code with PKCE. */
export interface FederatedProvider {
  readonly id: FederatedId;
  /** Where the browser is sent. @throws ProviderFault `down` when the provider cannot be asked */
  begin(redirectUri: string, checks: Checks): Promise<URL>;
  /**
   * Redeems what the browser came back with.
   * @param answered the whole address that it came back to. @throws ProviderFault
   */
  finish(answered: URL, checks: Checks): Promise<Profile>;
}

/** `down`: the provider could not be asked. `cancelled`: the person said no. `refused`: the answer is not what it should be. */
export type FaultReason = 'down' | 'cancelled' | 'refused';

/** A sign-in that a provider, or the checks of its answer, did not let happen. */
export class ProviderFault extends Error {
  constructor(
    readonly reason: FaultReason,
    /** A code for the log; nothing of the person and nothing that is secret. */
    readonly code: string,
  ) {
    super(`${reason}: ${code}`);
    this.name = 'ProviderFault';
  }
}
