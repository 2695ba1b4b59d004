import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { defined } from '../../../src/kernel/defined.shared.js';
import type { AppRouter } from '../../../src/app-router.js';
import type { TaskView } from '../../../src/creation/tasks/task.shared.js';
import { FetchEventSource } from '../../support/servers/event-source.js';
import { refusalOf } from '../../support/refusal.js';
import { startServer, type Server } from '../../support/servers/server.js';
import { until } from '../../support/until.js';
import { signInVisitor, type Visitor } from '../../support/people/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const hasEnded = ({ status }: TaskView): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'canceled';

type Given = Partial<Parameters<Visitor['api']['text2Image']['create']['mutate']>[0]>;
const requestWith = (given: Given = {}) => ({
  requestId: randomUUID(),
  prompt: 'sunset over mountains and a lake',
  model: 'preview',
  aspect: '16:9' as const,
  count: 1,
  seed: 7,
  price: { amount: 100, priceVersion: 1 },
  ...given,
});

describe('creating pictures over the wire, on the real engine', () => {
  let dataDir: string;
  let server: Server;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-creation-'));
    server = await startServer({ dataDir, env: { ROLES: 'api,worker,projector' } });
  }, PATIENCE);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE);

  async function arrive(): Promise<Visitor> {
    const visitor = await signInVisitor(server.url);
    await until(
      () => visitor.api.credits.balance.query({}),
      ({ available }) => available === 10,
    );
    return visitor;
  }
  const settled = (visitor: Visitor, id: string): Promise<TaskView> =>
    until(
      () => visitor.api.task.get.query({ id }),
      (task) => hasEnded(task) && task.captured !== undefined,
    );

  /** Every view that the live subscription sends, from before something is done until one satisfies. */
  async function watch(
    visitor: Visitor,
    act: () => Promise<void>,
    satisfied: (task: TaskView) => boolean,
    each: (task: TaskView) => Promise<void> = async () => undefined,
  ): Promise<TaskView[]> {
    const cookie = visitor.cookie();
    class SessionSource extends FetchEventSource {
      constructor(url: string) {
        super(url, { headers: { cookie } });
      }
    }
    const live = createTRPCClient<AppRouter>({
      links: [httpSubscriptionLink({ url: `${server.url}/api/trpc`, EventSource: SessionSource })],
    });
    const seen: TaskView[] = [];
    const looks: Promise<void>[] = [];
    await new Promise<void>((resolve, reject) => {
      const subscription = live.task.onChange.subscribe(undefined, {
        onStarted: () => {
          act().catch(reject);
        },
        onData: ({ data }) => {
          seen.push(data);
          looks.push(each(data));
          if (!satisfied(data)) return;
          subscription.unsubscribe();
          resolve();
        },
        onError: reject,
      });
    });
    await Promise.all(looks);
    return seen;
  }

  it(
    'queues, draws, delivers and captures, and says what was understood',
    async () => {
      const visitor = await arrive();
      const { id, data, token } = await visitor.api.text2Image.create.mutate(
        requestWith({ count: 2, prompt: 'sunset over mountains and a lake with a flibbertigibbet' }),
      );
      expect(data).toMatchObject({ id, status: 'queued', price: 2, width: 1024, height: 576 });
      expect(await visitor.api.credits.balance.query({ after: token })).toMatchObject({ available: 8, held: 2 });
      const task = await settled(visitor, id);
      expect(task).toMatchObject({
        status: 'succeeded',
        percent: 100,
        captured: 2,
        outputs: [
          { state: 'ready', seed: 7 },
          { state: 'ready', seed: 8 },
        ],
      });
      expect(task.understanding?.understood.map(({ means }) => means)).toEqual(
        expect.arrayContaining(['sunset', 'mountains', 'lake']),
      );
      expect(task.understanding?.ignored).toContain('flibbertigibbet');
      expect(
        await until(
          () => visitor.api.credits.balance.query({}),
          ({ held }) => held === 0,
        ),
      ).toMatchObject({ available: 8 });
      const line = await until(
        () => visitor.api.credits.line.query({ id }),
        (one) => one !== null && one.steps.length > 1,
      );
      expect(line).toMatchObject({
        id,
        kind: 'creation',
        net: -2,
        steps: [
          { what: 'held', amount: 2 },
          { what: 'captured', amount: 2 },
        ],
      });
    },
    PATIENCE,
  );

  it(
    'tells every step as it happens, with pictures that grow',
    async () => {
      const visitor = await arrive();
      const previews = new Map<
        string,
        { readonly status: number; readonly type: string | null; readonly caching: string | null }
      >();
      let id = '';
      const press = async (): Promise<void> =>
        void ({ id } = await visitor.api.text2Image.create.mutate(requestWith({ count: 2, seed: 100 })));
      const seen = await watch(
        visitor,
        press,
        (task) => task.id === id && task.captured !== undefined,
        async ({ outputs }) => {
          for (const output of outputs) {
            if (output.state !== 'pending' || output.previewUrl === undefined || previews.has(output.previewUrl))
              continue;
            previews.set(output.previewUrl, { status: 0, type: null, caching: null });
            const answer = await visitor.fetch(output.previewUrl);
            previews.set(output.previewUrl, {
              status: answer.status,
              type: answer.headers.get('content-type'),
              caching: answer.headers.get('cache-control'),
            });
          }
        },
      );
      // A task that need not wait may be at work before anyone has looked.
      const statuses = [...new Set(seen.map(({ status }) => status))].filter(
        (status) => status !== 'reserving' && status !== 'queued',
      );
      expect(statuses).toEqual(['processing', 'succeeded']);
      const versions = seen.map(({ version }) => version);
      expect(versions).toEqual([...versions].sort((a, b) => a - b));
      const percents = seen.map(({ percent }) => percent);
      expect(percents).toEqual([...percents].sort((a, b) => a - b));
      const stages = new Set(
        seen.flatMap(({ outputs }) => outputs.flatMap((output) => (output.state === 'pending' ? [output.stage] : []))),
      );
      expect(stages).toContain('drawing');
      // A preview is gone once its picture is there; the others are what was drawn so far.
      const shown = [...previews.values()].filter(({ status }) => status === 200);
      expect(shown.length).toBeGreaterThan(0);
      expect(new Set(shown.map(({ type, caching }) => `${type} ${caching}`))).toEqual(new Set(['image/webp no-store']));
      expect([...previews.values()].every(({ status }) => status === 200 || status === 404)).toBe(true);
    },
    PATIENCE,
  );

  it(
    'serves the picture to its owner: whole, in part, smaller, for download, and not again when it is known',
    async () => {
      const visitor = await arrive();
      const { id } = await visitor.api.text2Image.create.mutate(requestWith({ prompt: 'a lake: "calm" / été 湖' }));
      const [output] = (await settled(visitor, id)).outputs;
      if (output?.state !== 'ready') throw new Error('no picture');
      const whole = await visitor.fetch(output.url);
      const png = Buffer.from(await whole.arrayBuffer());
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1024, height: 576 });
      expect(png.byteLength).toBe(output.bytes);
      expect(whole.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      const tag = whole.headers.get('etag') ?? '';
      expect((await visitor.fetch(output.url, { headers: { 'if-none-match': tag } })).status).toBe(304);
      const part = await visitor.fetch(output.url, { headers: { range: 'bytes=10-19' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes 10-19/${png.byteLength}`);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(png.subarray(10, 20));
      expect((await visitor.fetch(output.url, { headers: { range: `bytes=${png.byteLength}-` } })).status).toBe(416);
      expect(
        (await visitor.fetch(output.url, { headers: { range: 'bytes=10-19', 'if-range': '"another"' } })).status,
      ).toBe(200);
      const small = await visitor.fetch(`${output.url}?w=320`);
      expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({
        format: 'webp',
        width: 320,
        height: 180,
      });
      expect((await visitor.fetch(`${output.url}?w=333`)).status).toBe(400);
      expect((await visitor.fetch(`${output.url}?download=1`)).headers.get('content-disposition')).toBe(
        'attachment; filename="kinora-a-lake-calm-ete-7.png"; filename*=UTF-8\'\'kinora-a-lake-calm-%C3%A9t%C3%A9-%E6%B9%96-7.png',
      );
    },
    PATIENCE,
  );

  it(
    'keeps a task and its pictures from everybody else',
    async () => {
      const [owner, other] = [await arrive(), await arrive()];
      const { id } = await owner.api.text2Image.create.mutate(requestWith());
      await settled(owner, id);
      for (const call of [
        other.api.task.get.query({ id }),
        other.api.task.cancel.mutate({ id }),
        other.api.task.delete.mutate({ id }),
      ]) {
        expect(await refusalOf(call)).toMatchObject({ identifier: 'TASK_NOT_FOUND', httpStatus: 404 });
      }
      expect((await other.api.task.list.query({})).tasks).toEqual([]);
      expect((await other.fetch(`/api/media/${id}/0`)).status).toBe(404);
      expect((await fetch(`${server.url}/api/media/${id}/0`)).status).toBe(401);
      expect((await owner.fetch(`/api/media/${id}/1`)).status).toBe(404);
      expect((await owner.fetch('/api/media/nothing/x')).status).toBe(404);
    },
    PATIENCE,
  );

  it(
    'draws the same picture from the same seed, and another from another',
    async () => {
      const visitor = await arrive();
      const bytes = async (seed: number): Promise<Buffer> => {
        const { id } = await visitor.api.text2Image.create.mutate(requestWith({ seed }));
        await settled(visitor, id);
        return Buffer.from(await (await visitor.fetch(`/api/media/${id}/0`)).arrayBuffer());
      };
      const [first, again, another] = [await bytes(21), await bytes(21), await bytes(22)];
      expect(first.equals(again)).toBe(true);
      expect(first.equals(another)).toBe(false);
    },
    PATIENCE,
  );

  it(
    'cancels what runs and what waits, and gives everything back',
    async () => {
      const visitor = await arrive();
      const running = await visitor.api.text2Image.create.mutate(
        requestWith({ count: 4, model: 'preview', seed: 300 }),
      );
      const waiting = await visitor.api.text2Image.create.mutate(requestWith({ count: 2 }));
      await until(
        () => visitor.api.task.get.query({ id: running.id }),
        ({ status }) => status === 'processing',
      );
      expect(await visitor.api.task.get.query({ id: waiting.id })).toMatchObject({ status: 'queued', place: 1 });
      for (const { id } of [running, waiting])
        expect(await visitor.api.task.cancel.mutate({ id })).toMatchObject({ status: 'canceled' });
      for (const { id } of [running, waiting]) {
        expect(await settled(visitor, id)).toMatchObject({ status: 'canceled', captured: 0 });
        expect((await visitor.fetch(`/api/media/${id}/0`)).status).toBe(404);
      }
      expect(
        await until(
          () => visitor.api.credits.balance.query({}),
          ({ held }) => held === 0,
        ),
      ).toMatchObject({ available: 10 });
    },
    PATIENCE,
  );

  it(
    'makes one task of a double click',
    async () => {
      const visitor = await arrive();
      const request = requestWith();
      const answers = await Promise.all(
        [1, 2, 3].map(() => visitor.api.text2Image.create.mutate(request, { context: { skipBatch: true } })),
      );
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      await settled(visitor, answers[0]?.id ?? '');
      expect((await visitor.api.task.list.query({})).tasks).toHaveLength(1);
      expect(
        await until(
          () => visitor.api.credits.balance.query({}),
          ({ held }) => held === 0,
        ),
      ).toMatchObject({ available: 9 });
      expect(await refusalOf(visitor.api.text2Image.create.mutate({ ...request, seed: 8 }))).toMatchObject({
        identifier: 'IDEMPOTENCY_MISMATCH',
        httpStatus: 409,
      });
    },
    PATIENCE,
  );

  it.each([
    ['an unknown model', { model: 'imagined' }, { identifier: 'MODEL_NOT_SUPPORTED', httpStatus: 400 }],
    [
      'an empty prompt',
      { prompt: '  ' },
      { identifier: 'VALIDATION_ERROR', params: { field: 'prompt' }, httpStatus: 400 },
    ],
    [
      'a prompt of 10,000 letters',
      { prompt: 'a'.repeat(10_000) },
      { identifier: 'VALIDATION_ERROR', params: { field: 'prompt' }, httpStatus: 400 },
    ],
    [
      'a harmful prompt',
      { prompt: 'a nude woman' },
      {
        identifier: 'SENSITIVE_TEXT',
        params: { input: 'prompt', category: 'sexual', words: 'nude', appeal: 'possible' },
        httpStatus: 422,
      },
    ],
    [
      'a harmful negative prompt',
      { negativePrompt: 'gore' },
      {
        identifier: 'SENSITIVE_TEXT',
        params: { input: 'negativePrompt', category: 'gore', words: 'gore', appeal: 'possible' },
        httpStatus: 422,
      },
    ],
    [
      'a price that rose',
      { count: 2, price: { amount: 1, priceVersion: 1 } },
      { identifier: 'PRICE_CHANGED', params: { amount: 2, priceVersion: 1 }, httpStatus: 409 },
    ],
    [
      'too few credits',
      { model: 'preview-fine', count: 4 },
      {
        message: 'kinora::credits::CREDITS_NOT_ENOUGH',
        identifier: 'CREDITS_NOT_ENOUGH',
        params: { needed: 12, available: 10 },
        httpStatus: 403,
      },
    ],
    [
      'a seed that is none',
      { seed: -1 },
      { identifier: 'VALIDATION_ERROR', params: { field: 'seed' }, httpStatus: 400 },
    ],
  ] as const)(
    'refuses %s with its own code, and holds nothing',
    async (_what, given, error) => {
      const visitor = await arrive();
      expect(await refusalOf(visitor.api.text2Image.create.mutate(requestWith(given)))).toMatchObject(error);
      expect((await visitor.api.task.list.query({})).tasks).toEqual([]);
      expect(await visitor.api.credits.balance.query({})).toMatchObject({ available: 10, held: 0 });
    },
    PATIENCE,
  );

  it('refuses whoever has no session', async () => {
    const answer = await fetch(`${server.url}/api/trpc/text2Image.create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requestWith()),
    });
    expect(answer.status).toBe(401);
  });

  it(
    'lists newest first, page by page, and deletes for good',
    async () => {
      const visitor = await arrive();
      const ids: string[] = [];
      for (const seed of [1, 2, 3]) {
        const { id } = await visitor.api.text2Image.create.mutate(requestWith({ seed, aspect: '9:16' }));
        await settled(visitor, id);
        ids.unshift(id);
      }
      const first = await visitor.api.task.list.query({ limit: 2 });
      expect(first.tasks.map(({ id }) => id)).toEqual(ids.slice(0, 2));
      const second = await visitor.api.task.list.query({ limit: 2, ...defined({ cursor: first.next }) });
      expect(second.tasks.map(({ id }) => id)).toEqual(ids.slice(2));
      expect(second.next).toBeUndefined();
      expect(await refusalOf(visitor.api.task.list.query({ cursor: 'made up' }))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
        params: { field: 'cursor' },
      });
      const [gone = '', left = ''] = ids;
      // The same words are remembered once, by the newest creation that has them, and go with it.
      const remembered = async (search = ''): Promise<readonly string[]> =>
        (await visitor.api.task.prompts.query({ search })).prompts.map(({ taskId }) => taskId);
      expect(await remembered()).toEqual([gone]);
      expect(await remembered('no such word')).toEqual([]);
      expect((await (await arrive()).api.task.prompts.query({})).prompts).toEqual([]);
      expect(await refusalOf(visitor.api.task.prompts.query({ cursor: 'made up' }))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
        params: { field: 'cursor' },
      });
      await visitor.api.task.delete.mutate({ id: gone });
      expect(await remembered()).toEqual([left]);
      expect(await refusalOf(visitor.api.task.get.query({ id: gone }))).toMatchObject({ identifier: 'TASK_NOT_FOUND' });
      expect((await visitor.fetch(`/api/media/${gone}/0`)).status).toBe(404);
      expect((await visitor.api.task.list.query({})).tasks.map(({ id }) => id)).toEqual(ids.slice(1));
    },
    PATIENCE,
  );
});
