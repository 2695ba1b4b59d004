import type { Clock } from '../../kernel/clock.js';
import type { Logs } from '../../platform/http/logs.js';
import type { AttemptDocument, Attempts } from './attempts.js';
import { FEDERATED, ProviderFault, type FederatedId, type FederatedProvider, type Profile } from './port.js';

/** Parameters of a sign-in at a provider. */
export interface SignInAttempt {
  readonly redirectUri: string;
  /** URL on this site, already validated. */
  readonly landing: string;
  readonly language: string;
  readonly restore: boolean;
}

/** Result when the browser returns: the user's profile at the provider, or an error. */
export type Answered =
  | { readonly is: 'known'; readonly profile: Profile; readonly attempt: AttemptDocument }
  | { readonly is: 'failed'; readonly error: 'OAuthCallback' | 'AccessDenied'; readonly attempt?: AttemptDocument };

export interface FederationDeps {
  readonly providers: readonly FederatedProvider[];
  readonly attempts: Attempts;
  readonly clock: Clock;
  readonly log: Pick<Logs, 'warn'>;
}

/** Signs users in through external providers, from the redirect to the return. */
export class Federation {
  private readonly providers: ReadonlyMap<string, FederatedProvider>;

  constructor(private readonly deps: FederationDeps) {
    this.providers = new Map(deps.providers.map((provider) => [provider.id, provider]));
  }

  /** The configured providers with their names, in display order. */
  get offered(): readonly { readonly id: FederatedId; readonly name: string }[] {
    return [...this.providers.values()].map(({ id }) => ({ id, name: FEDERATED[id] }));
  }

  /**
   * Starts a sign-in at a provider.
   * @returns where to redirect the browser, and the secret for its cookie; undefined when the provider is not
   *   configured or the request to it failed
   * @throws StoreUnavailable
   */
  async begin(
    id: FederatedId,
    { redirectUri, ...options }: SignInAttempt,
  ): Promise<{ readonly url: URL; readonly secret: string } | undefined> {
    const provider = this.providers.get(id);
    if (provider === undefined) return undefined;
    const { secret, checks } = await this.deps.attempts.begin({ provider: id, ...options }, this.deps.clock.now());
    try {
      return { url: await provider.begin(redirectUri, checks), secret };
    } catch (error) {
      this.logFault(id, error);
      return undefined;
    }
  }

  /**
   * Completes a sign-in at a provider; possible once.
   * @param answered the complete URL that the browser returned to
   * @throws StoreUnavailable
   */
  async finish(id: FederatedId, secret: string | undefined, answered: URL): Promise<Answered> {
    const provider = this.providers.get(id);
    const taken = await this.deps.attempts.take(secret, id, this.deps.clock.now());
    if (provider === undefined || taken === undefined) return { is: 'failed', error: 'OAuthCallback' };
    const { attempt, checks } = taken;
    try {
      return { is: 'known', profile: await provider.finish(answered, checks), attempt };
    } catch (error) {
      const { reason } = this.logFault(id, error);
      return { is: 'failed', error: reason === 'cancelled' ? 'AccessDenied' : 'OAuthCallback', attempt };
    }
  }

  private logFault(provider: FederatedId, error: unknown): ProviderFault {
    if (!(error instanceof ProviderFault)) throw error;
    if (error.reason !== 'cancelled')
      this.deps.log.warn({ provider, code: error.code, reason: error.reason }, 'a sign-in through a provider failed');
    return error;
  }
}
