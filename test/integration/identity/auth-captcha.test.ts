import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { member, PASSWORD, Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { serve, type SmallServer } from '../../support/servers/remote/serve.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const REQUEST = { email: 'fifth@example.org', password: PASSWORD };

describe('a captcha that the operator has set up', () => {
  let app: TestApp;
  let provider: SmallServer;
  let status: number;
  let fifth: Person;
  beforeEach(async () => {
    const used = new Set<string>();
    status = 200;
    provider = await serve(({ body }) => {
      const response = new URLSearchParams(body.toString()).get('response') ?? '';
      const success = response === 'a-person' && !used.has(response);
      used.add(response);
      return {
        status,
        json: success ? { success, hostname: 'localhost' } : { success, 'error-codes': ['timeout-or-duplicate'] },
      };
    });
    app = await startApp({
      env: {
        SIGN_UP_GRANTS_PER_ADDRESS: '5',
        HUMAN_CHECK_PROVIDER: 'turnstile',
        HUMAN_CHECK_SITE_KEY: 'site-key',
        HUMAN_CHECK_SECRET: 'hush',
        HUMAN_CHECK_VERIFY_URL: provider.url,
      },
    });
    for (let count = 0; count < 4; count += 1) await member(app, `person${count}@example.org`);
    fifth = new Person(app.url);
    await fifth.visit();
  });
  afterEach(async () => {
    await app.close();
    await provider.close();
  });

  it('is asked for in place of the work, and lets an answer pass that its provider takes, once', async () => {
    expect(await refusal(fifth.api.account.signUp.mutate(REQUEST))).toMatchObject({ identifier: 'HUMAN_CHECK_WANTED' });
    expect(await fifth.api.account.humanCheck.query()).toEqual({ kind: 'turnstile', siteKey: 'site-key' });
    expect(await refusal(fifth.api.account.signUp.mutate({ ...REQUEST, human: 'nonsense' }))).toMatchObject({
      identifier: 'HUMAN_CHECK_WANTED',
    });
    expect(await fifth.api.account.signUp.mutate({ ...REQUEST, human: 'a-person' })).toEqual({ sent: true });
    expect(await refusal(fifth.api.account.signUp.mutate({ ...REQUEST, human: 'a-person' }))).toMatchObject({
      identifier: 'HUMAN_CHECK_WANTED',
    });
  });

  it('lets nobody pass while its provider is away, says so, and logs neither answer nor secret', async () => {
    status = 503;
    expect(await refusal(fifth.api.account.signUp.mutate({ ...REQUEST, human: 'a-person' }))).toMatchObject({
      identifier: 'TRY_AGAIN',
    });
    expect(JSON.stringify(app.logged)).not.toMatch(/a-person|hush/);
  });

  it('is admitted by the policy of every answer', async () => {
    const policy = (await fetch(`${app.url}/api/health`)).headers.get('content-security-policy');
    expect(policy).toMatch(/script-src [^;]*https:\/\/challenges\.cloudflare\.com/);
    expect(policy).toMatch(/frame-src [^;]*https:\/\/challenges\.cloudflare\.com/);
  });
});
