import { describe, expect, test } from '@jest/globals';
import { createLocalEngine, type DrawingPool } from './local.js';
import { EngineFault, type DrawJob, type DrawResult } from './pool.js';
import type { EngineOutcome, EngineProgress, EngineRequest } from './port.js';

const asked: EngineRequest = {
  id: 'task_1', model: 'preview', prompt: 'a lake', negativePrompt: '', style: 'natural', width: 64, height: 64, outputs: [{ index: 0, seed: 7 }, { index: 2, seed: 9 }],
};

function result(seed: number): DrawResult {
  return {
    png: new Uint8Array([seed]), width: 64, height: 64,
    understanding: {
      scene: { version: 1, seed, renderer: 'layers', places: ['lake'], subjects: [], time: 'noon', weather: 'clear', season: 'summer', style: 'natural', framing: 'wide', moods: [], colours: [], without: [] },
      understood: [{ text: 'lake', start: 2, end: 6, kind: 'place', means: 'lake' }], ignored: [],
    },
  };
}

async function outcomes(pool: DrawingPool, request = asked, signal = new AbortController().signal, seen: EngineProgress[] = []): Promise<EngineOutcome[]> {
  const found: EngineOutcome[] = [];
  for await (const outcome of createLocalEngine(pool).generate(request, (progress) => seen.push(progress), signal)) found.push(outcome);
  return found;
}

describe('the local engine', () => {
  test('draws each output with its own seed and says what was understood', async () => {
    const jobs: DrawJob[] = [];
    const made = await outcomes({ run: async (job) => (jobs.push(job), result(job.seed)) });
    expect(jobs.map(({ id, seed }) => [id, seed])).toEqual([['task_1_0', 7], ['task_1_2', 9]]);
    expect(made).toMatchObject([{ index: 0, state: 'made' }, { index: 2, state: 'made' }]);
    expect(made[0]).toMatchObject({ understanding: { understood: [{ text: 'lake', kind: 'place', means: 'lake' }], ignored: [] } });
  });

  test('leaves a style named in the prompt alone unless another was chosen', async () => {
    const jobs: DrawJob[] = [];
    const pool: DrawingPool = { run: async (job) => (jobs.push(job), result(job.seed)) };
    await outcomes(pool);
    await outcomes(pool, { ...asked, style: 'ink' });
    expect(jobs.map(({ style }) => style)).toEqual([undefined, undefined, 'ink', 'ink']);
  });

  test('gives what is done first, first', async () => {
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => { release = resolve; });
    const made: number[] = [];
    for await (const { index } of createLocalEngine({ run: async ({ seed }) => (seed === 7 ? slow.then(() => result(7)) : result(9)) }).generate(asked, () => undefined, new AbortController().signal)) {
      made.push(index);
      release();
    }
    expect(made).toEqual([2, 0]);
  });

  test('passes progress and previews on with the index of the output', async () => {
    const seen: EngineProgress[] = [];
    await outcomes({ run: async ({ seed }, on) => (on({ stage: 'drawing', fraction: 0.5, preview: { bytes: new Uint8Array([1]), type: 'image/webp' } }), result(seed)) }, asked, undefined, seen);
    expect(seen).toMatchObject([{ index: 0, stage: 'drawing', fraction: 0.5, preview: { type: 'image/webp' } }, { index: 2 }]);
  });

  test.each([['crashed', true, 'ENGINE_FAILED'], ['time', true, 'ENGINE_TIMEOUT'], ['failed', false, 'ENGINE_FAILED'], ['memory', false, 'ENGINE_FAILED']] as const)(
    'answers a fault "%s" as an outcome of that output alone', async (reason, again, identifier) => {
      const made = await outcomes({ run: async ({ seed }) => { if (seed === 7) throw new EngineFault(reason, ''); return result(seed); } });
      expect(made).toContainEqual({ index: 0, state: 'failed', again, error: { identifier, params: {} } });
      expect(made).toContainEqual(expect.objectContaining({ index: 2, state: 'made' }));
    });

  test('stops drawing what nobody waits for any more', async () => {
    const stopped: number[] = [];
    const pool: DrawingPool = {
      run: ({ seed }, _on, signal) => (seed === 7 ? Promise.resolve(result(7)) : new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => { stopped.push(seed); reject(new Error('stopped')); });
      })),
    };
    for await (const _outcome of createLocalEngine(pool).generate(asked, () => undefined, new AbortController().signal)) break;
    expect(stopped).toEqual([9]);
  });

  test('ends without an outcome for what the signal stopped', async () => {
    const stop = new AbortController();
    const pool: DrawingPool = { run: (_job, _on, signal) => new Promise((_resolve, reject) => { signal.addEventListener('abort', () => reject(new Error('stopped'))); }) };
    const all = outcomes(pool, asked, stop.signal);
    stop.abort();
    expect(await all).toEqual([]);
  });
});
