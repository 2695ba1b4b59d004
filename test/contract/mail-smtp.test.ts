import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { MailPort, OutgoingMail } from '../../src/platform/mail/port.js';
import { openSmtpMail } from '../../src/platform/mail/smtp.js';
import { StoreUnavailable } from '../../src/platform/unavailable.js';
import { startProxy } from '../services/proxy.js';
import { startSmtp, type SmtpService } from '../services/smtp.js';
import { until } from '../support/until.js';
import './adapters.js';

const FROM = 'Kinora <no-reply@kinora.example>';
const NOON = Date.UTC(2026, 0, 31, 12);
const letter = (id: string, more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id,
  at: NOON,
  to: 'ada@example.org',
  language: 'de',
  subject: 'Grüße – تحية',
  text: 'Guten Tag\n',
  html: '<p>Guten Tag</p>',
  ...more,
});
/** The error that a call ends with. */
const failure = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(['starttls', 'tls', 'none'] as const)('letters that go out by SMTP (%s)', (security) => {
  let server: SmtpService;
  let ca: string;
  const opened: MailPort[] = [];
  const open = async (url = server.url): Promise<MailPort> => {
    const mail = await openSmtpMail({ url: security === 'none' ? `${url}?tls=off` : url, from: FROM, ca });
    opened.push(mail);
    return mail;
  };

  beforeAll(async () => {
    server = await startSmtp({ security });
    ca = readFileSync(server.certificateFile, 'utf8');
  });
  afterEach(async () => {
    server.accept();
    for (const mail of opened.splice(0)) await mail.close();
  });
  afterAll(() => server.stop());

  it('arrive whole, by whom and for whom they are, under an id of their own', async () => {
    const before = (await server.letters()).length;
    const mail = await open();
    expect(mail.outbox).toBeUndefined();
    expect(await mail.send(letter('whole'))).toEqual({ outcome: 'taken' });
    const [got] = (await server.letters()).slice(before);
    expect(got).toMatchObject({
      from: 'no-reply@kinora.example',
      to: ['ada@example.org'],
      secure: security !== 'none',
      user: 'kinora',
    });
    expect(got?.mail.subject).toBe('Grüße – تحية');
    expect([got?.mail.text, got?.mail.html]).toEqual(['Guten Tag\n', '<p>Guten Tag</p>']);
    expect([got?.mail.date?.getTime(), got?.mail.messageId, got?.mail.headers.get('auto-submitted')]).toEqual([
      NOON,
      '<whole@kinora.example>',
      'auto-generated',
    ]);
  });

  it("are not sent to further addresses, nor with headers of somebody else's", async () => {
    const before = (await server.letters()).length;
    const mail = await open();
    for (const to of [
      'ada@example.org, eve@example.org',
      'ada@example.org\r\nBcc: eve@example.org',
      'ada@example.org>\r\nRCPT TO:<eve@example.org',
      'group:ada@example.org;',
      'ada',
    ]) {
      expect(await mail.send(letter('two', { to }))).toEqual({ outcome: 'refused', code: 'not an address' });
    }
    expect(await mail.send(letter('three', { subject: 'a\r\nBcc: eve@example.org' }))).toEqual({ outcome: 'taken' });
    const got = (await server.letters()).slice(before);
    expect(got.map(({ to }) => to)).toEqual([['ada@example.org']]);
    expect(got[0]?.mail.bcc).toBeUndefined();
  });

  it.each([
    ['recipient', 'RCPT TO'],
    ['letter', 'DATA'],
  ] as const)('are refused for good when the server says 5xx to the %s, and the next one goes', async (at, command) => {
    const mail = await open();
    server.refuse({ at, code: 550, text: '5.1.1 <ada@example.org> is unknown' });
    expect(await mail.send(letter('never'))).toEqual({ outcome: 'refused', code: `550 5.1.1 at ${command}` });
    server.accept();
    expect(await mail.send(letter('next'))).toEqual({ outcome: 'taken' });
  });

  it.each([
    ['recipient', 550, 'no such user here', 'RCPT TO'],
    ['recipient', 553, 'mailbox name not allowed', 'RCPT TO'],
    ['recipient', 552, '5.2.2 mailbox full', 'RCPT TO'],
    ['letter', 554, '5.6.0 malformed', 'DATA'],
  ] as const)(
    'are refused for good when it is whom they are for, or what they say (%s: %d %s)',
    async (at, code, text, command) => {
      const mail = await open();
      server.refuse({ at, code, text });
      expect(await mail.send(letter('never'))).toEqual({
        outcome: 'refused',
        code: expect.stringMatching(new RegExp(`^${code} .*at ${command}$`)),
      });
    },
  );

  it.each([
    ['recipient', 554, '5.7.1 <ada@example.org>: Relay access denied'],
    ['letter', 554, 'Message rejected: Email address is not verified.'],
    ['letter', 550, '5.7.60 SMTP; Client does not have permissions to send as this sender'],
    ['recipient', 550, '5.7.1 Service unavailable; client host blocked'],
    ['recipient', 554, 'no'],
    ['letter', 550, 'no'],
    ['recipient', 553, '5.1.8 sender domain not found'],
    ['recipient', 552, '5.3.4 too big for the system'],
  ] as const)('are kept for later when it is us whom the server refuses (%s: %d %s)', async (at, code, text) => {
    const mail = await open();
    server.refuse({ at, code, text });
    const error = await failure(mail.send(letter('kept')));
    expect(error).toMatchObject({ name: 'StoreUnavailable', store: 'mail', reason: 'failed' });
    expect(String(error)).toContain(String(code));
    expect(String(error)).not.toContain('ada@');
    server.accept();
    expect(await mail.send(letter('kept'))).toEqual({ outcome: 'taken' });
  });

  it.each(['greeting', 'sign-in', 'sender', 'recipient', 'letter'] as const)(
    'are to be given again when the server says 4xx to the %s, and then go',
    async (at) => {
      const mail = await open();
      server.refuse({ at, code: 451, text: 'not now, <ada@example.org>' });
      const error = await failure(mail.send(letter(`again-${at}`)));
      expect(error).toMatchObject({
        name: 'StoreUnavailable',
        store: 'mail',
        reason: at === 'sign-in' ? 'failed' : 'unreachable',
      });
      if (at !== 'greeting' && at !== 'sign-in') expect(String(error)).not.toContain('ada@');
      server.accept();
      expect(await mail.send(letter(`again-${at}`))).toEqual({ outcome: 'taken' });
    },
  );

  it.each([
    ['sign-in', 535],
    ['sender', 550],
    ['recipient', 530],
  ] as const)('are kept for later when it is the installation that the server refuses (%s)', async (at, code) => {
    const mail = await open();
    server.refuse({ at, code });
    expect(await failure(mail.send(letter('kept')))).toMatchObject({ name: 'StoreUnavailable', reason: 'failed' });
  });

  it('are one letter to whoever gets them twice, because the server took one and hung up', async () => {
    const before = (await server.letters()).length;
    const mail = await open();
    server.refuse({ at: 'silence' });
    expect(await failure(mail.send(letter('twice')))).toBeInstanceOf(StoreUnavailable);
    server.accept();
    await mail.send(letter('twice'));
    const ids = (await server.letters()).slice(before).map(({ mail: { messageId } }) => messageId);
    expect(ids).toEqual(['<twice@kinora.example>', '<twice@kinora.example>']);
  });

  it('are refused once closed', async () => {
    const mail = await open();
    await mail.close();
    expect(await failure(mail.send(letter('late')))).toMatchObject({ name: 'StoreUnavailable', reason: 'closed' });
  });

  it('are not begun with by a wrong password, which is not repeated', async () => {
    const error = await failure(open(server.url.replace('only-for-tests', 'a-wrong-one')));
    expect(error).toMatchObject({ name: 'StoreUnavailable', store: 'mail', reason: 'failed' });
    expect(String(error)).not.toContain('a-wrong-one');
  });
});

describe('the way to a mail server', () => {
  let server: SmtpService;
  let ca: string;
  beforeAll(async () => {
    server = await startSmtp();
    ca = readFileSync(server.certificateFile, 'utf8');
  });
  afterAll(() => server.stop());

  it('is not taken when nobody vouches for the server', async () => {
    expect(await failure(openSmtpMail({ url: server.url, from: FROM }))).toMatchObject({ name: 'StoreUnavailable' });
  });

  it('is not taken in the clear to a server without TLS', async () => {
    const plain = await startSmtp({ security: 'none' });
    expect(await failure(openSmtpMail({ url: plain.url, from: FROM }))).toMatchObject({
      name: 'StoreUnavailable',
      reason: 'failed',
    });
    expect(await plain.letters()).toEqual([]);
    await plain.stop();
  });

  it('is said to be shut when nobody listens', async () => {
    const gone = await startSmtp();
    await gone.stop();
    expect(await failure(openSmtpMail({ url: gone.url, from: FROM }))).toMatchObject({
      name: 'StoreUnavailable',
      reason: 'unreachable',
    });
  });

  it('is found again after the server was away', async () => {
    const mail = await openSmtpMail({ url: server.url, from: FROM, ca });
    await server.kill9();
    expect(await failure(mail.send(letter('away')))).toMatchObject({ reason: 'unreachable' });
    await server.restart();
    await until(
      () =>
        mail.send(letter('away')).then(
          () => 'sent',
          () => 'not yet',
        ),
      (answer) => answer === 'sent',
    );
    await mail.close();
  });

  it('is given up when it is cut in the middle of an answer', async () => {
    const proxy = await startProxy(server.port);
    const mail = await openSmtpMail({
      url: server.url.replace(String(server.port), String(proxy.port)),
      from: FROM,
      ca,
    });
    // The answer that is cut may still be the good-bye to the look at the opening.
    const broken = await until(
      async () => {
        void proxy.cutNextAnswer();
        return failure(mail.send(letter('cut')));
      },
      (error) => error !== undefined,
    );
    expect(broken).toBeInstanceOf(StoreUnavailable);
    expect(await mail.send(letter('after'))).toEqual({ outcome: 'taken' });
    await mail.close();
    await proxy.close();
  });
});
