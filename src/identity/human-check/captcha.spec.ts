import { afterEach, describe, expect, it } from '@jest/globals';
import {
  serve,
  type Answer,
  type ReceivedRequest,
  type SmallServer,
} from '../../../test/support/servers/remote/serve.js';
import { hostCheck } from '../../platform/http/security/known-hosts.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { Captcha } from './captcha.js';

const ANSWER = 'what-the-widget-gave';
const formOf = ({ body }: ReceivedRequest): unknown => Object.fromEntries(new URLSearchParams(body.toString()));

describe.each(['turnstile', 'hcaptcha'] as const)('the captcha of %s', (provider) => {
  let server: SmallServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  const open = async (said: Answer): Promise<Captcha> => {
    server = await serve(() => said);
    return new Captcha(
      { provider, siteKey: 'site-key', secret: 'hush', verifyUrl: `${server.url}/siteverify` },
      hostCheck({ publicUrl: 'https://kinora.example', hosts: ['films.example'] }),
    );
  };

  it('names the key that its widget is drawn with, and no secret', async () => {
    expect((await open({})).challenge()).toEqual({ kind: provider, siteKey: 'site-key' });
  });

  it('lets an answer pass that the provider takes, and tells it nothing but the answer and the keys', async () => {
    const captcha = await open({ json: { success: true, hostname: 'kinora.example' } });
    expect(await captcha.passes(ANSWER)).toBe(true);
    expect(
      server?.received.map(({ method, path, ...request }) => ({
        method,
        path,
        form: formOf({ method, path, ...request }),
      })),
    ).toEqual([
      { method: 'POST', path: '/siteverify', form: { secret: 'hush', response: ANSWER, sitekey: 'site-key' } },
    ]);
  });

  it.each([
    ['refused', { success: false, 'error-codes': ['invalid-input-response'] }],
    ['had before', { success: false, 'error-codes': ['timeout-or-duplicate', 'already-seen-response'] }],
    ['given for a page of another name', { success: true, hostname: 'evil.example' }],
  ])('lets none pass that was %s', async (_what, json) => {
    expect(await (await open({ json })).passes(ANSWER)).toBe(false);
  });

  it.each(['www.kinora.example', 'films.example', 'localhost'])(
    'lets one pass from %s, where the site is found too',
    async (hostname) => {
      expect(await (await open({ json: { success: true, hostname } })).passes(ANSWER)).toBe(true);
    },
  );

  it.each([
    ['nothing', ''],
    ['more than any answer has', 'x'.repeat(8_193)],
  ])('lets %s pass for no answer, without asking', async (_what, answer) => {
    expect(await (await open({ json: { success: true } })).passes(answer)).toBe(false);
    expect(server?.received).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['is broken', { status: 503 }],
    ['answers something else', { json: 'hello' }],
    ['sends elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
    ['does not know the secret', { json: { success: false, 'error-codes': ['invalid-input-secret'] } }],
    ['has a fault of its own', { json: { success: false, 'error-codes': ['internal-error'] } }],
  ])('says that nobody can tell when the provider %s, and repeats neither answer nor secret', async (_what, said) => {
    const fault = await (await open(said)).passes(ANSWER).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(StoreUnavailable);
    expect(String(fault)).not.toMatch(/hush|what-the-widget/);
  });

  it('says that nobody can tell when the provider is away', async () => {
    const captcha = await open({});
    await server?.close();
    server = undefined;
    await expect(captcha.passes(ANSWER)).rejects.toThrow(StoreUnavailable);
  });
});
