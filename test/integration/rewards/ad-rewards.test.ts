import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { member, type Person } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const KEY_ID = '3335741209';
const key = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const fault = z.object({ error: z.object({ identifier: z.string() }) });

describe('rewards for ads', () => {
  let network: Server;
  let fetched = 0;
  let app: TestApp;
  let ada: Person;
  let userId: string;

  beforeAll(async () => {
    const pem = key.publicKey.export({ type: 'spki', format: 'pem' });
    network = createServer((_request, response) => {
      fetched += 1;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [{ keyId: Number(KEY_ID), pem, base64: '' }] }));
    });
    await new Promise<void>((listening) => network.listen(0, '127.0.0.1', listening));
    const { port } = network.address() as AddressInfo; // it listens on a port
    app = await startApp({ env: { AD_REWARD_KEYS_URL: `http://127.0.0.1:${port}/keys.json` } });
    ada = await member(app, 'ada@example.org');
    userId = (await ada.me()).id;
  });
  afterAll(async () => {
    await app.close();
    network.close();
  });

  const signed = (query: string, by: KeyObject = key.privateKey, keyId = KEY_ID): string =>
    `${query}&signature=${sign('sha256', Buffer.from(decodeURIComponent(query)), by).toString('base64url')}&key_id=${keyId}`;
  const watched = (transaction: string, user = userId, at = app.parts.clock.now()): string =>
    `ad_network=5450213213286189855&ad_unit=1234567890&custom_data=a%20b&reward_amount=1&reward_item=Reward&timestamp=${at}&transaction_id=${transaction}&user_id=${user}`;
  const call = async (query: string, at = app): Promise<string> => {
    const answer = await fetch(`${at.url}/api/ad-rewards?${query}`);
    return answer.ok ? 'rewarded' : fault.parse(await answer.json()).error.identifier;
  };
  const REFUSED = 'AD_REWARD_VERIFICATION_FAILED';

  it('are given once for what the network has signed, however often and at once it is reported', async () => {
    const query = signed(watched('t1'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(query)));
    expect(answers.sort()).toEqual([...Array<string>(7).fill(REFUSED), 'rewarded']);
    const sources = async () =>
      (await ada.api.credits.balance.query({})).grants.filter(({ source }) => source === 'ad-reward');
    expect(await until(sources, (found) => found.length > 0)).toMatchObject([{ available: 1 }]);
    expect(fetched).toBe(1);
  });

  it('are refused for another signature, a changed query, an unknown key, a late callback and an unknown user', async () => {
    const good = signed(watched('t2'));
    const late = app.parts.clock.now() - 3_700_000;
    const queries = [
      signed(watched('t2'), other.privateKey),
      good.replace('reward_amount=1', 'reward_amount=9'),
      `user_id=someone&${good}`,
      signed(watched('t2'), key.privateKey, '1'),
      signed(watched('t2', userId, late)),
      signed(watched('t2', 'nobody')),
      // What a user sends along is part of the signed text, and must not be read as a parameter of the network's.
      signed(watched('t2').replace('a%20b', `a%26user_id%3D${userId}`)),
      watched('t2'),
      '',
    ];
    for (const query of queries) expect([query, await call(query)]).toEqual([query, REFUSED]);
    expect(await call(good)).toBe('rewarded');
  });

  it('end for the day at the fifth', async () => {
    const answers: string[] = [];
    for (const nth of [3, 4, 5, 6]) answers.push(await call(signed(watched(`t${nth}`))));
    expect(answers).toEqual(['rewarded', 'rewarded', 'rewarded', REFUSED]);
    app.pass(86_400_000 + 1);
    expect(await call(signed(watched('t7')))).toBe('rewarded');
  });

  it('are refused where no network is configured', async () => {
    const off = await startApp();
    try {
      expect(await call(signed(watched('t8')), off)).toBe(REFUSED);
    } finally {
      await off.close();
    }
  });
});
