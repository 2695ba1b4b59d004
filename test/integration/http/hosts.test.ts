import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get } from 'node:http';
import { defined } from '../../../src/kernel/defined.shared.js';
import { startApp, type TestApp } from '../../support/servers/app.js';

describe('a request for another name than the installation’s', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { PUBLIC_URL: 'http://kinora.example', HOSTS: 'films.example' } });
  });
  afterAll(() => app.close());

  const ask = (host: string, path: string, origin?: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get(app.url + path, { headers: { host, ...defined({ origin }) }, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });

  it.each([
    ['kinora.example', 200],
    ['films.example', 200],
    ['www.kinora.example', 200],
    ['127.0.0.1', 200],
    ['evil.example', 400],
    ['www.com', 400],
  ])('is refused: %s %d', async (host, status) => {
    expect([
      await ask(host, '/api/auth/session'),
      await ask(host, '/api/trpc/user.getReqInfo', `http://${host}`),
      await ask(host, '/api/health'),
    ]).toEqual([status, status, 200]);
  });
});
