import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../unavailable.js';
import { HealthRegistry } from './health.js';
import { createLogger } from './logger.js';
import { createMetrics } from './metrics.js';

describe('the log', () => {
  const logged = (fields: object): Record<string, unknown> => {
    const lines: string[] = [];
    createLogger('info', { write: (line) => void lines.push(line) }).info(fields, 'something happened');
    // One line of the log is one JSON object.
    return JSON.parse(lines[0] ?? '{}') as Record<string, unknown>;
  };

  it('is a line of JSON with its level in words and its time in ISO 8601', () => {
    expect(logged({ taskId: 't-1' })).toMatchObject({ level: 'info', msg: 'something happened', taskId: 't-1' });
    expect(logged({}).time).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('leaves out what is personal or secret, however deep it stands and however it is spelled', () => {
    const line = JSON.stringify(
      logged({
        email: 'ada@example.org',
        user: { device_id: 'd-9', deep: [{ 'Set-Cookie': 'sid=1' }, { Authorization: 'Bearer x' }] },
        request: { headers: { cookie: 'a=b' }, ip: '203.0.113.9' },
        prompt: 'a house by the sea',
        password: 'pw',
      }),
    );
    for (const secret of ['ada@', 'd-9', 'sid=1', 'Bearer', 'a=b', '203.0.113.9', 'house', '"pw"'])
      expect(line).not.toContain(secret);
  });

  it('tells an error by kind, words, code and cause, without the data it carries', () => {
    const cause = Object.assign(new Error('no room'), { code: 'ENOSPC', email: 'ada@example.org' });
    const { err } = logged({ err: new Error('cannot write', { cause }) });
    expect(err).toMatchObject({
      type: 'Error',
      message: 'cannot write',
      cause: { message: 'no room', code: 'ENOSPC' },
    });
    expect(JSON.stringify(err)).not.toContain('ada@');
  });

  it('survives fields that run in circles', () => {
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    expect(logged({ ring }).msg).toBe('something happened');
  });
});

describe('the metrics', () => {
  it('speak Prometheus and count by route and reader', async () => {
    const metrics = createMetrics(false);
    metrics.requested('GET', '/api/trpc/:path', 200, 12);
    metrics.lagging('credits_balance', 7);
    metrics.parked('credits_balance', 1);
    metrics.committed(64);
    let waiting = 3;
    metrics.watchWaitingWrites(() => waiting);
    waiting = 5;
    const text = await metrics.metrics();
    expect(metrics.contentType).toContain('text/plain');
    expect(text).toContain(
      'kinora_http_request_duration_seconds_sum{method="GET",route="/api/trpc/:path",status="200"} 0.012',
    );
    expect(text).toContain('kinora_reader_lag_positions{reader="credits_balance"} 7');
    expect(text).toContain('kinora_reader_parked_streams{reader="credits_balance"} 1');
    expect(text).toContain('kinora_store_group_writes_sum 64');
    expect(text).toContain('kinora_store_waiting_writes 5');
  });
});

describe('the health report', () => {
  it('is ready when every part is well, and repeats their remarks', async () => {
    const health = new HealthRegistry();
    health.register('event store', async () => 'position 12');
    expect(await health.check()).toEqual({
      live: true,
      ready: true,
      checks: { 'event store': { ok: true, need: 'ready', words: 'position 12' } },
    });
  });

  it('says in plain words why a component is unhealthy, and gives the whole error to the log only', async () => {
    const heard: unknown[] = [];
    const health = new HealthRegistry((name, error) => heard.push(name, error));
    const full = new StoreUnavailable('event store', 'full', 'SQLITE_FULL at /somewhere');
    health.register('event store', () => Promise.reject(full));
    const report = await health.check();
    expect(report).toMatchObject({ live: true, ready: false });
    expect(report.checks['event store']).toEqual({ ok: false, need: 'ready', words: 'has no room left to write' });
    expect(heard).toEqual(['event store', full]);
  });

  it('is not live when a part fails without which the process is of no use', async () => {
    const health = new HealthRegistry();
    health.register('writer', () => Promise.reject(new Error('dead')), 'live');
    expect(await health.check()).toMatchObject({ live: false, ready: false });
  });

  it('does not wait for ever for a part that hangs', async () => {
    const health = new HealthRegistry(() => {}, 5);
    health.register('mail', () => new Promise(() => {}));
    expect((await health.check()).checks.mail).toMatchObject({ ok: false, words: 'does not answer within 0.005 s' });
  });

  it('forgets a part that goes', async () => {
    const health = new HealthRegistry();
    const forget = health.register('mail', () => Promise.reject(new Error('down')));
    forget();
    expect(await health.check()).toEqual({ live: true, ready: true, checks: {} });
  });
});
