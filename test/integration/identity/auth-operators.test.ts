import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { defined } from '../../../src/kernel/defined.shared.js';
import { AppModule } from '../../../src/app.module.js';
import { readConfig } from '../../../src/config.js';
import { usersCli } from '../../../src/identity/cli.js';
import { SendLetter } from '../../../src/identity/index.js';
import { userDocument, USERS } from '../../../src/identity/accounts/user.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryMail } from '../../../src/platform/mail/memory.js';
import { runCli } from '../../../src/platform/cli.js';
import { codeIn, letter, member, PASSWORD, Person, refusal, tokenIn } from '../../support/people/account.js';
import { startApp, testParts, type TestApp } from '../../support/servers/app.js';
import { powered } from '../../support/servers/power.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const SECRET = "the same secret for the server and the operator's command";
const DAY = 86_400_000;
const ACCOUNT = { email: 'operator@example.org', password: PASSWORD };

describe('who may run the installation', () => {
  let documents: DocumentStore;
  let app: TestApp;
  let said: string[];
  let complained: string[];
  let ahead: number;
  beforeEach(async () => {
    // Stays open when the server that used it is closed.
    documents = powered(createMemoryDocumentStore()).store;
    ahead = 0;
    said = [];
    complained = [];
    app = await startApp({ env: { AUTH_SECRET: SECRET }, parts: { documents } });
  });
  afterEach(() => app.close());

  /** Runs an operator's command on the same documents, as `npm run users` does on the data folder. */
  const command = (...args: string[]): Promise<number> => {
    const say = (line: string): void => void said.push(line);
    return runCli(
      [usersCli],
      ['users', ...args],
      async () => {
        const parts = testParts({ now: () => Date.now() + ahead }, [], { documents });
        const config = {
          ...readConfig({ NODE_ENV: 'test', AUTH_SECRET: SECRET, PUBLIC_URL: 'https://kinora.example' }),
          roles: new Set<never>(),
        };
        const nest = await NestFactory.createApplicationContext(AppModule.forRoot(parts, config), {
          logger: false,
          abortOnError: false,
        });
        return { tools: { parts, get: (token) => nest.get(token, { strict: false }), say }, close: () => nest.close() };
      },
      { say, complain: (line) => void complained.push(line) },
    );
  };
  const adminToken = async (): Promise<string> => {
    expect(await command('admin-link')).toBe(0);
    return /^https:\/\/kinora\.example\/admin\/first\?token=([\w-]{43})$/.exec(said[0] ?? '')?.[1] ?? '';
  };
  /** Roles are read anew a few seconds after another process gave them. */
  const later = (ms = 6_000): void => {
    app.pass(ms);
    ahead += ms;
  };

  it('is told of a proxy that is not trusted, by a request that came through it; nobody else is', async () => {
    const ada = await member(app, 'ada@example.org');
    const advice = async (headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
      const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return (await fetch(`${app.url}/api/trpc/installation.advice`, { headers: { cookie, ...headers } })).json();
    };
    expect(await advice()).toMatchObject({ error: { data: { identifier: 'PERMISSION_ERROR' } } });
    expect(await command('grant-role', 'ada@example.org', 'admin')).toBe(0);
    later();
    expect(await advice()).toMatchObject({ result: { data: { untrustedProxy: false } } });
    expect(await advice({ 'x-forwarded-for': '192.0.2.1' })).toMatchObject({
      result: { data: { untrustedProxy: true } },
    });
    // What only a process of pages that is trusted may say.
    expect(await advice({ 'kinora-untrusted-proxy': 'yes' })).toMatchObject({
      result: { data: { untrustedProxy: false } },
    });
  });

  it('is said by command: a role given is there, one taken away is gone', async () => {
    const ada = await member(app, 'ada@example.org');
    expect(await refusal(ada.api.mail.list.query({}))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    expect(await command('grant-role', 'Ada@Example.org', 'admin')).toBe(0);
    later();
    expect(await ada.me()).toMatchObject({ roles: ['admin'] });
    expect((await ada.api.mail.list.query({})).kept).toBe(true);
    expect(await command('grant-role', 'ada@example.org', 'finance')).toBe(0);
    expect(await command('list-roles')).toBe(0);
    expect(await command('revoke-role', 'ada@example.org', 'admin')).toBe(0);
    later();
    expect(await ada.me()).toMatchObject({ roles: ['finance'] });
    expect(await refusal(ada.api.mail.list.query({}))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    expect(said).toEqual([
      'ada@example.org: admin',
      'ada@example.org: admin, finance',
      'ada@example.org: admin, finance',
      'ada@example.org: finance',
    ]);
  });

  it.each([
    [
      ['grant-role', 'nobody@example.org', 'admin'],
      'No account has the address nobody@example.org. It has to be signed up and verified first.',
    ],
    [
      ['grant-role', 'nonsense', 'admin'],
      'No account has the address nonsense. It has to be signed up and verified first.',
    ],
    [['grant-role', 'ada@example.org', 'root'], 'There is no role root. Roles are admin and finance.'],
  ])('is not changed by %j, which says why', async (args, words) => {
    expect(await command(...args)).toBe(1);
    expect(complained).toEqual([words]);
    expect(await command('list-roles')).toBe(0);
    expect(said).toEqual(['No account has a role.']);
  });

  it('is whoever follows the first link with an account, or makes one by it, who keeps id and works; once', async () => {
    const token = await adminToken();
    const ada = new Person(app.url);
    const visitor = await ada.visit();
    expect(await ada.api.account.claimAdmin.mutate({ token, account: ACCOUNT })).toEqual({
      roles: ['admin', 'finance'],
    });
    expect(await ada.me()).toMatchObject({ id: visitor.id, email: ACCOUNT.email, roles: ['admin', 'finance'] });
    const elsewhere = new Person(app.url);
    expect((await elsewhere.enter(ACCOUNT)).status).toBe(200);
    expect(await elsewhere.me()).toMatchObject({ id: visitor.id, roles: ['admin', 'finance'] });
    const eve = new Person(app.url);
    await eve.visit();
    expect(
      await refusal(
        eve.api.account.claimAdmin.mutate({ token, account: { email: 'eve@example.org', password: PASSWORD } }),
      ),
    ).toEqual({ identifier: 'VERIFICATION_EXPIRED', params: { reason: 'used' } });
    expect(await eve.me()).not.toHaveProperty('email');
    said.length = 0;
    expect(await command('list-roles')).toBe(0);
    expect(said).toEqual([`${ACCOUNT.email}: admin, finance`]);
  });

  it('is no visitor: without an address and a password that serve, the link stays good', async () => {
    const token = await adminToken();
    await member(app, 'ada@example.org');
    const eve = new Person(app.url);
    await eve.visit();
    const claim = (account?: { email: string; password: string }) =>
      refusal(eve.api.account.claimAdmin.mutate({ token, ...defined({ account }) }));
    expect(await claim()).toMatchObject({ identifier: 'EMAIL_AND_PASSWORD_REQUIRED' });
    expect(await claim({ email: 'nonsense', password: PASSWORD })).toMatchObject({ params: { field: 'email' } });
    expect(await claim({ email: 'eve@example.org', password: 'short' })).toMatchObject({
      params: { field: 'password', reason: 'short' },
    });
    expect(await claim({ email: 'Ada@example.org', password: PASSWORD })).toMatchObject({
      identifier: 'EMAIL_ALREADY_REGISTERED',
    });
    expect(await eve.me()).not.toHaveProperty('roles');
    expect(await claim(ACCOUNT)).toEqual({ roles: ['admin', 'finance'] });
  });

  it('has a verified address where letters go out', async () => {
    const { outbox: _, ...away } = createMemoryMail();
    const out = await startApp({ env: { AUTH_SECRET: SECRET }, parts: { documents, mail: away } });
    try {
      const ada = new Person(out.url);
      await ada.visit();
      expect(
        await refusal(ada.api.account.claimAdmin.mutate({ token: await adminToken(), account: ACCOUNT })),
      ).toMatchObject({ identifier: 'EMAIL_NOT_VERIFIED' });
      expect(await ada.me()).not.toHaveProperty('email');
    } finally {
      await out.close();
    }
  });

  it("is nobody who knows a device id or has the visitor's other session alone", async () => {
    const token = await adminToken();
    const ada = new Person(app.url);
    await ada.visit();
    const other = new Person(app.url);
    other.deviceId = ada.deviceId;
    await other.visit();
    await ada.api.account.claimAdmin.mutate({ token, account: ACCOUNT });
    expect(await other.session()).toEqual({});
    const thief = new Person(app.url);
    thief.deviceId = ada.deviceId;
    await expect(thief.visit()).rejects.toThrow('DEVICE_ID_ERROR');
    expect(await ada.me()).toMatchObject({ roles: ['admin', 'finance'] });
  });

  it('is not given back by the link after the operator has taken it away', async () => {
    const token = await adminToken();
    const ada = await member(app, 'ada@example.org');
    await ada.api.account.claimAdmin.mutate({ token });
    for (const role of ['admin', 'finance']) expect(await command('revoke-role', 'ada@example.org', role)).toBe(0);
    expect(await refusal(ada.api.account.claimAdmin.mutate({ token }))).toMatchObject({ params: { reason: 'used' } });
    later();
    expect(await ada.me()).not.toHaveProperty('roles');
  });

  it('is nobody by a link that is a day old, that was made up, or without a session', async () => {
    const token = await adminToken();
    const ada = new Person(app.url);
    expect(await refusal(ada.api.account.claimAdmin.mutate({ token, account: ACCOUNT }))).toMatchObject({
      identifier: 'NOT_SIGNED_IN',
    });
    await ada.visit();
    for (const other of ['x'.repeat(43), '', 'nonsense'])
      expect(await refusal(ada.api.account.claimAdmin.mutate({ token: other, account: ACCOUNT }))).toMatchObject({
        params: { reason: 'expired' },
      });
    app.pass(DAY);
    expect(await refusal(ada.api.account.claimAdmin.mutate({ token, account: ACCOUNT }))).toMatchObject({
      params: { reason: 'expired' },
    });
    expect(await ada.me()).not.toHaveProperty('email');
  });

  it('is one of two who follow the link at once', async () => {
    const token = await adminToken();
    const people = [new Person(app.url), new Person(app.url)];
    for (const one of people) await one.visit();
    const answers = await Promise.all(
      people.map((one, n) =>
        refusal(one.api.account.claimAdmin.mutate({ token, account: { ...ACCOUNT, email: `one${n}@example.org` } })),
      ),
    );
    expect(
      answers.filter((answer) => JSON.stringify(answer) === JSON.stringify({ roles: ['admin', 'finance'] })),
    ).toHaveLength(1);
    // Whoever was slower and has an account by then is not signed out of it.
    later(120_000);
    expect((await Promise.all(people.map((one) => one.me()))).map(({ id }) => typeof id)).toEqual(['string', 'string']);
  });

  it('is sent no letter to an address that was never proved, once letters go out, until the operator confirms it', async () => {
    const ada = new Person(app.url);
    const { id: userId } = await ada.visit();
    await ada.api.account.claimAdmin.mutate({ token: await adminToken(), account: ACCOUNT });
    await ada.api.account.forgotPassword.mutate({ email: ACCOUNT.email });
    // It stays here, and is the administrator's to read.
    await letter(app, ACCOUNT.email);
    const sent: string[] = [];
    const { outbox: _, ...away } = createMemoryMail();
    await app.close();
    app = await startApp({
      env: { AUTH_SECRET: SECRET },
      parts: {
        documents,
        mail: {
          ...away,
          send: async (mail) => {
            sent.push(mail.subject);
            return away.send(mail);
          },
        },
      },
    });
    const written = {
      words: { subject: 'A plan', heading: 'A plan', before: ['It has begun.'], action: 'Look', after: [] },
      path: '/account',
      more: [],
    };
    const beWritten = async (id: string): Promise<void> => {
      await new Person(app.url).api.account.forgotPassword.mutate({ email: ACCOUNT.email });
      await until(
        async () => (await documents.pendingMessages(1)).length,
        (left) => left === 0,
      );
      await app.nest
        .get(CommandBus)
        .execute(
          new SendLetter({
            userId: userId as UserId,
            id,
            what: 'a plan',
            at: app.parts.clock.now(),
            written: { en: written, de: written, ar: written },
          }),
        ); // the session's own
    };
    await beWritten('one');
    expect(sent).toEqual([]);
    expect(await command('confirm-address', ACCOUNT.email)).toBe(0);
    app.pass(1_800_000);
    await beWritten('two');
    expect(sent).toEqual(['Reset your Kinora password', 'A plan']);
  });

  it("is no visitor who was given roles before they were an account's alone", async () => {
    const person = new Person(app.url);
    const { id } = await person.visit();
    const users = await app.parts.documents.collection(USERS, (stored) => userDocument.parse(stored));
    const seen = await users.get(id);
    if (seen !== undefined)
      await users.put({ id, document: { ...seen.document, roles: ['admin'] }, expectedVersion: seen.version });
    later();
    expect(await person.me()).not.toHaveProperty('roles');
    expect(await refusal(person.api.mail.list.query({}))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
  });

  it('is an account that follows the link as it is', async () => {
    const person = await member(app, 'ada@example.org');
    await person.api.account.claimAdmin.mutate({ token: await adminToken() });
    expect(await person.me()).toMatchObject({ email: 'ada@example.org', roles: ['admin', 'finance'] });
  });
});

describe('the viewer of letters', () => {
  let app: TestApp;
  afterEach(() => app.close());
  const admin = async (): Promise<Person> => {
    const person = await member(app, 'ada@example.org');
    await app.parts.documents
      .collection({ name: 'users_v1', indexes: [['email'], ['createdAt']] }, (stored) => stored as { roles: string[] })
      .then(async (users) => {
        const { id } = await person.me();
        const seen = await users.get(id);
        if (seen !== undefined)
          await users.put({ id, document: { ...seen.document, roles: ['admin'] }, expectedVersion: seen.version });
      });
    app.pass(6_000);
    return person;
  };

  it('shows an administrator every letter, newest first, their own whole, and its HTML as data', async () => {
    app = await startApp();
    const ada = await admin();
    await ada.api.account.forgotPassword.mutate({ email: 'ada@example.org' });
    const list = async () => (await ada.api.mail.list.query({ limit: 1 })).items[0];
    while ((await list())?.subject !== 'Reset your Kinora password')
      await new Promise((resolve) => setTimeout(resolve, 20));
    const first = await ada.api.mail.list.query({ limit: 1 });
    const second = await ada.api.mail.list.query({ limit: 1, cursor: first.next ?? null });
    expect([...first.items, ...second.items].map(({ subject, to }) => [subject.replace(/\d{6}/, '…'), to])).toEqual([
      ['Reset your Kinora password', 'ada@example.org'],
      ['… is your Kinora code', 'ada@example.org'],
    ]);
    const mail = await ada.api.mail.get.query({ id: first.items[0]?.id ?? '' });
    expect(mail?.html).toContain('<html lang="en" dir="ltr">');
    expect(mail?.html).not.toMatch(/<script|src=|url\(/);
    expect(await ada.api.mail.get.query({ id: '../../secret' })).toBeNull();
  });

  it("shows an administrator no code and no link of another's letter that works", async () => {
    app = await startApp();
    const ada = await admin();
    const grace = await member(app, 'grace@example.org');
    await grace.api.account.forgotPassword.mutate({ email: 'grace@example.org' });
    const [sent, reset] = [await letter(app, 'grace@example.org'), await letter(app, 'grace@example.org', 2)];
    const secrets = [codeIn(sent), tokenIn(sent), tokenIn(reset)];
    expect(secrets.map(({ length }) => length)).toEqual([6, 43, 43]);
    const list = await ada.api.mail.list.query({});
    const shown = await Promise.all([sent, reset].map(({ id }) => ada.api.mail.get.query({ id })));
    for (const secret of secrets) expect(JSON.stringify([list, shown])).not.toContain(secret);
    expect(shown.map((mail) => mail?.masked)).toEqual([true, true]);
    expect(shown[1]?.text).toContain('/reset-password');
    const own = await ada.api.mail.get.query({ id: (await letter(app, 'ada@example.org')).id });
    expect(own).toMatchObject({ masked: false, text: (await letter(app, 'ada@example.org')).text });
  });

  it("is nobody else's", async () => {
    app = await startApp();
    const visitor = new Person(app.url);
    expect(await refusal(visitor.api.mail.list.query({}))).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
    await visitor.visit();
    expect(await refusal(visitor.api.mail.list.query({}))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    expect(await refusal(visitor.api.mail.get.query({ id: 'x' }))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
  });

  it('says that letters go out where they do', async () => {
    const { outbox: _, ...away } = createMemoryMail();
    const kept: string[] = [];
    app = await startApp({
      parts: { mail: { ...away, send: async (mail) => (kept.push(mail.text), { outcome: 'taken' }) } },
    });
    const ada = new Person(app.url);
    await ada.visit();
    await ada.api.account.signUp.mutate({ email: 'ada@example.org', password: 'correct horse battery' });
    while (kept.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await ada.api.account.verifyEmail.mutate({
      email: 'ada@example.org',
      code: /^(\d{6})$/m.exec(kept[0] ?? '')?.[1] ?? '',
    });
    expect((await ada.me()).email).toBe('ada@example.org');
  });
});
