/** External providers, by their NextAuth provider id. */
export const FEDERATED = { google: 'Google', facebook: 'Facebook' } as const;
export type FederatedId = keyof typeof FEDERATED;
export const isFederated = (id: string): id is FederatedId => Object.hasOwn(FEDERATED, id);

/** Values that tie the response of a provider to the attempt. */
export interface Checks {
  /** RFC 6749, 10.12: the response belongs to the browser that made the request. */
  readonly state: string;
  /** OpenID Connect Core 3.1.2.1: the ID token belongs to this attempt. Unused by providers without ID tokens. */
  readonly nonce: string;
  /** RFC 7636: the client that redeems the code is the one that requested it. */
  readonly verifier: string;
}

/** A person's profile at a provider. */
export interface Profile {
  /** The provider's id of the person, never reassigned. */
  readonly subject: string;
  readonly email?: string;
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean;
  readonly name?: string;
  readonly names?: { readonly firstName: string; readonly lastName: string };
}

/** An identity provider, by authorization code with PKCE. */
export interface FederatedProvider {
  readonly id: FederatedId;
  /**
   * The URL to redirect the browser to.
   * @throws ProviderFault `down` when the provider cannot be reached
   */
  begin(redirectUri: string, checks: Checks): Promise<URL>;
  /**
   * Redeems the authorization code of a response.
   * @param answered the complete URL that the browser returned to
   * @throws ProviderFault
   */
  finish(answered: URL, checks: Checks): Promise<Profile>;
}

/** `down`: the provider could not be reached. `cancelled`: the user declined. `refused`: the response is not valid. */
export type FaultReason = 'down' | 'cancelled' | 'refused';

/** A failed sign-in, refused by the provider or by the checks of its response. */
export class ProviderFault extends Error {
  constructor(
    readonly reason: FaultReason,
    /** A code for the log, without personal or secret data. */
    readonly code: string,
  ) {
    super(`${reason}: ${code}`);
    this.name = 'ProviderFault';
  }
}
