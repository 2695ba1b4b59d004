// What a farm of free credits gets: visitors and new accounts from many addresses of one network, for a bounded time.
// `npm run bench farm -- --seconds 600` farms for ten minutes. Fails when it gets more than docs/abuse.md says.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { row, startServer } from './support.mjs';

/** Credits a day that one network can get with the default caps (docs/abuse.md). */
const MAX_TASKS = 60 * 10 + 20 * 30;
const WORKERS = 4;
const { values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '30' }, addresses: { type: 'string', default: '50' } },
});
const seconds = Number(values.seconds);
const addresses = Number(values.addresses);

const dataDir = await mkdtemp(join(tmpdir(), 'kinora-farm-'));
const caps = {
  VISITOR_GRANTS_PER_ADDRESS: '',
  VISITOR_GRANTS_PER_NETWORK: '',
  VISITOR_GRANTS_PER_DAY: '',
  SIGN_UP_GRANTS_PER_ADDRESS: '',
  SIGN_UP_GRANTS_PER_NETWORK: '',
  SIGN_UP_GRANTS_PER_DAY: '',
};
const server = await startServer({ ...caps, ROLES: 'api,projector', DATA_DIR: dataDir });

/** A browser at an address of this machine. */
function browserAt(localAddress) {
  const jar = new Map();
  const call = async (path, body, type = 'application/json') => {
    const sent = request(`${server.url}${path}`, {
      localAddress,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
    });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const parts = [];
    for await (const part of answer) parts.push(part);
    return { status: answer.statusCode, text: Buffer.concat(parts).toString() };
  };
  return call;
}

/** The code of the letter to an address: a farm reads its own mailboxes. */
async function codeFor(email) {
  for (let tries = 0; tries < 100; tries += 1) {
    const names = (await readdir(join(dataDir, 'mail')).catch(() => []))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
    for (const name of names.slice(0, 20)) {
      const mail = JSON.parse(await readFile(join(dataDir, 'mail', name), 'utf8').catch(() => '{}'));
      if (mail.to === email) return /^(\d{6})$/m.exec(mail.text)?.[1];
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}

async function farmOne(nth) {
  const call = browserAt(`127.0.0.${2 + (nth % addresses)}`);
  const { csrfToken } = JSON.parse((await call('/api/auth/csrf')).text);
  const deviceId = randomUUID();
  const deviceNumber = createHash('sha256').update(`kinora-device:v1:${deviceId}`).digest('hex');
  const form = new URLSearchParams({
    deviceId,
    deviceNumber,
    version: 'v1',
    redirect: 'false',
    csrfToken,
    callbackUrl: server.url,
    json: 'true',
  }).toString();
  if ((await call('/api/auth/callback/anonymous', form, 'application/x-www-form-urlencoded')).status !== 200)
    return undefined;
  // Every other account is one more alias of the same mailbox.
  const email = nth % 2 === 0 ? `farm+${nth}@gmail.com` : `farm${nth}@example.org`;
  const signedUp = await call('/api/trpc/account.signUp', JSON.stringify({ email, password: 'correct horse battery' }));
  const code = signedUp.status === 200 ? await codeFor(email) : undefined;
  const verified =
    code === undefined ? undefined : await call('/api/trpc/account.verifyEmail', JSON.stringify({ email, code }));
  return { call, isMember: verified?.status === 200 };
}

let nth = 0;
const crop = [];
const until = performance.now() + seconds * 1_000;
await Promise.all(
  Array.from({ length: WORKERS }, async () => {
    while (performance.now() < until) {
      const got = await farmOne(nth++);
      if (got !== undefined) crop.push(got);
    }
  }),
);
// What was granted last is in the ledger a moment later.
await new Promise((resolve) => setTimeout(resolve, 3_000));
let credits = 0;
for (const { call } of crop) {
  const answer = JSON.parse((await call(`/api/trpc/credits.balance?input=${encodeURIComponent('{}')}`)).text);
  credits += answer.result?.data.available ?? 0;
}
await server.stop();
await rm(dataDir, { recursive: true, force: true });
row(
  `a farm at ${addresses} addresses, ${seconds} s`,
  { visitors: crop.length, accounts: crop.filter(({ isMember }) => isMember).length, credits },
  `credits <= ${MAX_TASKS}`,
);
if (credits > MAX_TASKS || crop.length === 0) process.exitCode = 1;
