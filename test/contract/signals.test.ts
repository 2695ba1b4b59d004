import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Json } from '../../src/platform/documents/port.js';
import type { Signals } from '../../src/platform/signals/port.js';
import { until } from '../support/until.js';
import { describeAdapters } from './adapters.js';
import type { Timed } from './adapters/redis.js';
import { signalStores } from './adapters/signals.js';

const HOUR = 3_600_000;

describeAdapters(signalStores, 'signals', ({ open, time }) => {
  let opened: Timed<Signals>;
  let signals: Signals;
  beforeEach(async () => {
    opened = await open();
    signals = opened.store;
  });
  afterEach(() => opened.dispose());

  it('says whether other processes hear it', () => {
    expect(signals.reach).toBe(time === 'manual' ? 'process' : 'installation');
  });

  it('tells whoever listens to the channel, at once in this process, once each, and no one else', async () => {
    const heard: Json[] = [];
    const other: Json[] = [];
    signals.subscribe('tasks', (message) => heard.push(message));
    signals.subscribe('tasks', (message) => heard.push(message));
    signals.subscribe('balances', (message) => other.push(message));
    const message = { id: 't1', list: [1, null, 'é漢🎨'], nested: { ok: true } };
    signals.publish('tasks', message);
    expect(heard).toEqual([message, message]);
    // What comes back from elsewhere would have come before this answer.
    await signals.ping();
    await signals.ping();
    expect(heard).toHaveLength(2);
    expect(other).toEqual([]);
  });

  it('tells no one who has stopped listening, and goes on when a listener throws', () => {
    const heard: Json[] = [];
    signals.subscribe('tasks', () => {
      throw new Error('a listener that fails is its own affair');
    });
    const stop = signals.subscribe('tasks', (message) => heard.push(message));
    signals.publish('tasks', 1);
    stop();
    stop();
    signals.publish('tasks', 2);
    expect(heard).toEqual([1]);
  });

  it('listens again after everyone had stopped', () => {
    const heard: Json[] = [];
    signals.subscribe('tasks', () => undefined)();
    signals.subscribe('tasks', (message) => heard.push(message));
    signals.publish('tasks', 'again');
    expect(heard).toEqual(['again']);
  });

  it('keeps bytes as they are, the newest in place of the old, until they are forgotten', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13, 128]);
    expect(await signals.kept('t1')).toBeUndefined();
    await signals.keep('t1', new Uint8Array([1]), HOUR);
    await signals.keep('t1', bytes, HOUR);
    await signals.keep('t2', new Uint8Array(), HOUR);
    expect([...((await signals.kept('t1')) ?? [])]).toEqual([...bytes]);
    expect((await signals.kept('t2'))?.byteLength).toBe(0);
    await signals.forget('t1');
    await signals.forget('nobody');
    expect(await signals.kept('t1')).toBeUndefined();
    expect(await signals.kept('t2')).toBeDefined();
  });

  it('keeps bytes so long and no longer; keeping them again begins anew', async () => {
    await signals.keep('once', new Uint8Array([1]), HOUR);
    await signals.keep('twice', new Uint8Array([1]), HOUR);
    await opened.pass(HOUR / 2);
    await signals.keep('twice', new Uint8Array([2]), HOUR);
    await opened.pass(HOUR / 2);
    await until(
      () => signals.kept('once'),
      (found) => found === undefined,
    );
    expect([...((await signals.kept('twice')) ?? [])]).toEqual([2]);
  });

  it('publishes into nothing once closed, without a word', async () => {
    const heard: Json[] = [];
    signals.subscribe('tasks', (message) => heard.push(message));
    await signals.close();
    signals.publish('tasks', 1);
    expect(heard).toEqual([]);
  });
});
