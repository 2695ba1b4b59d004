// The same load on one process with everything embedded, and on servers: 2 api, 2 workers, 1 projector over Redis,
// FerretDB, MinIO and the tests' stand-in for EventStoreDB. What FerretDB and the stand-in take is not what MongoDB and
// EventStoreDB would. All on this one machine, so that more processes share the same cores: what more machines would
// bring is not to be seen here, only what each hop costs. Each layout is measured twice on empty stores: with more
// visitors than it draws for at once and without spans, for the figures; then with so few that none waits for another,
// and with spans, for the share of each hop. Takes some four minutes on two cores with nothing else at work.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TextDecoderStream } from 'node:stream/web';
import '../../src/platform/sqlite/typescript-loader.mjs';
import { HOPS, hopsOf } from './hops.mjs';
import { percentile, residentMiB, row, visitor } from './support.mjs';

// Only now can what is in TypeScript be read.
const { startOtlpReceiver } = await import('../support/servers/otlp.ts');
const { startServer } = await import('../support/servers/server.ts');
const { eventStoreStubMissing, startEventStoreStub } = await import('../services/eventstore.ts');
const { ferretDbMissing, startFerretDb } = await import('../services/ferretdb.ts');
const { minioMissing, startMinio } = await import('../services/minio.ts');
const { redisMissing, startRedis } = await import('../services/redis.ts');
const { startSmtp } = await import('../services/smtp.ts');

const VISITORS = 8;
const VISITORS_WITHOUT_WAITING = 2;
/** Of each visitor, after one to warm up: ten credits pay for them. */
const CREATIONS = 6;
const SAMPLE_MS = 250;

/** What has been started, and how all of it is ended: the last first. */
function opened() {
  const closing = [];
  return {
    note: (close) => closing.push(close),
    close: async () => {
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
}

/**
 * All of them, or, only when each has come to its end, what the first failed with: nothing comes up after the rest was
 * ended.
 */
async function allOf(starting) {
  const settled = await Promise.allSettled(starting);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return settled.map(({ value }) => value);
}

async function startProcess(all, roles, env) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
  all.note(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startServer({
    dataDir,
    env: { ROLES: roles, LOG_LEVEL: 'error', VISITOR_GRANTS_PER_ADDRESS: '0', ...env },
  });
  all.note(() => server.kill9());
  return server;
}

async function embedded(env) {
  const all = opened();
  const server = await startProcess(all, 'api,worker,projector', env);
  return { api: [server], processes: [server], servers: [], close: all.close };
}

async function onServers(env) {
  const all = opened();
  try {
    const started = await allOf(
      [startRedis({ durable: true }), startFerretDb(), startEventStoreStub(), startMinio(), startSmtp()].map(
        (starting) =>
          starting.then((server) => {
            all.note(() => server.stop());
            return server;
          }),
      ),
    );
    const [redis, documents, events, minio, mail] = started;
    const stores = {
      AUTH_SECRET: 'only for figures, and the same in every process of the layout',
      EVENT_STORE_URL: events.url,
      MONGODB_URL: `mongodb://127.0.0.1:${documents.port}/kinora?directConnection=true`,
      REDIS_URL: redis.url,
      S3_ENDPOINT: minio.url,
      S3_REGION: minio.region,
      S3_BUCKET: 'kinora',
      S3_ACCESS_KEY_ID: minio.accessKeyId,
      S3_SECRET_ACCESS_KEY: minio.secretAccessKey,
      PUBLIC_URL: 'http://localhost:3000',
      SMTP_URL: mail.url,
      NODE_EXTRA_CA_CERTS: mail.certificateFile,
    };
    const start = (roles) => startProcess(all, roles, { ...stores, ...env });
    // One after the other: of several that made the same collections at once, one was seen to be cut off by FerretDB.
    const processes = [];
    for (const roles of ['projector', 'api', 'api', 'worker', 'worker']) processes.push(await start(roles));
    return { api: processes.slice(1, 3), processes, servers: started, close: all.close };
  } catch (error) {
    await all.close();
    throw error;
  }
}

/** Follows a visitor's tasks; `ended(id)` resolves with the time at which one was heard to have ended. */
async function follow(call) {
  const abort = new AbortController();
  const endedAt = new Map();
  const waiting = new Map();
  const answer = await call('/api/trpc/task.onChange', {
    headers: { accept: 'text/event-stream' },
    signal: abort.signal,
  });
  if (!answer.ok) throw new Error(`the subscription was refused: ${answer.status}`);
  const reading = (async () => {
    let text = '';
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop();
      for (const block of blocks) {
        const data = block
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5))
          .join('');
        const task = data.trim() === '' ? {} : JSON.parse(data);
        if (!['succeeded', 'failed', 'canceled'].includes(task.status) || endedAt.has(task.id)) continue;
        endedAt.set(task.id, { at: performance.now(), status: task.status });
        waiting.get(task.id)?.();
      }
    }
  })().catch((error) => {
    if (!abort.signal.aborted) throw error;
  });
  return {
    ended: async (id) => {
      if (!endedAt.has(id))
        await Promise.race([
          new Promise((resolve) => waiting.set(id, resolve)),
          reading.then(() => {
            throw new Error('the subscription ended');
          }),
        ]);
      return endedAt.get(id);
    },
    stop: async () => {
      abort.abort();
      await reading;
    },
  };
}

async function arrive(url) {
  const call = await visitor(url);
  for (;;) {
    const { result } = await (await call(`/api/trpc/credits.balance?input=${encodeURIComponent('{}')}`)).json();
    if (result?.data.available === 10) return call;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** One creation, from the press to its end as the browser hears of it. */
async function create(call, tasks, samples) {
  const input = {
    requestId: randomUUID(),
    prompt: 'a lighthouse in the fog',
    model: 'preview',
    count: 1,
    seed: 1,
    price: { amount: 1, priceVersion: 1 },
  };
  const pressTime = performance.now();
  const answer = await call('/api/trpc/text2Image.create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const body = await answer.json();
  if (!answer.ok) return void samples.refused.push(body.error?.message ?? String(answer.status));
  samples.answered.push(performance.now() - pressTime);
  const { at, status } = await tasks.ended(body.result.data.id);
  if (status === 'succeeded') samples.finished.push(at - pressTime);
  else samples.refused.push(status);
}

async function load(layout, visitors) {
  const people = await Promise.all(
    Array.from({ length: visitors }, async (_, nth) => {
      const call = await arrive(layout.api[nth % layout.api.length].url);
      return { call, tasks: await follow(call) };
    }),
  );
  const nothing = { answered: [], finished: [], refused: [] };
  await Promise.all(people.map(({ call, tasks }) => create(call, tasks, nothing)));
  if (nothing.refused.length > 0) throw new Error(`warming up failed: ${nothing.refused.join(', ')}`);
  const samples = { answered: [], finished: [], refused: [], peak: 0, peakOfServers: 0 };
  const sum = async (pids) =>
    (await Promise.all(pids.map((pid) => residentMiB(pid)))).reduce((whole, one) => whole + one, 0);
  let sampling = Promise.resolve();
  const timer = setInterval(() => {
    sampling = sampling.then(async () => {
      samples.peak = Math.max(samples.peak, await sum(layout.processes.map((server) => server.process.pid)));
      samples.peakOfServers = Math.max(samples.peakOfServers, await sum(layout.servers.map((server) => server.pid())));
    });
  }, SAMPLE_MS);
  const begun = { wall: Date.now(), steady: performance.now() };
  await Promise.all(
    people.map(async ({ call, tasks }) => {
      for (let nth = 0; nth < CREATIONS; nth += 1) await create(call, tasks, samples);
    }),
  );
  const seconds = (performance.now() - begun.steady) / 1_000;
  clearInterval(timer);
  await sampling;
  for (const { tasks } of people) await tasks.stop();
  return { ...samples, seconds, since: begun.wall };
}

async function figures(name, start) {
  const layout = await start({});
  try {
    const { answered, finished, refused, seconds, peak, peakOfServers } = await load(layout, VISITORS);
    if (refused.length > 0) console.log(`${name}: not made ${refused.length}, the first: ${refused[0]}`);
    row(`${name}, creations`, { finished: finished.length, 'a second': finished.length / seconds });
    row(`${name}, submit answered`, { 'p50 ms': percentile(answered, 0.5), 'p99 ms': percentile(answered, 0.99) });
    row(`${name}, submit to finished`, { 'p50 ms': percentile(finished, 0.5), 'p99 ms': percentile(finished, 0.99) });
    row(`${name}, memory at its peak`, {
      'Kinora MiB': peak,
      processes: layout.processes.length,
      'its servers MiB': peakOfServers,
    });
  } finally {
    await layout.close();
  }
}

/** @returns for each hop its mean milliseconds a creation, and its share of the time from the press to the end */
async function shares(start) {
  const collector = await startOtlpReceiver();
  let layout;
  try {
    layout = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const { since } = await load(layout, VISITORS_WITHOUT_WAITING);
    // The last credits are taken a little after the last picture; a process that ends in good order sends what it has.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await Promise.all(layout.processes.map((server) => server.stop()));
    return hopsOf(collector.spans, since);
  } finally {
    await layout?.close();
    await collector.close();
  }
}

const missing = [eventStoreStubMissing(), ferretDbMissing(), minioMissing(), redisMissing()].filter(
  (one) => one !== undefined,
);
const layouts = [['embedded', embedded], ...(missing.length === 0 ? [['on servers', onServers]] : [])];
for (const one of missing) console.log(`on servers: not measured, ${one}`);
for (const [name, start] of layouts) await figures(name, start);
const measured = [];
for (const [name, start] of layouts) measured.push({ name, ...(await shares(start)) });
console.log(
  `\n${'a creation, mean ms (share of press to end)'.padEnd(48)}${measured.map(({ name }) => name.padStart(20)).join('')}`,
);
for (const { label } of HOPS) {
  const cell = ({ hops }) =>
    `${hops[label].mean.toFixed(1)} ${`(${Math.round(hops[label].share * 100)} %)`.padStart(7)}`;
  console.log(`${label.padEnd(48)}${measured.map((one) => cell(one).padStart(20)).join('')}`);
}
console.log(
  `${'traces, and those of them that are whole'.padEnd(48)}${measured.map(({ traces, whole }) => `${traces}, ${whole}`.padStart(20)).join('')}`,
);
process.exit(0);
