import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config.js';
import { CREDITS_PROJECTIONS } from '../../../src/credits/index.js';
import type { DocumentStore, Json } from '../../../src/platform/documents/port.js';
import { createMemoryJobs } from '../../../src/platform/jobs/memory.js';
import type { Side } from '../../../src/platform/migrate/side.js';
import { openSide, runMigrate, type OpenSide, type SideName } from '../../../src/migrate-run.js';
import { startApp } from '../../support/servers/app.js';
import { collect } from '../../support/browser/collect.js';
import { inMemory } from '../../support/servers/migrate.js';
import { startServer } from '../../support/servers/server.js';
import { until } from '../../support/until.js';
import { signInVisitor, type Visitor } from '../../support/people/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const AUTH_SECRET = 'the one secret of an installation, on every machine';
const SERVERS = {
  EVENT_STORE_URL: 'esdb://127.0.0.1:1',
  MONGODB_URL: 'mongodb://127.0.0.1:1/kinora',
  REDIS_URL: 'redis://127.0.0.1:1',
  S3_BUCKET: 'kinora',
  S3_REGION: 'here',
};
const ENV = { ROLES: 'api,worker,projector', AUTH_SECRET };
const clock = { now: () => Date.now() };
const done = async (): Promise<void> => {};

let said: string[];
let complained: string[];
const folders: string[] = [];
beforeEach(() => {
  said = [];
  complained = [];
});
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-migrate-'));
  folders.push(folder);
  return folder;
}

/** Runs the operator's command, with stores in memory where servers would be. */
function run(
  dataDir: string,
  distributed: Side,
  args: readonly string[],
  env: Readonly<Record<string, string>> = SERVERS,
): Promise<number> {
  const open = async (name: SideName, config: Parameters<typeof openSide>[1]): Promise<OpenSide> =>
    name === 'embedded'
      ? openSide(name, config)
      : { side: distributed, jobs: createMemoryJobs(clock), mailFolder: join(dataDir, 'no-mail'), close: done };
  const lines = { say: (line: string) => void said.push(line), complain: (line: string) => void complained.push(line) };
  return runMigrate(
    args,
    readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env }),
    clock,
    open,
    lines,
  );
}
const OUT = ['--from', 'embedded', '--to', 'distributed'];
const BACK = ['--from', 'distributed', '--to', 'embedded'];

/** Stores that stay open when an app on them ends. */
function lasting<T extends { close(): Promise<void> }>(store: T): T {
  return new Proxy(store, {
    get: (target, property): unknown => {
      if (property === 'close') return done;
      const member: unknown = Reflect.get(target, property, target);
      return typeof member === 'function'
        ? (...given: unknown[]): unknown => Reflect.apply(member, target, given)
        : member;
    },
  });
}

/** What a visitor is shown, by the session of before. */
async function shown(url: string, visitor: Visitor, taskId: string) {
  const headers = { cookie: visitor.cookie() };
  const ask = async (path: string, input: object): Promise<unknown> =>
    (await fetch(`${url}/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })).json();
  const task: unknown = await ask('task.get', { id: taskId });
  const path = /"url":"([^"]+)"/.exec(JSON.stringify(task))?.[1] ?? '/no-picture';
  const image = await fetch(`${url}${path}`, { headers });
  const session: unknown = await (await fetch(`${url}/api/auth/session`, { headers })).json();
  return {
    task,
    session: String(Reflect.get(Object(Reflect.get(Object(session), 'user')), 'id')),
    picture: [
      image.status,
      image.headers.get('content-type'),
      Buffer.from(await image.arrayBuffer()).toString('base64'),
    ],
    balance: await ask('credits.balance', {}),
    statement: await ask('credits.statement', {}),
    tasks: await ask('task.list', {}),
  };
}

/** What the test has waited for. Others may have been behind when the server was stopped. */
const SHOWN = CREDITS_PROJECTIONS.filter((name) => /balance|statement/.test(name));

/** Balances and statement lines without the places they were folded to. */
async function folded(documents: DocumentStore): Promise<readonly (readonly [string, Json | undefined])[]> {
  const all = [];
  for (const name of SHOWN) {
    for (const { id, document } of await collect(documents.carryOut(name)))
      all.push([
        `${name} ${id}`,
        document !== null && typeof document === 'object' && 'data' in document ? document.data : undefined,
      ] as const);
  }
  return all;
}

describe('an installation that is moved', () => {
  it(
    'shows a visitor the same session, credits, statement and picture, there and back',
    async () => {
      const [first, second] = [await newFolder(), await newFolder()];
      const before = await startServer({ dataDir: first, env: ENV });
      const visitor = await signInVisitor(before.url);
      await until(
        () => visitor.api.credits.balance.query({}),
        ({ available }) => available === 10,
      );
      const { id } = await visitor.api.text2Image.create.mutate({
        requestId: randomUUID(),
        prompt: 'sunset over a lake',
        model: 'preview',
        aspect: '16:9',
        count: 1,
        seed: 7,
        price: { amount: 100, priceVersion: 1 },
      });
      await until(
        () => visitor.api.task.get.query({ id }),
        (task) => task.captured !== undefined,
      );
      await until(
        () => visitor.api.credits.line.query({ id }),
        (line) => line !== null && line.steps.length > 1,
      );
      const was = await shown(before.url, visitor, id);
      await before.stop();
      expect(was.picture.slice(0, 2)).toEqual([200, 'image/png']);
      expect(JSON.stringify(was.balance)).toContain('"available":9');

      const far = inMemory();
      expect([await run(first, far, OUT, { ...SERVERS, AUTH_SECRET }), complained]).toEqual([0, []]);
      expect(said.at(-1)).toBe('The distributed stores hold the same as the embedded stores; every chain is intact.');
      const app = await startApp({
        env: ENV,
        parts: { events: lasting(far.events), documents: lasting(far.documents), blobs: lasting(far.blobs) },
      });
      await until(
        () => shown(app.url, visitor, id),
        ({ statement }) => JSON.stringify(statement) === JSON.stringify(was.statement),
      );
      expect(await shown(app.url, visitor, id)).toEqual(was);
      await app.close();
      const opened = await openSide('embedded', readConfig({ NODE_ENV: 'test', DATA_DIR: first, LOG_LEVEL: 'silent' }));
      expect(await folded(far.documents)).toEqual(await folded(opened.side.documents));
      await opened.close();

      // Into a new folder, and into the old one, which is an earlier state by now.
      for (const folder of [second, first]) {
        expect([await run(folder, far, BACK, { ...SERVERS, AUTH_SECRET }), complained]).toEqual([0, []]);
        const after = await startServer({ dataDir: folder, env: ENV });
        await until(
          () => shown(after.url, visitor, id),
          ({ statement }) => JSON.stringify(statement) === JSON.stringify(was.statement),
        );
        expect(await shown(after.url, visitor, id)).toEqual(was);
        await after.stop();
      }
    },
    PATIENCE,
  );
});

describe('npm run migrate', () => {
  it.each([
    [[]],
    [['--from', 'embedded']],
    [['--from', 'embedded', '--to', 'embedded']],
    [['--from', 'here', '--to', 'there']],
    [['--force']],
  ])('says how it is called for %j', async (args) => {
    expect([await run(await newFolder(), inMemory(), args), said]).toEqual([2, []]);
    expect(complained).toEqual([expect.stringContaining('npm run migrate -- --from embedded --to distributed')]);
  });

  it('names the variables that are missing, and a folder that is none', async () => {
    const folder = await newFolder();
    expect(await run(folder, inMemory(), OUT, { EVENT_STORE_URL: SERVERS.EVENT_STORE_URL })).toBe(1);
    expect(await run(folder, inMemory(), OUT)).toBe(1);
    expect(complained).toEqual([
      'The distributed stores are not all named: MONGODB_URL, REDIS_URL, S3_BUCKET are not set.',
      `There is no data folder at ${folder}. Name it with DATA_DIR.`,
    ]);
  });

  it('refuses to replace what somebody has done on the target since, and says so', async () => {
    const [folder, far] = [await newFolder(), inMemory()];
    await (await openSide('embedded', readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent' }))).close();
    expect([await run(folder, far, OUT), await run(folder, far, OUT)]).toEqual([0, 0]);
    await far.documents.carryIn('users_v1', [{ id: 'u', version: 1, document: {}, outbox: [] }]);
    expect(await run(folder, far, OUT)).toBe(1);
    expect(complained).toEqual([
      expect.stringMatching(
        /^The distributed stores have been used since the last migration: .* Nothing was changed\./,
      ),
    ]);
    expect(await far.documents.collections()).toContain('users_v1');
  });

  it('does nothing while a server has the folder', async () => {
    const folder = await newFolder();
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const holder = await openSide('embedded', config);
    expect(await run(folder, inMemory(), OUT)).toBe(1);
    expect(complained).toEqual([
      expect.stringMatching(
        /^Kinora has the data folder .* open \(process \d+ on .*\)\. Stop it and run this again\.$/,
      ),
    ]);
    await holder.close();
  });

  it('tells what stays behind, and ends with 1 when the sides differ', async () => {
    const folder = await newFolder();
    const holder = await openSide('embedded', readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent' }));
    await holder.side.documents.carryIn('uploads_v1', [
      { id: 'a', version: 1, document: { state: 'arriving' }, outbox: [] },
    ]);
    await holder.jobs.add({ id: 't1_1', queue: 'creation', payload: {} });
    await holder.close();
    expect(await run(folder, inMemory(), OUT)).toBe(0);
    expect(said).toContain(
      `Left behind: uploads still arriving: 1; letters in ${join(folder, 'mail')}: 0; jobs, which are recreated from their tasks: 1.`,
    );
    const lossy = inMemory();
    lossy.documents.carryIn = done;
    const other = await openSide('embedded', readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent' }));
    await other.side.documents.carryIn('users_v1', [{ id: 'u', version: 1, document: {}, outbox: [] }]);
    await other.close();
    expect(await run(folder, lossy, OUT)).toBe(1);
    expect(complained).toEqual([
      'The documents of users_v1 are not the same on both sides: 1 with 0 messages in the source, 0 with 0 in the target.',
    ]);
    expect(said.at(-1)).toContain('The migration is incomplete.');
  });
});
