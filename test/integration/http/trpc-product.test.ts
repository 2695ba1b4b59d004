import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TRPCError } from '@trpc/server';
import { connect } from 'node:net';
import { PERMISSIONS, refusalOf, callerKindsOf, type Permission } from '../../../src/kernel/permissions.shared.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { callerOf, describeError } from '../../../src/platform/http/trpc/trpc.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { signInVisitor } from '../../support/people/visitor.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

describe("the product's own calls", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** Path to permission. By now the router is a flat record of procedures; tRPC's type still shows them nested. */
  const permissions = (): Readonly<Record<string, Permission>> => {
    const calls = app.router._def.procedures as unknown as Record<
      string,
      { _def: { meta?: { permission?: Permission } } }
    >;
    return Object.fromEntries(
      Object.entries(calls).map(([path, call]) => [path, call._def.meta?.permission ?? ('none' as Permission)]),
    ); // the next test is whether it is one
  };

  it('each name the permission that they need', () => {
    expect(Object.keys(permissions()).length).toBeGreaterThan(0);
    expect(Object.entries(permissions()).filter(([, permission]) => !Object.hasOwn(PERMISSIONS, permission))).toEqual(
      [],
    );
  });

  it('refuse everybody whom the policy refuses, with what it says', async () => {
    const base = {
      id: 'u',
      dateCreated: 0,
      anonymous: false,
      email: 'ada@example.org',
      roles: [],
      sid: 's',
    } as unknown as SessionUser; // a test's own ids
    const { email: _email, ...nameless } = base;
    const people: readonly (SessionUser | undefined)[] = [
      undefined,
      { ...nameless, anonymous: true },
      { ...nameless, anonymous: true, roles: ['admin'] },
      base,
      { ...base, roles: ['admin'] },
      { ...base, roles: ['finance'] },
    ];
    const wrong: unknown[] = [];
    let refusals = 0;
    for (const [path, permission] of Object.entries(permissions())) {
      for (const user of people) {
        const refused = refusalOf(permission, callerKindsOf(user))?.identifier;
        if (refused === undefined) continue;
        refusals += 1;
        const answer = await called(path, user);
        if (answer !== refused) wrong.push([path, user?.roles, answer, refused]);
      }
    }
    expect(wrong).toEqual([]);
    expect(refusals).toBeGreaterThan(100);
  });

  /** What a call without input comes to: the identifier that it was refused with. */
  async function called(path: string, user: SessionUser | undefined): Promise<string> {
    let found: unknown = callerOf(app.router)({
      user,
      request: { ip: '', language: 'en', requestId: 'r', origin: 'http://localhost' },
    });
    for (const name of path.split('.')) found = Reflect.get(Object(found), name);
    if (typeof found !== 'function') throw new Error(`there is no ${path}`);
    try {
      await Reflect.apply(found, undefined, [undefined]);
      return 'answered';
    } catch (error) {
      return error instanceof TRPCError ? describeError(error).data.identifier : 'a fault';
    }
  }

  it('know the visitor by the session cookie', async () => {
    const visitor = await signInVisitor(app.url);
    const found = await visitor.api.user.find.query();
    expect(found.userGroup).toBeGreaterThanOrEqual(101);
    expect(found.userGroup).toBeLessThanOrEqual(160);
    expect(found).toMatchObject({ regCountry: null, name: null, email: null, names: null, image: null });
  });

  it('ask others to sign in, in the shape that the browser reads', async () => {
    const answer = await fetch(`${app.url}/api/trpc/user.find`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: {
        message: 'NOT_SIGNED_IN',
        data: { identifier: 'NOT_SIGNED_IN', code: 'UNAUTHORIZED', path: 'user.find' },
      },
    });
  });

  it('go with the headers that guard a browser, and an id to ask about', async () => {
    for (const path of [
      '/api/trpc/user.getReqInfo',
      '/api/trpc/nothing',
      '/api/health',
      '/api/nothing',
      '/api/auth/session',
    ]) {
      const { headers } = await fetch(`${app.url}${path}`);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('answer a path that cannot be decoded 400', async () => {
    const answer = await fetch(`${app.url}/api/trpc/%E0%A4%A`);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'BAD_REQUEST' } }]);
  });

  it('answer an address too long for a header 400', async () => {
    const answer = await fetch(`${app.url}/api/trpc/user.getReqInfo?input=${'a'.repeat(20_000)}`);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'BAD_REQUEST' } }]);
  });

  it('answer what is no HTTP 400', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      let read = '';
      socket.on('data', (chunk: Buffer) => (read += chunk.toString()));
      socket.on('close', () => resolve(read));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('are measured by route, and a caller who left counts as 499', async () => {
    const measured = async (route: string, status: number): Promise<boolean> =>
      (await app.parts.metrics.metrics()).includes(`route="${route}",status="${status}"`);
    await fetch(`${app.url}/api/trpc/user.getReqInfo`);
    expect(await measured('/api/trpc/*', 200)).toBe(true);
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => {
      socket.write(
        'POST /api/auth/signout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
        () => socket.destroy(),
      );
    });
    while (!(await measured('/api/auth/signout', 499))) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it('are alive and ready', async () => {
    const ask = async (path: string): Promise<readonly [number, unknown]> => {
      const answer = await fetch(`${app.url}${path}`);
      return [answer.status, await answer.json()];
    };
    expect(await ask('/api/health')).toEqual([200, { live: true }]);
    expect(await ask('/api/health/ready')).toMatchObject([200, { live: true, ready: true }]);
    const recover = app.parts.health.register('mail', () => Promise.reject(new Error('away')));
    // It is not started anew for a store that is away.
    expect(await ask('/api/health')).toEqual([200, { live: true }]);
    expect(await ask('/api/health/ready')).toMatchObject([
      503,
      { live: true, ready: false, checks: { mail: { ok: false } } },
    ]);
    recover();
    const revive = app.parts.health.register('writer', () => Promise.reject(new Error('dead')), 'live');
    expect(await ask('/api/health')).toEqual([503, { live: false }]);
    revive();
  });
});
