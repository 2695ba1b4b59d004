import { createTRPCClient, httpBatchLink, httpLink, isNonJsonSerializable, splitLink } from '@trpc/client';
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AppRouter } from '../../../src/app-router.js';

type Jar = Map<string, string>;

function remember(jar: Jar, answer: Response): Response {
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return answer;
}

/** A visitor as the browser is one: a cookie jar, the auth wire, and the unmodified tRPC client. */
export interface Visitor {
  readonly deviceId: string;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly api: ReturnType<typeof createTRPCClient<AppRouter>>;
  /** The `Cookie` header as it stands now, for clients that send their own. */
  cookie(): string;
  /** What `GET /api/auth/session` answers now. */
  session(): Promise<unknown>;
}

/**
 * Signs in anonymously by the HTTP calls of the NextAuth client.
 * @param url where the server listens, without a slash at the end
 * @param deviceId the same id is the same visitor
 */
export async function signInVisitor(url: string, deviceId: string = randomUUID()): Promise<Visitor> {
  const jar: Jar = new Map();
  const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const withCookies = async (path: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie());
    const target = typeof path === 'string' && path.startsWith('/') ? `${url}${path}` : path;
    return remember(jar, await fetch(target, { ...init, headers }));
  };
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await (await withCookies('/api/auth/csrf')).json());
  const deviceNumber = createHash('sha256').update(`kinora-device:v1:${deviceId}`).digest('hex');
  const signedIn = await withCookies('/api/auth/callback/anonymous', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, callbackUrl: url, json: 'true', deviceId, deviceNumber, version: 'v1' }),
  });
  if (!signedIn.ok) throw new Error(`sign-in refused: ${signedIn.status} ${await signedIn.text()}`);
  const link = {
    url: `${url}/api/trpc`,
    // tRPC's type of init is fetch's own with undefined allowed where exactOptionalPropertyTypes would have it left
    // out.
    fetch: (input: string | URL | Request, init?: unknown) => withCookies(input, init as RequestInit),
  };
  const api = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ context, input }) => context['skipBatch'] === true || isNonJsonSerializable(input),
        true: httpLink(link),
        false: httpBatchLink(link),
      }),
    ],
  });
  return {
    deviceId,
    fetch: withCookies,
    api,
    cookie,
    session: async (): Promise<unknown> => (await withCookies('/api/auth/session')).json(),
  };
}
