import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';
import { defined } from '../../../src/kernel/defined.shared.js';

/** Somebody with an account at the provider. */
export interface Account {
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly name?: string;
}

/** A real provider of OpenID Connect on this machine. People sign in there by saying who they are. */
export interface TestProvider {
  /** Its issuer. */
  readonly url: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly accounts: Map<string, Account>;
  /** Who sits before a browser that goes there by itself; without a login they say no. */
  readonly sitting: { login?: string };
  /**
   * Follows the provider's pages from its authorization address as a person would, until it sends the browser back.
   * @returns the address that it is sent to
   */
  visit(authorization: string, who: { readonly login: string } | 'cancel'): Promise<string>;
  /** The environment of a Kinora whose Google, Facebook or both this is. */
  readonly google: Readonly<Record<string, string>>;
  readonly facebook: Readonly<Record<string, string>>;
  /** Stops answering, as a provider that is down. */
  stop(): Promise<void>;
}

const CLIENT = { id: 'kinora', secret: 'a secret of the tests, long enough' };

/** What a provider keeps, in memory and for the length of a test. */
class Kept implements Adapter {
  private static readonly all = new Map<string, AdapterPayload>();

  constructor(private readonly kind: string) {}

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    Kept.all.set(`${this.kind} ${id}`, payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return Kept.all.get(`${this.kind} ${id}`);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...Kept.all].find(([key, payload]) => key.startsWith(`${this.kind} `) && payload.uid === uid)?.[1];
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
  }

  async destroy(id: string): Promise<void> {
    Kept.all.delete(`${this.kind} ${id}`);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of Kept.all) if (payload.grantId === grantId) Kept.all.delete(key);
  }
}

/** One for all providers of a file: a key takes half a second to make. */
const SIGNING_KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' });

/** @param redirectUris where the provider may send browsers back to */
export async function startProvider(redirectUris: () => readonly string[]): Promise<TestProvider> {
  const accounts = new Map<string, Account>();
  const sitting: { login?: string } = {};
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port, so it has one
  const provider = new Provider(url, {
    adapter: Kept,
    jwks: { keys: [{ ...SIGNING_KEY, use: 'sig', kid: 'of this test' }] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['http://127.0.0.1/'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'public_profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => {
        const { email, emailVerified, name } = accounts.get(sub) ?? {};
        return {
          sub,
          ...(email === undefined ? {} : { email, email_verified: emailVerified ?? false }),
          ...defined({ name }),
        };
      },
    }),
    loadExistingGrant: async (context) => {
      const { oidc } = context;
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid email profile public_profile');
      await grant.save();
      return grant;
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['a key of the tests'] },
  });
  // The applications under test listen on ports that nobody knows before they are started.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => redirectUris().includes(uri);
  const handle = provider.callback();
  server.on('request', (request, response) => {
    const requestUrl = new URL(request.url ?? '/', url);
    if (requestUrl.pathname.startsWith('/interaction/')) {
      const login = requestUrl.searchParams.get('login') ?? sitting.login;
      const result =
        login === undefined
          ? { error: 'access_denied', error_description: 'the person said no' }
          : { login: { accountId: login } };
      provider
        .interactionFinished(request, response, result)
        .catch((error: unknown) => response.writeHead(500).end(String(error)));
      return;
    }
    // As the Graph API answers who a token is of.
    if (requestUrl.pathname === '/graph/me') {
      const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
      void provider.AccessToken.find(token).then((found) => {
        if (found === undefined) return response.writeHead(401).end();
        const { email, name } = accounts.get(found.accountId) ?? {};
        return response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ id: found.accountId, ...defined({ email, name }) }));
      });
      return;
    }
    void handle(request, response);
  });
  return {
    url,
    client: CLIENT,
    accounts,
    sitting,
    visit: (authorization, who) => visit(url, authorization, who),
    google: { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, GOOGLE_ISSUER: url },
    facebook: {
      FACEBOOK_CLIENT_ID: CLIENT.id,
      FACEBOOK_CLIENT_SECRET: CLIENT.secret,
      FACEBOOK_AUTHORIZATION_URL: `${url}/auth`,
      FACEBOOK_TOKEN_URL: `${url}/token`,
      FACEBOOK_USERINFO_URL: `${url}/graph/me`,
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function visit(url: string, authorization: string, who: { readonly login: string } | 'cancel'): Promise<string> {
  const cookies = new Map<string, string>();
  let next = authorization;
  for (let steps = 0; steps < 10; steps += 1) {
    if (!next.startsWith(`${url}/`)) return next;
    const at = new URL(next);
    if (at.pathname.startsWith('/interaction/') && who !== 'cancel') at.searchParams.set('login', who.login);
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`);
    next = new URL(location, url).href;
  }
  throw new Error('the provider sends the browser round in circles');
}
