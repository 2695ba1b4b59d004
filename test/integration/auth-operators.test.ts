import { NestFactory } from '@nestjs/core';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/config.js';
import { usersCli } from '../../src/identity/cli.js';
import { createMemoryDocumentStore } from '../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../src/platform/documents/port.js';
import { createMemoryMail } from '../../src/platform/mail/memory.js';
import { runCli } from '../../src/platform/cli.js';
import { member, Person, refusal } from '../support/account.js';
import { startApp, testParts, type TestApp } from '../support/app.js';
import { powered } from '../support/power.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const SECRET = 'the same secret for the server and the operator\'s command';
const DAY = 86_400_000;

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
    return runCli([usersCli], ['users', ...args], async () => {
      const parts = testParts({ now: () => Date.now() + ahead }, [], { documents });
      const config = { ...readConfig({ NODE_ENV: 'test', AUTH_SECRET: SECRET, PUBLIC_URL: 'https://kinora.example' }), roles: new Set<never>() };
      const nest = await NestFactory.createApplicationContext(AppModule.forRoot(parts, config), { logger: false, abortOnError: false });
      return { tools: { parts, get: (token) => nest.get(token, { strict: false }), say }, close: () => nest.close() };
    }, { say, complain: (line) => void complained.push(line) });
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
    expect(said).toEqual(['ada@example.org: admin', 'ada@example.org: admin, finance', 'ada@example.org: admin, finance', 'ada@example.org: finance']);
  });

  it.each([
    [['grant-role', 'nobody@example.org', 'admin'], 'No account has the address nobody@example.org. It has to be signed up and verified first.'],
    [['grant-role', 'nonsense', 'admin'], 'No account has the address nonsense. It has to be signed up and verified first.'],
    [['grant-role', 'ada@example.org', 'root'], 'There is no role root. Roles are admin and finance.'],
  ])('is not changed by %j, which says why', async (args, words) => {
    expect(await command(...args)).toBe(1);
    expect(complained).toEqual([words]);
    expect(await command('list-roles')).toBe(0);
    expect(said).toEqual(['Nobody has a role.']);
  });

  it('is whoever follows the first link, a visitor too, who keeps id and device; once', async () => {
    const token = await adminToken();
    const ada = new Person(app.url);
    const visitor = await ada.visit();
    expect(await ada.api.account.claimAdmin.mutate({ token })).toEqual({ roles: ['admin', 'finance'] });
    expect(await ada.me()).toMatchObject({ id: visitor.id, anonymousId: visitor.id, roles: ['admin', 'finance'] });
    const eve = new Person(app.url);
    await eve.visit();
    expect(await refusal(eve.api.account.claimAdmin.mutate({ token }))).toEqual({ identifier: 'VERIFICATION_EXPIRED', params: { reason: 'used' } });
    expect(await eve.me()).not.toHaveProperty('roles');
    said.length = 0;
    expect(await command('list-roles')).toBe(0);
    expect(said).toEqual([`a visitor (${visitor.id}): admin, finance`]);
  });

  it('is nobody who knows a device id alone: a visitor with a role is not signed in by it again', async () => {
    const token = await adminToken();
    const ada = new Person(app.url);
    await ada.visit();
    await ada.api.account.claimAdmin.mutate({ token });
    const thief = new Person(app.url);
    thief.deviceId = ada.deviceId;
    await expect(thief.visit()).rejects.toThrow('DEVICE_ID_ERROR');
    expect(await thief.session()).toEqual({});
    expect(await ada.me()).toMatchObject({ roles: ['admin', 'finance'] });
  });

  it('is not given back by the link after the operator has taken it away', async () => {
    const token = await adminToken();
    const ada = new Person(app.url);
    const { id } = await ada.visit();
    await ada.api.account.claimAdmin.mutate({ token });
    for (const role of ['admin', 'finance']) expect(await command('revoke-role', id, role)).toBe(0);
    expect(await refusal(ada.api.account.claimAdmin.mutate({ token }))).toMatchObject({ params: { reason: 'used' } });
    later();
    expect(await ada.me()).not.toHaveProperty('roles');
  });

  it('is nobody by a link that is a day old, that was made up, or without a session', async () => {
    const token = await adminToken();
    const ada = new Person(app.url);
    expect(await refusal(ada.api.account.claimAdmin.mutate({ token }))).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
    await ada.visit();
    for (const other of ['x'.repeat(43), '', 'nonsense']) expect(await refusal(ada.api.account.claimAdmin.mutate({ token: other }))).toMatchObject({ params: { reason: 'expired' } });
    app.pass(DAY);
    expect(await refusal(ada.api.account.claimAdmin.mutate({ token }))).toMatchObject({ params: { reason: 'expired' } });
  });

  it('is one of two who follow the link at once', async () => {
    const token = await adminToken();
    const people = [new Person(app.url), new Person(app.url)];
    for (const one of people) await one.visit();
    const answers = await Promise.all(people.map((one) => refusal(one.api.account.claimAdmin.mutate({ token }))));
    expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify({ roles: ['admin', 'finance'] }))).toHaveLength(1);
  });

  it('stays with the visitor when they sign in to an account: the role goes nowhere', async () => {
    const account = await member(app, 'ada@example.org');
    const person = new Person(app.url);
    const { id } = await person.visit();
    await person.api.account.claimAdmin.mutate({ token: await adminToken() });
    expect((await person.enter({ email: 'ada@example.org', password: 'correct horse battery' })).status).toBe(200);
    expect(await person.me()).toMatchObject({ id: (await account.me()).id });
    expect(await person.me()).not.toHaveProperty('roles');
    expect(await command('list-roles')).toBe(0);
    expect(said.at(-1)).toBe(`a visitor (${id}): admin, finance`);
  });

  it('keeps the role when the visitor signs up', async () => {
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
    await app.parts.documents.collection({ name: 'users_v1', indexes: [['email'], ['createdAt']] }, (stored) => stored as { roles: string[] }).then(async (users) => {
      const { id } = await person.me();
      const seen = await users.get(id);
      if (seen !== undefined) await users.put({ id, document: { ...seen.document, roles: ['admin'] }, expectedVersion: seen.version });
    });
    app.pass(6_000);
    return person;
  };

  it('shows an administrator every letter, newest first, and its HTML as data', async () => {
    app = await startApp();
    const ada = await admin();
    await ada.api.account.forgotPassword.mutate({ email: 'ada@example.org' });
    const list = async () => (await ada.api.mail.list.query({ limit: 1 })).items[0];
    while ((await list())?.subject !== 'Reset your Kinora password') await new Promise((resolve) => setTimeout(resolve, 20));
    const first = await ada.api.mail.list.query({ limit: 1 });
    const second = await ada.api.mail.list.query({ limit: 1, cursor: first.next ?? null });
    expect([...first.items, ...second.items].map(({ subject, to }) => [subject.replace(/\d{6}/, '…'), to])).toEqual([['Reset your Kinora password', 'ada@example.org'], ['… is your Kinora code', 'ada@example.org']]);
    const mail = await ada.api.mail.get.query({ id: first.items[0]?.id ?? '' });
    expect(mail?.html).toContain('<html lang="en" dir="ltr">');
    expect(mail?.html).not.toMatch(/<script|src=|url\(/);
    expect(await ada.api.mail.get.query({ id: '../../secret' })).toBeNull();
  });

  it('is nobody else\'s', async () => {
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
    app = await startApp({ parts: { mail: { ...away, send: async (mail) => (kept.push(mail.text), { outcome: 'taken' }) } } });
    const ada = new Person(app.url);
    await ada.visit();
    await ada.api.account.signUp.mutate({ email: 'ada@example.org', password: 'correct horse battery' });
    while (kept.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await ada.api.account.verifyEmail.mutate({ email: 'ada@example.org', code: /^(\d{6})$/m.exec(kept[0] ?? '')?.[1] ?? '' });
    expect((await ada.me()).email).toBe('ada@example.org');
  });
});
