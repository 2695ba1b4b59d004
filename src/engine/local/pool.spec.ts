import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { residentBytes } from '../../platform/machine/resident.js';
import { until } from '../../../test/support/until.js';
import { createEnginePool, type Job, type JobProgress, type EnginePool, type PoolOptions } from './pool.js';

/** A child process that acts as its prompt says. */
const CHILD = `
import { spawn } from 'node:child_process';
const helper = (job) => {
  const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  process.send({ kind: 'progress', id: job.id, stage: 'drawing', fraction: pid / 1e9 });
};
const done = (job, width) => process.send({ kind: 'done', id: job.id, media: { type: 'image/png', bytes: new Uint8Array([1, 2, process.pid & 255]) }, width, height: job.height, understanding: { understood: [], ignored: [String(process.pid)] } });
process.on('message', ({ job }) => {
  process.send({ kind: 'progress', id: job.id, stage: 'drawing', fraction: 0.5, preview: { bytes: new Uint8Array([7]), type: 'image/webp' } });
  switch (job.prompt) {
    case 'crash': process.stderr.write('broken pipe of paint'); process.exit(3); break;
    case 'help': helper(job); break;
    case 'help and crash': helper(job); setTimeout(() => process.exit(3), 50); break;
    case 'hang': setInterval(() => undefined, 1000); break;
    case 'spin': for (;;) ; break;
    case 'lie': done(job, job.width + 1); break;
    case 'babble': process.send({ kind: 'poem' }); break;
    case 'fail': process.send({ kind: 'failed', id: job.id, reason: 'failed', message: 'no paint' }); break;
    case 'refuse': process.send({ kind: 'refused', id: job.id, identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'mask', reason: 'empty' } }); break;
    case 'eat': { const eaten = []; setInterval(() => eaten.push(Buffer.alloc(32e6, 1)), 5); break; }
    default: done(job, job.width);
  }
});
process.on('disconnect', () => process.exit(0));
`;

let folder: string;
let entry: URL;
let pool: EnginePool | undefined;
const never = new AbortController().signal;
const job = (prompt: string, more: Partial<Job> = {}): Job => ({
  id: `job-${prompt}`,
  params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
  prompt,
  negativePrompt: '',
  seed: 1,
  width: 64,
  height: 64,
  seconds: 0,
  sources: [],
  dir: folder,
  ...more,
});
const open = (options: Partial<PoolOptions> = {}): EnginePool =>
  (pool = createEnginePool({ entry, size: 1, ...options }));
const quiet = (): void => undefined;

/** Whether a process is running, as opposed to a zombie. */
function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('the memory of a process', () => {
  it.each(['/proc', '/no-such-folder'])('is told in bytes with %s', async (proc) => {
    const bytes = await residentBytes(process.pid, proc);
    const own = process.memoryUsage.rss();
    expect(bytes).toBeGreaterThan(own / 4);
    expect(bytes).toBeLessThan(own * 4);
  });

  it('is not known of a process that is gone', async () => {
    expect(await residentBytes(2 ** 30)).toBeUndefined();
  });
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-pool-'));
  const file = join(folder, 'child.mjs');
  await writeFile(file, CHILD);
  entry = pathToFileURL(file);
});
afterEach(async () => {
  await pool?.close();
  pool = undefined;
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('the engine pool', () => {
  it('delivers what the child made, and its progress with previews on the way', async () => {
    const seen: JobProgress[] = [];
    const result = await open().run(job('draw'), (progress) => seen.push(progress), never);
    expect(result).toMatchObject({ width: 64, height: 64, media: { type: 'image/png' } });
    expect(result.media.type === 'image/png' && result.media.bytes.slice(0, 2)).toEqual(new Uint8Array([1, 2]));
    expect(seen).toEqual([
      { stage: 'drawing', fraction: 0.5, preview: { bytes: new Uint8Array([7]), type: 'image/webp' } },
    ]);
  });

  it('keeps a child warm for the next job', async () => {
    const warm = open();
    const [first, second] = [await warm.run(job('draw'), quiet, never), await warm.run(job('draw'), quiet, never)];
    expect(first.understanding?.ignored).toEqual(second.understanding?.ignored);
  });

  it('does more jobs than it has children, each exactly once', async () => {
    const busy = open({ size: 2 });
    const results = await Promise.all(
      Array.from({ length: 7 }, (_, i) => busy.run(job('draw', { id: `n${i}` }), quiet, never)),
    );
    expect(new Set(results.map(({ understanding }) => understanding?.ignored[0])).size).toBeLessThanOrEqual(2);
  });

  it('reports a child that dies with its last words, and goes on with another', async () => {
    const hardy = open();
    await expect(hardy.run(job('crash'), quiet, never)).rejects.toMatchObject({
      name: 'EngineFault',
      reason: 'crashed',
      again: true,
      message: expect.stringContaining('broken pipe of paint'),
    });
    await expect(hardy.run(job('draw'), quiet, never)).resolves.toMatchObject({ width: 64 });
  });

  it.each(['hang', 'spin'])('kills a child that takes too long (%s)', async (prompt) => {
    const strict = open({ limitMilliseconds: 300 });
    await expect(strict.run(job(prompt), quiet, never)).rejects.toMatchObject({
      reason: 'time',
      identifier: 'ENGINE_TIMEOUT',
    });
  });

  it('kills a child that takes too much memory', async () => {
    await expect(open({ residentMegabytes: 200 }).run(job('eat'), quiet, never)).rejects.toMatchObject({
      reason: 'memory',
    });
  });

  it('kills the child of a job that is cancelled, and gives the reason back', async () => {
    const control = new AbortController();
    const stopped = open();
    const running = stopped.run(
      job('spin'),
      () => {
        control.abort(new Error('changed my mind'));
      },
      control.signal,
    );
    await expect(running).rejects.toThrow('changed my mind');
    await expect(stopped.run(job('draw'), quiet, never)).resolves.toMatchObject({ width: 64 });
  });

  it.each(['help', 'help and crash'])('ends the programs that a job has started with it (%s)', async (prompt) => {
    const control = new AbortController();
    let helper = 0;
    const running = open().run(
      job(prompt),
      ({ fraction }) => {
        helper = Math.round(fraction * 1e9);
        if (prompt === 'help') control.abort(new Error('changed my mind'));
      },
      control.signal,
    );
    await expect(running).rejects.toThrow();
    expect(helper).toBeGreaterThan(0);
    await until(
      () => Promise.resolve(isThere(helper)),
      (there) => !there,
    );
  });

  it('takes a cancelled job out of the queue and leaves the one that runs alone', async () => {
    const control = new AbortController();
    const ahead = new AbortController();
    const one = open();
    const first = one.run(job('hang'), quiet, ahead.signal);
    const second = one.run(job('draw'), quiet, control.signal);
    control.abort(new Error('not needed'));
    await expect(second).rejects.toThrow('not needed');
    ahead.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
  });

  it('refuses a job that was cancelled before it came', async () => {
    await expect(open().run(job('draw'), quiet, AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
  });

  it.each([
    [4097, 64],
    [64, 5000],
  ])('refuses %i × %i pixels without starting a child', async (width, height) => {
    const missing = open({ entry: new URL('./missing.mjs', entry) });
    await expect(missing.run(job('draw', { width, height }), quiet, never)).rejects.toMatchObject({
      reason: 'pixels',
      again: false,
    });
  });

  it('does not deliver a picture of another size', async () => {
    await expect(open().run(job('lie'), quiet, never)).rejects.toMatchObject({ reason: 'output' });
  });

  it('passes a failure on, and gives up a child that cannot be understood', async () => {
    const careful = open();
    await expect(careful.run(job('fail'), quiet, never)).rejects.toMatchObject({ reason: 'failed', again: false });
    await expect(careful.run(job('babble'), quiet, never)).rejects.toMatchObject({ reason: 'crashed' });
    await expect(careful.run(job('draw'), quiet, never)).resolves.toMatchObject({ height: 64 });
  });

  it('passes a refusal on with its own identifier', async () => {
    await expect(open().run(job('refuse'), quiet, never)).rejects.toMatchObject({
      reason: 'refused',
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      params: { input: 'mask', reason: 'empty' },
      again: false,
    });
  });

  it('says so when the child cannot be started at all', async () => {
    await expect(open({ entry: new URL('./missing.mjs', entry) }).run(job('draw'), quiet, never)).rejects.toMatchObject(
      { reason: 'crashed' },
    );
  });

  it('lets what runs finish when it closes, and refuses what waits and what comes', async () => {
    const ending = open();
    const first = ending.run(job('draw'), quiet, never);
    const second = ending.run(job('draw'), quiet, never);
    const closed = ending.close();
    await expect(second).rejects.toMatchObject({ reason: 'closed', identifier: 'ENGINE_UNAVAILABLE' });
    await expect(first).resolves.toMatchObject({ width: 64 });
    await closed;
    await expect(ending.run(job('draw'), quiet, never)).rejects.toMatchObject({ reason: 'closed' });
  });
});
