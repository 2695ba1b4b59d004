// What one client's flood costs everybody else: `hostile` keep-alive connections ask for one route as fast as they are
// answered, while a signed-in visitor reads the balance and somebody signs in, from another address; then the same from
// the victim's own address. All of it on this machine's loopback. `npm run bench hostile 60` keeps up each flood for 60
// s; 8 s without a number.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { percentile, row, startServer, visitor } from './support.mjs';

const CONNECTIONS = 200;
const SECONDS = Number(process.argv[2] ?? 8);
const BALANCE = `/api/trpc/credits.balance?input=${encodeURIComponent('{}')}`;
const QUIET_SAMPLES = 300;

const ROUTES = [
  { name: 'an unknown path', path: () => `/${randomUUID()}` },
  { name: 'the page of a work', path: () => `/v/${randomUUID()}` },
  { name: 'a poster', path: () => `/api/works/${randomUUID()}-0/poster.jpg` },
  { name: 'a page built ahead', path: () => '/image' },
  { name: 'the session', path: () => '/api/auth/session' },
  { name: 'a call', path: () => BALANCE },
  {
    name: 'signing in',
    path: () => '/api/auth/callback/credentials',
    body: () =>
      new URLSearchParams({
        email: `${randomUUID()}@example.org`,
        password: randomUUID(),
        json: 'true',
        csrfToken: 'x',
      }).toString(),
  },
];

/** One request. @returns its status; 0 when the line broke */
function ask(url, { path, body }, agent, localAddress) {
  return new Promise((resolve) => {
    const sent = body?.();
    const headers = {
      accept: 'text/html,application/json',
      ...(sent === undefined
        ? {}
        : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(sent) }),
    };
    const call = request(
      `${url}${path()}`,
      { agent, localAddress, method: sent === undefined ? 'GET' : 'POST', headers },
      (answer) => {
        answer
          .resume()
          .on('end', () => resolve(answer.statusCode))
          .on('error', () => resolve(0));
      },
    );
    call.on('error', () => resolve(0)).end(sent);
  });
}

/** Keeps up a flood until it is stopped, in this thread. @param addresses from which the connections come, in turn */
function floodHere(url, route, addresses) {
  const statuses = new Map();
  let isOver = false;
  const lines = Array.from({ length: CONNECTIONS }, async (_, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      const status = await ask(url, route, agent, addresses[index % addresses.length]);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // A line that broke is opened anew, but not in a loop that starves this process.
      if (status === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    agent.destroy();
  });
  return {
    statuses,
    stop: async () => {
      isOver = true;
      await Promise.all(lines);
    },
  };
}

/**
 * Keeps up a flood in a thread of its own: in the thread that measures, the victim's answers would wait for those to
 * the flood.
 */
async function flood(url, route, addresses) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, route: ROUTES.indexOf(route), addresses } });
  const ended = once(thread, 'message');
  await once(thread, 'online');
  return {
    stop: async () => {
      thread.postMessage('stop');
      const [statuses] = await ended;
      await thread.terminate();
      return statuses;
    },
  };
}

async function timed(work) {
  const started = performance.now();
  const status = (await work()).status;
  return { ms: performance.now() - started, status };
}

/** The balance again and again, and a sign-in each second. */
async function victim(url, call, seconds) {
  const until = performance.now() + seconds * 1_000;
  const balances = [];
  const signIns = [];
  let refused = 0;
  const signing = (async () => {
    while (performance.now() < until) {
      const { csrfToken } = await (await call('/api/auth/csrf')).json().catch(() => ({ csrfToken: '' }));
      const body = new URLSearchParams({
        email: 'victim@example.org',
        password: 'a wrong one of the victim',
        json: 'true',
        csrfToken,
      });
      signIns.push((await timed(() => call('/api/auth/callback/credentials', { method: 'POST', body }))).ms);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  })();
  while (performance.now() < until) {
    const { ms, status } = await timed(async () => {
      const answer = await call(BALANCE);
      await answer.arrayBuffer();
      return answer;
    });
    balances.push(ms);
    if (status !== 200) refused += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await signing;
  return { balances, signIns, refused };
}

if (!isMainThread) {
  const { url, route, addresses: some } = workerData;
  const flooding = floodHere(url, ROUTES[route], some);
  parentPort.once('message', async () => {
    await flooding.stop();
    parentPort.postMessage(flooding.statuses);
  });
} else await measure();

async function measure() {
  const addresses = (count) => Array.from({ length: count }, (_, index) => `127.0.0.${index + 2}`);
  const server = await startServer({ REQUESTS_PER_ADDRESS: process.env.REQUESTS_PER_ADDRESS ?? '50' });
  try {
    const call = await visitor(server.url);
    const quiet = await victim(server.url, call, Math.max(4, QUIET_SAMPLES / 50));
    const p99 = percentile(quiet.balances, 0.99);
    row('quiet', {
      'balance p50 ms': percentile(quiet.balances, 0.5),
      'p99 ms': p99,
      'sign-in ms': percentile(quiet.signIns, 0.5),
    });
    for (const [from, some] of [
      ['one other address', addresses(1)],
      ['20 other addresses', addresses(20)],
      ['the same address', ['127.0.0.1']],
    ]) {
      for (const route of ROUTES) {
        const flooding = await flood(server.url, route, some);
        const { balances, signIns, refused } = await victim(server.url, call, SECONDS);
        const answered = [...(await flooding.stop())].map(([status, count]) => `${status}×${count}`).join(' ');
        row(
          `${route.name}, ${from}`,
          {
            'balance p50 ms': percentile(balances, 0.5),
            'p99 ms': percentile(balances, 0.99),
            times: percentile(balances, 0.99) / p99,
            'sign-in max ms': Math.max(...signIns),
            refused,
            hostile: answered,
          },
          'p99 < 5 times quiet, sign-in < 1000 ms',
        );
      }
    }
  } finally {
    await server.stop();
  }
}
