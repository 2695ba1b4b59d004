import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppRouter } from '../../../src/app-router.js';
import type {
  BoardContent,
  BoardEdge,
  BoardNode,
  BoardStateView,
  NodeId,
} from '../../../src/creation/boards/board.shared.js';
import { turnOf } from '../../../src/creation/boards/chat.shared.js';
import { member, PASSWORD, Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { FetchEventSource } from '../../support/servers/event-source.js';
import { startServer, type Server } from '../../support/servers/server.js';
import { until } from '../../support/until.js';
import { signInVisitor, type Visitor } from '../../support/people/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 900_000;

const idOf = (name: string): NodeId => name as NodeId; // a test's own
const words: BoardNode = { kind: 'words', id: idOf('words'), x: 0, y: 0, text: 'sunset over mountains and a lake' };
const image: BoardNode = {
  kind: 'creation',
  id: idOf('picture'),
  x: 300,
  y: 0,
  procedure: 'text2Image.create',
  model: 'preview',
  settings: { seed: 7, aspect: '16:9' },
  prompt: '',
};
const restyled: BoardNode = {
  kind: 'creation',
  id: idOf('restyled'),
  x: 600,
  y: 0,
  procedure: 'image2Image.create',
  model: 'preview-restyle',
  settings: { seed: 7, style: 'ink' },
  prompt: '',
};
const video: BoardNode = {
  kind: 'creation',
  id: idOf('film'),
  x: 900,
  y: 0,
  procedure: 'video.createVideoByImage',
  model: 'parallax',
  settings: { seconds: 3, resolution: '480p' },
  prompt: '',
};
const edge = (from: BoardNode, to: BoardNode, feeds: BoardEdge['feeds'] = 'image'): BoardEdge => ({
  id: `${from.id}-${to.id}`,
  from: from.id,
  to: to.id,
  feeds,
});
/** Words, a picture of them, made over, and a film of that. */
const CHAIN: BoardContent = {
  nodes: [words, image, restyled, video],
  edges: [edge(words, image, 'prompt'), edge(image, restyled), edge(restyled, video)],
};

describe('boards over the wire', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
  }, PATIENCE);
  afterAll(() => app.close(), PATIENCE);

  async function arrive(): Promise<Person> {
    const who = new Person(app.url);
    await who.visit();
    await until(
      () => who.api.credits.balance.query({}),
      ({ available }) => available === 10,
    );
    return who;
  }
  const running = { to: null, version: 1, total: 100 };

  it(
    'are empty until they are saved, one for each project',
    async () => {
      const { api } = await arrive();
      const project = await api.project.create.mutate({ requestId: randomUUID(), name: 'Harbour' });
      expect(await api.board.get.query({})).toMatchObject({ version: 0, nodes: [], edges: [] });
      const saved = await api.board.save.mutate({ projectId: project.id.toUpperCase(), version: 0, ...CHAIN });
      expect(saved).toEqual({ projectId: project.id, version: 1, ...CHAIN });
      expect(await api.board.get.query({ projectId: project.id })).toEqual(saved);
      expect(await api.board.get.query({})).toMatchObject({ version: 0, nodes: [] });
      await api.project.delete.mutate({ id: project.id });
      expect(await refusal(api.board.get.query({ projectId: project.id }))).toMatchObject({
        identifier: 'PROJECT_NOT_FOUND',
      });
      expect(await refusal(api.board.save.mutate({ projectId: project.id, version: 1, ...CHAIN }))).toMatchObject({
        identifier: 'PROJECT_NOT_FOUND',
      });
    },
    PATIENCE,
  );

  it(
    'that another tab has saved are not overwritten',
    async () => {
      const { api } = await arrive();
      const [first, second] = await Promise.allSettled([
        api.board.save.mutate({ version: 0, ...CHAIN }),
        api.board.save.mutate({ version: 0, nodes: [image], edges: [] }),
      ]);
      expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
      const kept = await api.board.get.query({});
      expect(await refusal(api.board.save.mutate({ version: 0, ...CHAIN }))).toEqual({
        identifier: 'BOARD_CHANGED',
        params: { version: 1 },
      });
      expect(await api.board.get.query({})).toEqual(kept);
      expect((await api.board.save.mutate({ version: 1, nodes: [], edges: [] })).version).toBe(2);
    },
    PATIENCE,
  );

  it(
    'that make no sense are refused, with the node where it is',
    async () => {
      const { api } = await arrive();
      const refused = async (content: BoardContent) => refusal(api.board.save.mutate({ version: 0, ...content }));
      expect(
        await refused({
          nodes: [restyled, video],
          edges: [edge(restyled, video), { ...edge(video, restyled), feeds: 'image' }],
        }),
      ).toEqual({ identifier: 'BOARD_INVALID', params: { node: 'restyled', reason: 'wrong-kind' } });
      expect(await refused({ nodes: [restyled], edges: [edge(restyled, restyled)] })).toEqual({
        identifier: 'BOARD_INVALID',
        params: { node: 'restyled', reason: 'cycle' },
      });
      expect(await refused({ nodes: [image], edges: [edge(image, video)] })).toEqual({
        identifier: 'BOARD_INVALID',
        params: { node: 'picture', reason: 'unknown-node' },
      });
      expect(await refused({ nodes: [{ ...image, settings: { long: 'x'.repeat(20_001) } }], edges: [] })).toMatchObject(
        { identifier: 'VALIDATION_ERROR' },
      );
      expect(await api.board.get.query({})).toMatchObject({ version: 0 });
    },
    PATIENCE,
  );

  it(
    'say what they cost before anything is held, and what keeps them from being made',
    async () => {
      const { api } = await arrive();
      await api.board.save.mutate({ version: 0, ...CHAIN });
      const quote = await api.board.quote.query({ to: null });
      expect(quote).toMatchObject({
        version: 1,
        refused: [],
        likeness: [],
        steps: [{ node: 'picture', price: 1, status: 'waiting' }, { node: 'restyled', price: 1 }, { node: 'film' }],
      });
      expect(quote.total).toBe(quote.steps.reduce((sum, { price }) => sum + price, 0));
      expect(await api.board.quote.query({ to: idOf('picture') })).toMatchObject({
        total: 1,
        steps: [{ node: 'picture' }],
      });
      expect(await refusal(api.board.quote.query({ to: idOf('words') }))).toEqual({
        identifier: 'BOARD_INVALID',
        params: { node: 'words', reason: 'unknown-node' },
      });
      await api.board.save.mutate({
        version: 1,
        nodes: [words, restyled, { ...video, kind: 'creation', settings: { seconds: 4 } }],
        edges: [],
      });
      const refused = await api.board.quote.query({ to: null });
      expect(refused).toMatchObject({
        total: 0,
        steps: [],
        refused: [
          { node: 'restyled', error: { identifier: 'VALIDATION_ERROR', params: { field: 'image' } } },
          { node: 'film', error: { identifier: 'VALIDATION_ERROR' } },
        ],
      });
      expect(await refusal(api.board.run.mutate({ ...running, version: 2, requestId: randomUUID() }))).toEqual({
        identifier: 'VALIDATION_ERROR',
        params: { field: 'image', node: 'restyled' },
      });
      expect(await api.credits.balance.query({})).toMatchObject({ available: 10, held: 0 });
    },
    PATIENCE,
  );

  it(
    'are run once a request, by what was shown, one run at a time',
    async () => {
      const { api } = await arrive();
      await api.board.save.mutate({ version: 0, ...CHAIN });
      const { total } = await api.board.quote.query({ to: null });
      const requestId = randomUUID();
      expect(await refusal(api.board.run.mutate({ ...running, requestId, total: total - 1 }))).toMatchObject({
        identifier: 'PRICE_CHANGED',
        params: { amount: total },
      });
      expect(await refusal(api.board.run.mutate({ ...running, requestId, version: 3 }))).toEqual({
        identifier: 'BOARD_CHANGED',
        params: { version: 1 },
      });
      expect(await api.board.get.query({})).not.toHaveProperty('run');
      const run = await api.board.run.mutate({ ...running, requestId, total });
      expect(run).toMatchObject({
        status: 'running',
        total,
        steps: [
          { node: 'picture', status: 'running' },
          { node: 'restyled', status: 'waiting' },
          { node: 'film', status: 'waiting' },
        ],
      });
      const again = await Promise.all([
        api.board.run.mutate({ ...running, requestId, total }),
        api.board.run.mutate({ ...running, requestId: requestId.toUpperCase(), total }),
      ]);
      expect(again.map(({ id }) => id)).toEqual([run.id, run.id]);
      expect((await api.task.list.query({})).tasks).toHaveLength(1);
      expect(
        await until(
          () => api.credits.balance.query({}),
          ({ held }) => held > 0,
        ),
      ).toMatchObject({ available: 9, held: 1 });
      expect(await refusal(api.board.run.mutate({ ...running, requestId, to: idOf('film') }))).toMatchObject({
        identifier: 'IDEMPOTENCY_MISMATCH',
      });
      expect(await refusal(api.board.run.mutate({ ...running, requestId: randomUUID() }))).toMatchObject({
        identifier: 'BOARD_RUNNING',
      });
      expect(await refusal((await arrive()).api.board.cancel.mutate({ runId: run.id }))).toMatchObject({
        identifier: 'RUN_NOT_FOUND',
      });
      expect(await api.board.cancel.mutate({ runId: run.id })).toMatchObject({
        status: 'canceled',
        steps: [{ status: 'canceled' }, { status: 'canceled' }, { status: 'canceled' }],
      });
      expect(
        await until(
          () => api.credits.balance.query({}),
          ({ held }) => held === 0,
        ),
      ).toMatchObject({ available: 10 });
    },
    PATIENCE,
  );

  it(
    'that cost more than there is are not begun',
    async () => {
      const { api } = await arrive();
      await api.board.save.mutate({
        version: 0,
        nodes: [0, 1, 2].map((number) => ({
          ...image,
          kind: 'creation' as const,
          id: idOf(`p${number}`),
          prompt: 'a lake',
          settings: { seed: number, count: 4 },
        })),
        edges: [],
      });
      expect(await refusal(api.board.run.mutate({ ...running, requestId: randomUUID() }))).toEqual({
        identifier: 'CREDITS_NOT_ENOUGH',
        params: { needed: 12, available: 10 },
      });
      expect((await api.task.list.query({})).tasks).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'with a person’s likeness need it said that the person consents, with every run',
    async () => {
      const { api } = await arrive();
      const likeness = (to: string): BoardNode => ({
        kind: 'creation',
        id: idOf(to),
        x: 0,
        y: 0,
        procedure: 'imageTools.faceSwap',
        model: 'face-swap',
        settings: {},
        prompt: '',
      });
      const swapped = likeness('swapped');
      const source: BoardNode = { ...image, kind: 'creation', prompt: 'a lake' };
      await api.board.save.mutate({
        version: 0,
        nodes: [source, swapped],
        edges: [edge(source, swapped), { ...edge(source, swapped), id: 'face', feeds: 'face' }],
      });
      expect(await api.board.quote.query({ to: null })).toMatchObject({ likeness: ['swapped'], refused: [] });
      expect(await refusal(api.board.run.mutate({ ...running, requestId: randomUUID() }))).toEqual({
        identifier: 'VALIDATION_ERROR',
        params: { field: 'consent', node: 'swapped' },
      });
      expect(await api.board.run.mutate({ ...running, requestId: randomUUID(), consent: true })).toMatchObject({
        status: 'running',
      });
    },
    PATIENCE,
  );

  it(
    'come along with a visitor who signs in, and are nobody else’s',
    async () => {
      const account = await member(app, 'board@example.org');
      const visitor = await arrive();
      await visitor.api.board.save.mutate({ version: 0, ...CHAIN });
      const project = await visitor.api.project.create.mutate({ requestId: randomUUID(), name: 'Harbour' });
      await visitor.api.board.save.mutate({ projectId: project.id, version: 0, nodes: [image], edges: [] });
      expect(await refusal(account.api.board.get.query({ projectId: project.id }))).toMatchObject({
        identifier: 'PROJECT_NOT_FOUND',
      });
      await visitor.enter({ email: 'board@example.org', password: PASSWORD });
      const board = await until(
        () => account.api.board.get.query({}),
        ({ nodes }) => nodes.length > 0,
      );
      expect(board).toMatchObject({ nodes: CHAIN.nodes.map(({ id }) => ({ id })), edges: CHAIN.edges });
      expect(
        (
          await until(
            () => account.api.board.get.query({ projectId: project.id }).catch(() => undefined),
            (one) => one !== undefined,
          )
        )?.nodes,
      ).toMatchObject([{ id: 'picture' }]);
    },
    PATIENCE,
  );
});

describe('a chain of creations on the real engine', () => {
  let dataDir: string;
  let server: Server;
  const start = (): Promise<Server> => startServer({ dataDir, env: { ROLES: 'api,worker,projector' } });
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-boards-'));
    server = await start();
  }, PATIENCE);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE);

  /** What the live subscription tells until it satisfies. */
  async function watch(
    visitor: Visitor,
    satisfied: (work: BoardStateView) => boolean,
  ): Promise<readonly BoardStateView[]> {
    const cookie = visitor.cookie();
    class SessionSource extends FetchEventSource {
      constructor(url: string) {
        super(url, { headers: { cookie } });
      }
    }
    const live = createTRPCClient<AppRouter>({
      links: [httpSubscriptionLink({ url: `${server.url}/api/trpc`, EventSource: SessionSource })],
    });
    const seen: BoardStateView[] = [];
    await new Promise<void>((resolve, reject) => {
      const subscription = live.board.watch.subscribe(
        {},
        {
          onData: ({ data }) => {
            seen.push(data);
            if (!satisfied(data)) return;
            subscription.unsubscribe();
            resolve();
          },
          onError: reject,
        },
      );
    });
    return seen;
  }

  it(
    'is carried to its end, across the death of the process, while nobody watches, and costs what its steps cost',
    async () => {
      const deviceId = randomUUID();
      let visitor = await signInVisitor(server.url, deviceId);
      await until(
        () => visitor.api.credits.balance.query({}),
        ({ available }) => available === 10,
      );
      await visitor.api.board.save.mutate({ version: 0, ...CHAIN });
      const { total } = await visitor.api.board.quote.query({ to: null });
      expect(total).toBeLessThanOrEqual(10);
      const { id } = await visitor.api.board.run.mutate({ to: null, version: 1, requestId: randomUUID(), total });
      await until(
        () => visitor.api.board.get.query({}),
        ({ run }) => run?.steps[0]?.status === 'succeeded',
      );
      await server.kill9();
      server = await start();
      visitor = await signInVisitor(server.url, deviceId);
      const { run } = await until(
        () => visitor.api.board.get.query({}),
        (board) => board.run !== undefined && board.run.status !== 'running',
      );
      expect(run).toMatchObject({
        id,
        status: 'succeeded',
        total,
        steps: [{ status: 'succeeded' }, { status: 'succeeded' }, { status: 'succeeded' }],
      });
      const tasks = await until(
        async () => (await visitor.api.task.list.query({})).tasks,
        (all) => all.every(({ captured }) => captured !== undefined),
      );
      expect(tasks.map(({ procedure }) => procedure).sort()).toEqual([
        'image2Image.create',
        'text2Image.create',
        'video.createVideoByImage',
      ]);
      expect(tasks.reduce((sum, { captured }) => sum + (captured ?? 0), 0)).toBe(total);
      expect(
        await until(
          () => visitor.api.credits.balance.query({}),
          ({ held }) => held === 0,
        ),
      ).toMatchObject({ available: 10 - total });
      const [made] = tasks.filter(({ procedure }) => procedure === 'video.createVideoByImage');
      expect(made).toMatchObject({ media: 'video', seconds: 3, outputs: [{ state: 'ready', type: 'video/mp4' }] });
      expect(await visitor.api.board.quote.query({ to: null })).toMatchObject({
        total: 0,
        steps: [{ status: 'reused' }, { status: 'reused' }, { status: 'reused' }],
      });
    },
    PATIENCE,
  );

  it(
    'is told live, and a conversation goes on from the picture before',
    async () => {
      const visitor = await signInVisitor(server.url);
      await until(
        () => visitor.api.credits.balance.query({}),
        ({ available }) => available === 10,
      );
      let version = 0;
      let board: BoardContent = { nodes: [], edges: [] };
      for (const [number, text] of ['a lighthouse at night', 'as an oil painting'].entries()) {
        const turn = turnOf(board, {
          text,
          id: idOf(`turn-${number}`),
          edge: `edge-${number}`,
          seed: number,
          models: { first: 'preview', next: 'preview-restyle' },
        });
        if (!turn.ok) throw new Error(turn.error);
        const saved = await visitor.api.board.save.mutate({ version, ...turn.value.board });
        const run = await visitor.api.board.run.mutate({
          to: turn.value.node.id,
          version: saved.version,
          requestId: randomUUID(),
          total: 1,
        });
        const received = await watch(visitor, (work) => work.run?.id === run.id && work.run.status !== 'running');
        expect(received.at(-1)).toMatchObject({
          run: { status: 'succeeded', total: 1 },
          made: { [turn.value.node.id]: { index: 0 } },
        });
        const versions = received.map((work) => work.version);
        expect(versions).toEqual([...versions].sort((a, b) => a - b));
        const kept = await visitor.api.board.get.query({});
        board = { nodes: kept.nodes, edges: kept.edges };
        ({ version } = kept);
      }
      const tasks = await until(
        async () => (await visitor.api.task.list.query({})).tasks,
        (all) => all.every(({ captured }) => captured !== undefined),
      );
      expect(tasks.map(({ procedure, sources }) => [procedure, sources.length])).toEqual([
        ['image2Image.create', 1],
        ['text2Image.create', 0],
      ]);
      const first = tasks[1]?.outputs[0];
      const source = tasks[0]?.sources[0];
      if (first?.state !== 'ready' || source === undefined) throw new Error('no picture');
      const [given, made] = await Promise.all(
        [source.url, first.url].map(async (url) => Buffer.from(await (await visitor.fetch(url)).arrayBuffer())),
      );
      expect(given?.equals(made ?? Buffer.alloc(0))).toBe(true);
    },
    PATIENCE,
  );
});
