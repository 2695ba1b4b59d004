import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskView } from '../../../src/creation/tasks/task.shared.js';
import { startServer, type Server } from '../../support/servers/server.js';
import { until } from '../../support/until.js';
import { signInVisitor, type Visitor } from '../../support/people/visitor.js';

const ended = (task: TaskView): boolean =>
  task.status === 'succeeded' || task.status === 'failed' || task.status === 'canceled';

describe('a server killed in the middle of a creation', () => {
  let dataDir: string;
  let server: Server;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-kill-'));
    server = await startServer({ dataDir, env: { ROLES: 'api,worker,projector' } });
  });
  afterAll(async () => {
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  const submission = (requestId: string) => ({
    requestId,
    prompt: 'sunset over mountains and a lake',
    model: 'preview',
    aspect: '16:9' as const,
    count: 2,
    seed: 7,
    price: { amount: 2, priceVersion: 1 },
  });

  async function arrive(): Promise<Visitor> {
    const visitor = await signInVisitor(server.url);
    await until(
      () => visitor.api.credits.balance.query({}),
      (balance) => balance.available === 10,
    );
    return visitor;
  }

  /** Kills the server, starts it again on the same data and port, and signs the same device in. */
  async function dieAndReturn(visitor: Visitor): Promise<Visitor> {
    await server.kill9();
    server = await startServer({ dataDir, port: server.port, env: { ROLES: 'api,worker,projector' } });
    return signInVisitor(server.url, visitor.deviceId);
  }

  /** What must hold once everything has settled: paid for what is there, once, and nothing held. */
  async function expectFairEnd(visitor: Visitor, id: string): Promise<void> {
    const task = await until(
      () => visitor.api.task.get.query({ id }),
      (one) => ended(one) && one.captured !== undefined,
    );
    const balance = await until(
      () => visitor.api.credits.balance.query({}),
      (one) => one.held === 0,
    );
    const ready = task.outputs.filter((output) => output.state === 'ready');
    expect(task.captured).toBe(ready.length);
    expect(balance.available).toBe(10 - ready.length);
    const { lines } = await visitor.api.credits.statement.query({});
    expect(lines.filter((line) => line.kind === 'creation').map((line) => line.id)).toEqual([id]);
    for (const output of ready) {
      const image = await visitor.fetch(`/api/media/${id}/${output.index}`);
      expect(image.status).toBe(200);
      expect((await image.arrayBuffer()).byteLength).toBe(output.bytes);
    }
  }

  it('finishes the task that was waiting in the queue', async () => {
    const visitor = await arrive();
    const { id } = await visitor.api.text2Image.create.mutate(submission(randomUUID()));
    const returned = await dieAndReturn(visitor);
    await expectFairEnd(returned, id);
    expect((await returned.api.task.get.query({ id })).status).toBe('succeeded');
  });

  it('finishes the task that was being drawn', async () => {
    const visitor = await arrive();
    const { id } = await visitor.api.text2Image.create.mutate(submission(randomUUID()));
    await until(
      () => visitor.api.task.get.query({ id }),
      (task) => task.status === 'processing' && task.percent > 20,
    );
    const returned = await dieAndReturn(visitor);
    await expectFairEnd(returned, id);
    expect((await returned.api.task.get.query({ id })).status).toBe('succeeded');
  });

  it('charges once when it dies at the moment of success', async () => {
    const visitor = await arrive();
    const { id } = await visitor.api.text2Image.create.mutate(submission(randomUUID()));
    await until(() => visitor.api.task.get.query({ id }), ended);
    await expectFairEnd(await dieAndReturn(visitor), id);
  });

  it('makes one task of a press that is sent again because its answer was lost', async () => {
    const visitor = await arrive();
    const request = submission(randomUUID());
    const lost = visitor.api.text2Image.create.mutate(request).catch(() => undefined);
    const returned = await dieAndReturn(visitor);
    await lost;
    const { id } = await returned.api.text2Image.create.mutate(request);
    await expectFairEnd(returned, id);
    expect((await returned.api.task.list.query({})).tasks).toHaveLength(1);
  });

  it('dies and returns again and again and loses nothing', async () => {
    let visitor = await arrive();
    const { id } = await visitor.api.text2Image.create.mutate(submission(randomUUID()));
    for (let death = 0; death < 2; death += 1) {
      await until(
        () => visitor.api.task.get.query({ id }),
        (task) => ended(task) || (task.status === 'processing' && task.percent > 0),
      );
      visitor = await dieAndReturn(visitor);
    }
    await expectFairEnd(visitor, id);
  });

  it('drains on SIGTERM and leaves with 0', async () => {
    expect(await server.stop()).toBe(0);
    server = await startServer({ dataDir, port: server.port, env: { ROLES: 'api,worker,projector' } });
  });
});
