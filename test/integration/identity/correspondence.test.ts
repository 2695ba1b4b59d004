import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { RecipientLanguages } from '../../../src/credits/index.js';
import { contactDocument, Contacts, CONTACT_KEPT_MS, CONTACTS } from '../../../src/identity/contact/contacts.js';
import { userDocument, USERS } from '../../../src/identity/accounts/user.js';
import type { UserId } from '../../../src/kernel/ids.js';
import {
  codeIn,
  letter,
  lettersTo,
  linkIn,
  member,
  outboxOf,
  PASSWORD,
  Person,
  refusal,
} from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

const SUPPORT = 'help@kinora.example';
const WORDS = 'My picture of a lighthouse has two towers.';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

/** A message that nothing is wrong with. */
const message = (email: string) => ({
  id: randomUUID(),
  name: 'Ada',
  email,
  topic: 'problem' as const,
  message: WORDS,
});

describe('writing to whoever runs the installation', () => {
  let app: TestApp;
  let admin: Person;
  let contacts: Contacts;

  beforeAll(async () => {
    app = await startApp({
      env: {
        ROLES: 'api,projector',
        SUPPORT_ADDRESS: SUPPORT,
        INVOICE_SELLER: 'Kinora Ltd|1 Long Street',
        VISITORS_KEPT_DAYS: '90',
      },
    });
    admin = await member(app, 'root@example.org');
    const users = await app.parts.documents.collection(USERS, (stored) => userDocument.parse(stored));
    const stored = await users.get((await admin.me()).id);
    if (stored === undefined) throw new Error('the administrator is not there');
    await users.put({
      id: stored.id,
      document: { ...stored.document, roles: ['admin'] },
      expectedVersion: stored.version,
    });
    await until(
      async () => (await admin.me()).roles,
      (roles) => roles?.includes('admin') === true,
    );
    contacts = new Contacts(
      await app.parts.documents.collection(CONTACTS, (document) => contactDocument.parse(document)),
    );
  });
  afterAll(() => app.close());

  const settled = (): Promise<unknown> =>
    until(
      async () => (await app.parts.documents.pendingMessages(1)).length,
      (left) => left === 0,
    );

  /** A browser of an address of its own, so that no test uses up another's share. */
  const stranger = (): Person => new Person(app.url);

  it('tells anybody who the operator is and how long inactive visitors are kept, for the legal pages', async () => {
    expect(await stranger().api.user.getLegalFacts.query()).toEqual({
      operator: ['Kinora Ltd', '1 Long Street'],
      contact: SUPPORT,
      visitorsKeptDays: 90,
    });
  });

  it('needs no session, and brings a letter to the operator, but none to an address that anybody may have typed', async () => {
    const email = 'writer@example.org';
    const german = new Person(app.url, { 'user-language': 'de' });
    const sent = message(email);
    expect(await german.api.contact.send.mutate({ ...sent, message: `  ${WORDS}\n<b>bold</b> ` })).toEqual({
      sent: true,
    });
    const toOperator = await letter(app, SUPPORT);
    expect(toOperator.text).toContain(`Ada <${email}>, problem:\n\n${WORDS}\n<b>bold</b>`);
    expect(toOperator.html).toContain('&lt;b&gt;bold&lt;/b&gt;');
    expect(new URL(linkIn(toOperator)).search).toBe(`?id=${sent.id}`);
    expect(await admin.api.contact.get.query({ id: sent.id })).toMatchObject({
      email,
      name: 'Ada',
      state: 'open',
      language: 'de',
      userId: null,
      isOwnAddress: false,
      answers: [],
    });
    expect(JSON.stringify(app.logged)).not.toContain(email);
    await settled();
    expect(await lettersTo(outboxOf(app), email)).toEqual([]);
  });

  it('is acknowledged by letter to an account that writes from its own address, in its language', async () => {
    const [email, other] = ['own@example.org', 'somebody.else@example.org'];
    const ada = await member(app, email);
    const german = new Person(app.url, { 'user-language': 'de' });
    await german.enter({ email, password: PASSWORD });
    await german.api.contact.send.mutate(message(email));
    const toWriter = await letter(app, email, 2);
    expect([toWriter.subject, toWriter.language, new URL(linkIn(toWriter)).pathname]).toEqual([
      'Wir haben deine Nachricht erhalten',
      'de',
      '/de/contact-us',
    ]);
    expect(toWriter.text + toWriter.html).not.toContain('lighthouse');
    await ada.api.contact.send.mutate(message(other));
    await settled();
    expect(await lettersTo(outboxOf(app), other)).toEqual([]);
  });

  it('is answered in the language of who uses an address here, also by the ledger, which sends its roots to addresses of the operator’s choice', async () => {
    const email = 'finance@example.org';
    const finance = new Person(app.url, { 'user-language': 'de' });
    await finance.visit();
    await finance.api.account.signUp.mutate({ email, password: PASSWORD });
    const languages = app.nest.get(RecipientLanguages, { strict: false });
    expect(await languages.of(email)).toBe('en');
    await finance.api.account.verifyEmail.mutate({ email, code: codeIn(await letter(app, email)) });
    expect(await Promise.all([languages.of('Finance@example.org'), languages.of('nobody@example.org')])).toEqual([
      'de',
      'en',
    ]);
  });

  it('is one message however often it is sent, and another one by the same id is refused', async () => {
    const sent = message('twice@example.org');
    const who = await member(app, sent.email);
    for (let times = 0; times < 3; times += 1) expect(await who.api.contact.send.mutate(sent)).toEqual({ sent: true });
    expect(
      await refusal(who.api.contact.send.mutate({ ...sent, message: 'Something else altogether.' })),
    ).toMatchObject({ identifier: 'IDEMPOTENCY_MISMATCH' });
    await letter(app, sent.email, 2);
    await settled();
    expect(await lettersTo(outboxOf(app), sent.email)).toHaveLength(2);
  });

  it.each<readonly [string, object, string]>([
    ['without a name', { name: ' \u200b ' }, 'name'],
    ['with no address', { email: 'nobody' }, 'email'],
    ['to a domain that is none', { email: 'a@b%2ecom.example' }, 'email'],
    ['without words', { message: ' hello ' }, 'message'],
    ['with too many', { message: 'x'.repeat(4_001) }, 'message'],
    ['about nothing known', { topic: 'gossip' }, 'topic'],
    ['about a creation that is no id', { creationId: '../../etc' }, 'creationId'],
  ])('is refused %s', async (_what, wrong, field) => {
    const sent = { ...message('wrong@example.org'), ...wrong };
    expect(await refusal(stranger().api.contact.send.mutate(sent))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
      params: { field },
    });
    expect(await admin.api.contact.get.query({ id: sent.id })).toBeNull();
  });

  it('keeps nothing of who fills in what nobody sees, and does not say so', async () => {
    const sent = { ...message('robot@example.org'), website: 'https://spam.example' };
    expect(await stranger().api.contact.send.mutate(sent)).toEqual({ sent: true });
    expect(await admin.api.contact.get.query({ id: sent.id })).toBeNull();
  });

  it('is read by administrators alone, newest first, page by page and by state', async () => {
    const reader = await member(app, 'reader@example.org');
    expect(await refusal(reader.api.contact.list.query({}))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    const page = await admin.api.contact.list.query({ limit: 1 });
    const rest = await admin.api.contact.list.query({ limit: 100, cursor: page.next });
    expect([page.items.length, rest.items.length >= 1, page.open]).toEqual([
      1,
      true,
      page.items.length + rest.items.length,
    ]);
    expect((page.items[0]?.at ?? 0) >= (rest.items[0]?.at ?? Infinity)).toBe(true);
    expect((await admin.api.contact.list.query({ state: 'closed' })).items).toEqual([]);
    expect(await refusal(admin.api.contact.list.query({ cursor: 'none of ours' }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
      params: { field: 'cursor' },
    });
  });

  it('is answered once by a letter and a notice, however often the answer is pressed, then closed and opened again', async () => {
    const ada = await member(app, 'ada@example.org');
    const sent = { ...message('ada@example.org'), creationId: randomUUID() };
    await ada.api.contact.send.mutate(sent);
    const answer = {
      id: sent.id,
      answerId: randomUUID(),
      text: 'Lighthouses have one tower.\nTry again with “one tower”.',
    };
    for (let times = 0; times < 2; times += 1)
      expect(await admin.api.contact.answer.mutate(answer)).toMatchObject({
        state: 'answered',
        isOwnAddress: true,
        creationId: sent.creationId,
        answers: [{ text: answer.text }],
      });
    const mail = await letter(app, 'ada@example.org', 3);
    expect(mail.text).toContain(answer.text);
    const { items } = await until(
      () => ada.api.notices.list.query({}),
      (page) => page.items.some(({ content }) => content.kind === 'message-answered'),
    );
    expect(items.filter(({ content }) => content.kind === 'message-answered')).toHaveLength(1);
    expect(await lettersTo(outboxOf(app), 'ada@example.org')).toHaveLength(3);
    expect(await admin.api.contact.setState.mutate({ id: sent.id, state: 'closed' })).toMatchObject({
      state: 'closed',
    });
    expect(await admin.api.contact.setState.mutate({ id: sent.id, state: 'open' })).toMatchObject({ state: 'open' });
    expect(await refusal(admin.api.contact.answer.mutate({ ...answer, id: randomUUID() }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
      params: { field: 'id' },
    });
  });

  it('goes along when a visitor becomes part of an account, and goes away with it', async () => {
    const visitor = new Person(app.url);
    const from = (await visitor.visit()).id;
    const sent = message('visitor@example.org');
    await contacts.take(
      { ...sent, at: 1, language: 'en', emailKey: 'k', userId: from as UserId, isOwnAddress: false },
      { writer: false, operator: false },
    ); // a session's own
    const [user, other] = [randomUUID() as UserId, randomUUID() as UserId]; // a test's own users
    await contacts.mergeVisitor(from as UserId, user); // a session's own
    await contacts.mergeVisitor(from as UserId, user); // a session's own
    expect((await contacts.find(sent.id))?.userId).toBe(user);
    await contacts.forget(other);
    expect(await contacts.find(sent.id)).toBeDefined();
    await contacts.forget(user);
    expect(await contacts.find(sent.id)).toBeUndefined();
  });

  it('is kept for a year after anything was last done about it', async () => {
    const sent = message('old@example.org');
    await contacts.take(
      { ...sent, at: 1_000, language: 'en', emailKey: 'k', isOwnAddress: false },
      { writer: false, operator: false },
    );
    await contacts.sweep(1_000 + CONTACT_KEPT_MS);
    expect(await contacts.find(sent.id)).toBeDefined();
    await contacts.sweep(1_001 + CONTACT_KEPT_MS);
    expect(await contacts.find(sent.id)).toBeUndefined();
  });
});

describe('writing again and again', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
  });
  afterAll(() => app.close());

  it('is stopped for a while, by address, and brings the operator no letter where no address is set', async () => {
    const who = new Person(app.url);
    const said: unknown[] = [];
    for (let times = 0; times < 6; times += 1)
      said.push(await refusal(who.api.contact.send.mutate(message(`writer${times}@example.org`))));
    expect(said.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ({ sent: true })));
    expect(said[5]).toMatchObject({ identifier: 'TOO_MANY_ATTEMPTS' });
    await until(
      async () => (await app.parts.documents.pendingMessages(1)).length,
      (left) => left === 0,
    );
    expect((await outboxOf(app).list(100)).items).toEqual([]);
    app.pass(3_600_000);
    expect(await who.api.contact.send.mutate(message('later@example.org'))).toEqual({ sent: true });
  });
});
