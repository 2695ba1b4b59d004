import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
} from 'openid-client';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { codeOf } from '../../kernel/thrown.js';
import { ProviderFault, type Checks, type FederatedProvider, type Profile } from './port.js';
import type { FederatedSettings, OAuth2Settings, OpenIdSettings } from './settings.js';

/** Timeout of a request to a provider, seconds. */
const PATIENCE_S = 10;
const text = z.string().trim().min(1).max(1_000);
/** The requested claims of OpenID Connect Core 5.1. Malformed optional claims are ignored. */
const claims = z.object({
  sub: z.string().min(1).max(255),
  email: text.optional().catch(undefined),
  // Some providers send it as a string.
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  name: text.optional().catch(undefined),
  given_name: text.optional().catch(undefined),
  family_name: text.optional().catch(undefined),
});
/** A user of the Graph API, which does not say whether the address is verified. */
const graphUser = z.object({
  id: z.string().min(1).max(255),
  email: text.optional().catch(undefined),
  name: text.optional().catch(undefined),
  first_name: text.optional().catch(undefined),
  last_name: text.optional().catch(undefined),
});

function profileOf(
  subject: string,
  said: {
    readonly email?: string | undefined;
    readonly verified: boolean;
    readonly name?: string | undefined;
    readonly first?: string | undefined;
    readonly last?: string | undefined;
  },
): Profile {
  const { email, verified, name, first, last } = said;
  return {
    subject,
    emailVerified: verified,
    ...defined({ email, name }),
    ...(first === undefined && last === undefined ? {} : { names: { firstName: first ?? '', lastName: last ?? '' } }),
  };
}

/**
 * Error codes for a provider that is unreachable or does not send an OAuth response. Any other error is a refused
 * response.
 */
const OUT_OF_REACH = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** An error and its chain of causes. Checked by shape, because an Error of another realm fails `instanceof`. */
function* causes(error: unknown): Generator<{ readonly name?: unknown }, void, undefined> {
  for (
    let one = error, depth = 0;
    typeof one === 'object' && one !== null && depth < 5;
    one = Reflect.get(one, 'cause'), depth += 1
  )
    yield one;
}

function faultOf(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  if (error instanceof AuthorizationResponseError)
    return new ProviderFault(error.error === 'access_denied' ? 'cancelled' : 'refused', error.error.slice(0, 64));
  const chain = [...causes(error)];
  const code = chain.map(codeOf).find((one) => one !== undefined);
  // `fetch` reports every network failure as a TypeError.
  const isOut = chain.some((one) => OUT_OF_REACH.has(codeOf(one) ?? '') || one.name === 'TypeError');
  return new ProviderFault(isOut ? 'down' : 'refused', (code ?? 'unknown').slice(0, 64));
}

async function orFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error);
  }
}

const authorization = async (
  config: Configuration,
  redirectUri: string,
  scope: string,
  { state, nonce, verifier }: Checks,
  isOpenId: boolean,
): Promise<URL> =>
  buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    ...(isOpenId ? { nonce } : {}),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });

const isPlain = (url: string): boolean => url.startsWith('http:');

/**
 * An OpenID Connect provider. Its discovery document is read on first use and cached. ID token signatures are verified
 * although the tokens come directly from the provider, where OpenID Connect Core 3.1.3.7 makes this optional.
 */
function openIdProvider(id: 'google', { clientId, clientSecret, issuer }: OpenIdSettings): FederatedProvider {
  let known: Promise<Configuration> | undefined;
  const configuration = (): Promise<Configuration> => {
    known ??= discovery(new URL(issuer), clientId, undefined, ClientSecretPost(clientSecret), {
      timeout: PATIENCE_S,
      execute: [enableNonRepudiationChecks, ...(isPlain(issuer) ? [allowInsecureRequests] : [])],
    }).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    id,
    begin: (redirectUri, checks) =>
      orFault(async () => authorization(await configuration(), redirectUri, 'openid email profile', checks, true)),
    finish: (answered, { state, nonce, verifier }) =>
      orFault(async () => {
        const tokens = await authorizationCodeGrant(await configuration(), answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const said = claims.safeParse(tokens.claims());
        if (!said.success) throw new ProviderFault('refused', 'claims');
        const { sub, email, email_verified: verified, name, given_name: first, family_name: last } = said.data;
        return profileOf(sub, { email, verified: verified && email !== undefined, name, first, last });
      }),
  };
}

/** An OAuth 2 provider (RFC 6749) with a user info endpoint instead of ID tokens. */
function oauth2Provider(id: 'facebook', settings: OAuth2Settings): FederatedProvider {
  const { clientId, clientSecret, authorizationUrl, tokenUrl, userInfoUrl } = settings;
  const config = new Configuration(
    { issuer: new URL(authorizationUrl).origin, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl },
    clientId,
    undefined,
    ClientSecretPost(clientSecret),
  );
  config.timeout = PATIENCE_S;
  if ([tokenUrl, userInfoUrl].some(isPlain)) allowInsecureRequests(config);
  return {
    id,
    begin: (redirectUri, checks) =>
      orFault(() => authorization(config, redirectUri, 'email public_profile', checks, false)),
    finish: (answered, { state, verifier }) =>
      orFault(async () => {
        const tokens = await authorizationCodeGrant(config, answered, {
          expectedState: state,
          pkceCodeVerifier: verifier,
        });
        const answer = await fetchProtectedResource(config, tokens.access_token, new URL(userInfoUrl), 'GET');
        if (!answer.ok)
          throw new ProviderFault(answer.status >= 500 ? 'down' : 'refused', `user info ${answer.status}`);
        const said = graphUser.safeParse(await answer.json());
        if (!said.success) throw new ProviderFault('refused', 'user info');
        const { id: subject, email, name, first_name: first, last_name: last } = said.data;
        return profileOf(subject, { email, verified: false, name, first, last });
      }),
  };
}

/** The providers that the operator has configured, in display order. */
export function federatedProviders({ google, facebook }: FederatedSettings): readonly FederatedProvider[] {
  return [
    ...(google === undefined ? [] : [openIdProvider('google', google)]),
    ...(facebook === undefined ? [] : [oauth2Provider('facebook', facebook)]),
  ];
}
