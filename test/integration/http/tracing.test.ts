import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config.js';
import type { TaskView } from '../../../src/creation/tasks/task.shared.js';
import { decodeMetadata, verifyChain } from '../../../src/kernel/event-sourcing/chain.js';
import { defined } from '../../../src/kernel/defined.shared.js';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';
import { openPlatform } from '../../../src/platform/open.js';
import type { PlatformParts } from '../../../src/platform/platform.module.js';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../../support/servers/otlp.js';
import { freePort, startServer, type Server } from '../../support/servers/server.js';
import { until } from '../../support/until.js';
import { signInVisitor } from '../../support/people/visitor.js';

jest.setTimeout(600_000);

const PROMPT = 'a lighthouse nobody else has ever asked for';
const ended = ({ status }: TaskView): boolean => ['succeeded', 'failed', 'canceled'].includes(status);

describe('traces', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** The whole product on a data folder of its own. */
  async function start(endpoint?: string): Promise<Server & { readonly dataDir: string }> {
    const dataDir = await mkdtemp(join(tmpdir(), 'kinora-tracing-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const server = await startServer({
      dataDir,
      env: { ROLES: 'api,worker,projector', ...defined({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }) },
    });
    closing.push(() => server.kill9());
    return { ...server, dataDir };
  }

  /** What a server that has stopped left in its folder. */
  async function left({ dataDir }: { readonly dataDir: string }): Promise<PlatformParts> {
    const platform = await openPlatform(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
    closing.push(() => platform.close());
    return platform.parts;
  }

  async function receiver(): Promise<OtlpReceiver> {
    const one = await startOtlpReceiver();
    closing.push(() => one.close());
    return one;
  }

  /** One picture from the first call to the last credit. */
  async function makeImage({
    url,
  }: Pick<Server, 'url'>): Promise<{ readonly task: TaskView; readonly userId: string; readonly deviceId: string }> {
    const visitor = await signInVisitor(url);
    await until(
      () => visitor.api.credits.balance.query({}),
      ({ available }) => available === 10,
    );
    const { id } = await visitor.api.text2Image.create.mutate({
      requestId: randomUUID(),
      prompt: PROMPT,
      model: 'preview',
      aspect: '16:9',
      count: 1,
      seed: 3,
      price: { amount: 100, priceVersion: 1 },
    });
    const task = await until(
      () => visitor.api.task.get.query({ id }),
      (view) => ended(view) && view.captured !== undefined,
    );
    await until(
      () => visitor.api.credits.balance.query({}),
      ({ available, held }) => available === 9 && held === 0,
    );
    const session = await visitor.session();
    return { task, userId: JSON.stringify(session), deviceId: visitor.deviceId };
  }

  const named = (spans: readonly ReceivedSpan[], name: string): readonly ReceivedSpan[] =>
    spans.filter((span) => span.name === name);
  const only = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
    const [span, ...more] = named(spans, name);
    if (span === undefined || more.length > 0)
      throw new Error(`${name} is there ${span === undefined ? 0 : more.length + 1} times`);
    return span;
  };

  it('shows a creation from the call to the last credit as one trace, each hop under what it is a part of', async () => {
    const collector = await receiver();
    const running = await start(collector.url);
    const { task } = await makeImage(running);
    expect(task.status).toBe('succeeded');
    await running.stop();

    const call = only(collector.spans, 'trpc text2Image.create');
    const spans = collector.spans.filter(({ trace }) => trace === call.trace);
    expect(call.parent).toBeUndefined();
    expect(call.attributes).toMatchObject({ 'kinora.call': 'mutation', 'kinora.code': 'OK' });
    expect(call.resource).toMatchObject({ 'service.name': 'kinora' });
    const settle = only(spans, 'settle');
    const attempt = only(spans, 'attempt');
    for (const name of ['queue', 'attempt', 'relay', 'settle'])
      expect([name, only(spans, name).parent]).toEqual([name, call.id]);
    for (const name of ['engine', 'deliver']) expect([name, only(spans, name).parent]).toEqual([name, attempt.id]);
    expect(only(spans, 'blobs put').parent).toBe(only(spans, 'deliver').id);
    // The hold while the call lasts, the capture when it is settled; each is seen by what follows the ledger.
    expect(named(spans, 'append').map(({ parent }) => parent)).toEqual([call.id, settle.id]);
    const followers = ['credits_balance_v2', 'credits_statement_v1'];
    const projected = named(spans, 'project').filter(({ attributes }) =>
      followers.some((name) => String(attributes['kinora.follower']).startsWith(name.slice(0, -3))),
    );
    expect(new Set(projected.map(({ parent }) => parent))).toEqual(new Set([call.id, settle.id]));
    expect(
      spans.filter(({ name, parent }) => name.startsWith('documents ') && parent === call.id).length,
    ).toBeGreaterThan(1);
    // All is inside something that is there, nothing ends before it began, and the hops come one after the other.
    const ids = new Set(spans.map(({ id }) => id));
    for (const { name, parent, from, to, failed } of spans) {
      expect([name, parent === undefined || ids.has(parent), to >= from, failed]).toEqual([name, true, true, false]);
    }
    const order = ['trpc text2Image.create', 'queue', 'engine', 'deliver', 'settle'].map(
      (name) => only(spans, name).to,
    );
    expect([...order].sort((a, b) => a - b)).toEqual(order);
  });

  it('tells nothing of who asked, and nothing of what was asked', async () => {
    const collector = await receiver();
    const running = await start(collector.url);
    const { task, userId, deviceId } = await makeImage(running);
    await running.stop();
    const said = collector.bodies.join('\n');
    expect(said).toContain('trpc text2Image.create');
    const person = [...userId.matchAll(/"(?:id|sub|userId|name)":"([^"]+)"/g)].map(([, value = '']) => value);
    expect(person.length).toBeGreaterThan(0);
    for (const secret of [PROMPT, 'lighthouse', deviceId, '127.0.0.1', task.id, ...person])
      expect(said).not.toContain(secret);
  });

  it('keeps with the events what they were a part of, under their chain', async () => {
    const collector = await receiver();
    const running = await start(collector.url);
    await makeImage(running);
    await running.stop();
    const { events } = await left(running);
    const streams = new Set<StreamName>();
    for await (const batch of events.follow({
      after: -1,
      prefixes: ['credits-'],
      signal: new AbortController().signal,
    })) {
      for (const { stream } of batch.events) streams.add(stream);
      if (batch.caughtUp) break;
    }
    const account =
      (await Promise.all([...streams].map((stream) => events.readStream(stream)))).find((one) =>
        one.some(({ type }) => type === 'CreditsHeld'),
      ) ?? [];
    expect(verifyChain(account)).toMatchObject({ intact: true, revision: account.length - 1 });
    const traces = account.flatMap(({ type, metadata }) =>
      ['CreditsHeld', 'HoldCaptured'].includes(type) ? [decodeMetadata(metadata).traceparent?.split('-')[1]] : [],
    );
    const { trace } = only(collector.spans, 'trpc text2Image.create');
    expect(traces).toEqual([trace, trace]);
  });

  it('makes a picture as ever where nobody takes the spans in, and says so once', async () => {
    const running = await start(`http://127.0.0.1:${await freePort()}`);
    expect((await makeImage(running)).task.status).toBe('succeeded');
    await until(
      () => Promise.resolve(running.output()),
      (output) => output.includes('spans cannot be sent'),
    );
    expect(await running.stop()).toBe(0);
    expect(running.output().match(/spans cannot be sent/g)).toHaveLength(1);
  });

  it('leaves events and tasks as they are where nobody asked for spans', async () => {
    const running = await start();
    const { task } = await makeImage(running);
    await running.stop();
    const { events, documents } = await left(running);
    const tasks = await documents.collection({ name: 'tasks', indexes: [] }, (stored) => stored);
    const stored = [JSON.stringify((await tasks.get(task.id))?.document)];
    for await (const batch of events.follow({ after: -1, prefixes: [''], signal: new AbortController().signal })) {
      stored.push(...batch.events.map(({ metadata }) => metadata));
      if (batch.caughtUp) break;
    }
    expect(stored.length).toBeGreaterThan(3);
    expect(stored.filter((text) => text.includes('traceparent'))).toEqual([]);
  });
});
