// A full queue through the whole product: embedded stores, real engine, 100 visitors who press Create ten times each as
// fast as they are let (a small restyle of a picture of 64 × 64: the smallest creation there is), and two listeners for
// each of them on `task.onChange`. What is measured: how long each visitor's creations wait and how alike that is
// between visitors, creations a second, submissions, whether memory grows, whether each listener hears of each
// creation's end, and how late. `npm run bench queue`; `npm run bench queue 20` with 20 visitors; `npm run bench queue
// 100 5` with five rounds of them, each of new visitors, which shows whether memory levels.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { percentile, residentMiB, row, startServer, visitor } from './support.mjs';

const USERS = Number(process.argv[2] ?? 100);
const ROUNDS = Number(process.argv[3] ?? 1);
const EACH = 10;
const LISTENERS_EACH = 2;
const SAMPLE_MS = 1_000;
const ENDED = new Set(['succeeded', 'failed', 'canceled']);
const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Processor seconds of one process, without its children. */
async function cpuSeconds(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

let reconnects = 0;

/**
 * Hears a visitor's changes until it is told to stop; a stream that ends is taken up where it was, as a browser does.
 * @param heard called with each view and when it came
 */
function listen(call, heard) {
  const leaving = new AbortController();
  let last;
  const once = async () => {
    const from = last === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify({ lastEventId: last }))}`;
    const answer = await call(`/api/trpc/task.onChange${from}`, {
      headers: { accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    if (!answer.ok) throw new Error(`not heard: ${answer.status}`);
    let rest = '';
    const words = new TextDecoder();
    for await (const chunk of answer.body) {
      rest += words.decode(chunk, { stream: true });
      const events = rest.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const lines = event.split('\n');
        last =
          lines
            .find((line) => line.startsWith('id:'))
            ?.slice(3)
            .trim() ?? last;
        const data = lines
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5))
          .join('\n')
          .trim();
        const received = data === '' ? undefined : JSON.parse(data);
        // With an id, what is told stands beside it.
        const view = Array.isArray(received) ? received.at(-1) : (received?.data ?? received);
        if (typeof view?.id === 'string' && typeof view.status === 'string') heard(view, Date.now());
      }
    }
  };
  const done = (async () => {
    while (!leaving.signal.aborted) {
      await once().catch(() => undefined);
      if (leaving.signal.aborted) return;
      reconnects += 1;
      await pause(1_000);
    }
  })();
  return async () => {
    leaving.abort();
    await done;
  };
}

async function upload(call, png) {
  const form = new globalThis.FormData();
  form.set('file', new globalThis.File([png], 'small.png', { type: 'image/png' }));
  form.set('purpose', 'image');
  const answer = await call('/api/trpc/upload.create', { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`not taken: ${await answer.text()}`);
  return (await answer.json()).result.data.id;
}

/** Presses until it is taken: whoever has as many waiting as they may waits for one of theirs to end. */
async function press(call, image, submits) {
  const input = {
    requestId: randomUUID(),
    model: 'preview-restyle',
    image: { from: 'upload', id: image },
    prompt: '',
    style: 'poster',
    strength: 0.5,
    count: 1,
    seed: 1,
    price: { amount: 1, priceVersion: 1 },
  };
  for (;;) {
    const started = performance.now();
    const answer = await call('/api/trpc/image2Image.create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const body = await answer.text();
    if (answer.ok) {
      submits.push(performance.now() - started);
      return JSON.parse(body).result.data.data.id;
    }
    if (!/PARALLEL_TASK_LIMIT|AI_RATE_LIMIT/.test(body)) throw new Error(`refused: ${body.slice(0, 300)}`);
    await pause(500);
  }
}

/** How much a series grows by the hour, by least squares. @param samples [seconds, value] */
function slopeAnHour(samples) {
  const mean = (k) => samples.reduce((sum, sample) => sum + sample[k], 0) / samples.length;
  const [x, y] = [mean(0), mean(1)];
  const [over, under] = samples.reduce(
    ([a, b], [at, value]) => [a + (at - x) * (value - y), b + (at - x) ** 2],
    [0, 0],
  );
  return under === 0 ? 0 : (over / under) * 3_600;
}

const server = await startServer({ ROLES: 'api,worker,projector' });
const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#4080c0' } })
  .composite([
    {
      input: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="36" r="18" fill="#f0b040"/></svg>',
      ),
    },
  ])
  .png()
  .toBuffer();
const [late, submits, memory] = [{ started: [], ended: [] }, [], []];
let changes = 0;

/**
 * Visitors who all press at once, with their listeners, until the last creation has ended. @returns each visitor's
 * creations as they ended, how many ends a listener did not hear, and seconds
 */
async function round() {
  const users = [];
  for (let index = 0; index < USERS; index += 1) {
    const call = await visitor(server.url);
    users.push({
      call,
      image: await upload(call, png),
      tasks: new Map(),
      received: Array.from({ length: LISTENERS_EACH }, () => new Map()),
    });
  }
  const stops = users.flatMap(({ call, tasks, received }) =>
    received.map((seen) =>
      listen(call, (view, at) => {
        changes += 1;
        const before = seen.get(view.id);
        if (view.startedAt !== undefined && before?.startedAt === undefined && !ENDED.has(view.status))
          late.started.push(at - view.startedAt);
        if (ENDED.has(view.status) && !ENDED.has(before?.status)) late.ended.push(at - view.finishedAt);
        seen.set(view.id, view);
        tasks.set(view.id, view);
      }),
    ),
  );
  await pause(2_000);
  const begun = performance.now();
  const cpuBefore = await cpuSeconds(server.pid);
  const submitted = await Promise.all(
    users.map(async ({ call, image }) => {
      const ids = [];
      for (let index = 0; index < EACH; index += 1) ids.push(await press(call, image, submits));
      return ids;
    }),
  );
  const open = () =>
    users.reduce(
      (sum, { tasks }, at) => sum + submitted[at].filter((id) => !ENDED.has(tasks.get(id)?.status)).length,
      0,
    );
  while (open() > 0) await pause(200);
  const [seconds, cpu] = [(performance.now() - begun) / 1_000, (await cpuSeconds(server.pid)) - cpuBefore];
  // What is on its way to the slower listener may still arrive.
  await pause(3_000);
  for (const stop of stops) await stop();
  const missed = users.reduce(
    (sum, { received }, at) =>
      sum +
      received.reduce((all, seen) => all + submitted[at].filter((id) => !ENDED.has(seen.get(id)?.status)).length, 0),
    0,
  );
  return { views: users.map(({ tasks }, at) => submitted[at].map((id) => tasks.get(id))), missed, seconds, cpu };
}

const began = performance.now();
let running = true;
const watching = (async () => {
  while (running) {
    memory.push([
      (performance.now() - began) / 1_000,
      await residentMiB(server.pid),
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024,
    ]);
    await pause(SAMPLE_MS);
  }
})();
const rounds = [];
for (let index = 0; index < ROUNDS; index += 1) rounds.push(await round());
running = false;
await watching;

const total = (name) => rounds.reduce((sum, one) => sum + one[name], 0);
const [seconds, cpu, missed] = [total('seconds'), total('cpu'), total('missed')];
const views = rounds.flatMap((one) => one.views);
const waitsOf = (own) =>
  own.map(({ createdAt, startedAt, finishedAt }) => ((startedAt ?? finishedAt) - createdAt) / 1_000);
const waits = views.map(waitsOf);
/** How alike the mean waits of one round's visitors are, by Jain's index, and how many times the least the most is. */
const fairness = rounds.map((one) => {
  const means = one.views.map(waitsOf).map((own) => own.reduce((sum, wait) => sum + wait, 0) / own.length);
  return {
    jain: means.reduce((a, b) => a + b, 0) ** 2 / (means.length * means.reduce((a, b) => a + b * b, 0)),
    ratio: Math.max(...means) / Math.max(Math.min(...means), 0.001),
  };
});
const all = waits.flat();
const spread = (values) => ({ least: Math.min(...values), p50: percentile(values, 0.5), most: Math.max(...values) });
row(`${views.length} visitors, ${EACH} creations each`, {
  creations: all.length,
  failed: views.flat().filter(({ status }) => status !== 'succeeded').length,
  'all s': seconds,
  'a second': all.length / seconds,
});
row('submitted', { 'p50 ms': percentile(submits, 0.5), 'p99 ms': percentile(submits, 0.99) });
row('waiting, all creations', {
  'p50 s': percentile(all, 0.5),
  'p95 s': percentile(all, 0.95),
  'max s': Math.max(...all),
});
row('waiting, p50 of each visitor', spread(waits.map((own) => percentile(own, 0.5))));
row('waiting, p95 of each visitor', spread(waits.map((own) => percentile(own, 0.95))));
row('waiting, longest of each visitor', spread(waits.map((own) => Math.max(...own))));
row('mean waits, least fair round', {
  'Jain 0..1': Math.min(...fairness.map(({ jain }) => jain)),
  'most / least': Math.max(...fairness.map(({ ratio }) => ratio)),
});
row(`${views.length * LISTENERS_EACH} listeners`, {
  'changes heard': changes,
  reconnects,
  'ends not heard': missed,
  of: all.length * LISTENERS_EACH,
});
row('lateness of a beginning', {
  'p50 ms': percentile(late.started, 0.5),
  'p99 ms': percentile(late.started, 0.99),
  'max ms': Math.max(...late.started),
});
row('lateness of an end', {
  'p50 ms': percentile(late.ended, 0.5),
  'p99 ms': percentile(late.ended, 0.99),
  'max ms': Math.max(...late.ended),
});
const settled = memory.slice(Math.floor(memory.length / 4));
const byQuarter = (column) =>
  Object.fromEntries(
    [0, 1, 2, 3].map((quarter) => [
      `quarter ${quarter + 1}`,
      percentile(
        memory
          .slice(Math.floor((memory.length * quarter) / 4), Math.floor((memory.length * (quarter + 1)) / 4))
          .map((sample) => sample[column]),
        0.5,
      ),
    ]),
  );
row('memory, server and its children', {
  'peak MiB': Math.max(...memory.map(([, whole]) => whole)),
  ...byQuarter(1),
  'MiB an hour': slopeAnHour(settled.map(([at, whole]) => [at, whole])),
});
row('memory, server alone', { ...byQuarter(2), 'MiB an hour': slopeAnHour(settled.map(([at, , own]) => [at, own])) });
row('processor of the server alone', {
  s: cpu,
  'ms a creation': (cpu * 1_000) / all.length,
  'of one core': cpu / seconds,
});
await server.stop();
