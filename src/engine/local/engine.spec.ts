import { describe, expect, test } from '@jest/globals';
import { createLocalEngine, type WorkingPool } from './engine.js';
import { ProgramFault } from '../ffmpeg.js';
import { EngineFault, type Job, type JobResult } from './pool.js';
import type { EngineOutcome, EngineProgress, EngineRequest } from '../port.js';

const defaultRequest: EngineRequest = {
  id: 'task_1',
  model: 'preview',
  params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
  prompt: 'a lake',
  negativePrompt: '',
  width: 64,
  height: 64,
  seconds: 0,
  sources: [],
  dir: '/nowhere',
  outputs: [
    { index: 0, seed: 7 },
    { index: 2, seed: 9 },
  ],
};

const programs = async (): Promise<never> => {
  throw new ProgramFault('missing', 'ffmpeg', 'not found');
};

function result(seed: number): JobResult {
  return {
    media: { type: 'image/png', bytes: new Uint8Array([seed]) },
    width: 64,
    height: 64,
    understanding: { understood: [{ text: 'lake', kind: 'place', means: 'lake' }], ignored: [] },
  };
}

async function outcomes(
  pool: WorkingPool,
  request = defaultRequest,
  signal = new AbortController().signal,
  seen: EngineProgress[] = [],
  failureOf?: Parameters<typeof createLocalEngine>[2],
): Promise<EngineOutcome[]> {
  const found: EngineOutcome[] = [];
  for await (const outcome of createLocalEngine(pool, programs, failureOf).generate(
    request,
    (progress) => seen.push(progress),
    signal,
  ))
    found.push(outcome);
  return found;
}

describe('the local engine', () => {
  test('draws each output with its own seed and says what was understood', async () => {
    const jobs: Job[] = [];
    const made = await outcomes({ run: async (job) => (jobs.push(job), result(job.seed)) });
    expect(jobs.map(({ id, seed }) => [id, seed])).toEqual([
      ['task_1_0', 7],
      ['task_1_2', 9],
    ]);
    expect(made).toMatchObject([
      { index: 0, state: 'made' },
      { index: 2, state: 'made' },
    ]);
    expect(made[0]).toMatchObject({
      understanding: { understood: [{ text: 'lake', kind: 'place', means: 'lake' }], ignored: [] },
    });
  });

  test('passes on what the call asks for, and looks for FFmpeg only for a video', async () => {
    const jobs: Job[] = [];
    const pool: WorkingPool = { run: async (job) => (jobs.push(job), result(job.seed)) };
    await outcomes(pool);
    expect(jobs.map(({ params, programs: found }) => [params, found])).toEqual([
      [defaultRequest.params, undefined],
      [defaultRequest.params, undefined],
    ]);
    const [outcome] = await outcomes(pool, { ...defaultRequest, seconds: 3 });
    expect(outcome).toMatchObject({ state: 'failed', error: { identifier: 'ENGINE_UNAVAILABLE' } });
  });

  test('gives what is done first, first', async () => {
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const made: number[] = [];
    for await (const { index } of createLocalEngine(
      { run: async ({ seed }) => (seed === 7 ? slow.then(() => result(7)) : result(9)) },
      programs,
    ).generate(defaultRequest, () => undefined, new AbortController().signal)) {
      made.push(index);
      release();
    }
    expect(made).toEqual([2, 0]);
  });

  test('passes progress and previews on with the index of the output', async () => {
    const seen: EngineProgress[] = [];
    await outcomes(
      {
        run: async ({ seed }, on) => (
          on({ stage: 'drawing', fraction: 0.5, preview: { bytes: new Uint8Array([1]), type: 'image/webp' } }),
          result(seed)
        ),
      },
      defaultRequest,
      undefined,
      seen,
    );
    expect(seen).toMatchObject([
      { index: 0, stage: 'drawing', fraction: 0.5, preview: { type: 'image/webp' } },
      { index: 2 },
    ]);
  });

  test.each([
    ['crashed', true, 'ENGINE_FAILED'],
    ['time', true, 'ENGINE_TIMEOUT'],
    ['failed', false, 'ENGINE_FAILED'],
    ['memory', false, 'ENGINE_FAILED'],
  ] as const)('answers a fault "%s" as an outcome of that output alone', async (reason, again, identifier) => {
    const made = await outcomes({
      run: async ({ seed }) => {
        if (seed === 7) throw new EngineFault(reason, '');
        return result(seed);
      },
    });
    expect(made).toContainEqual({ index: 0, state: 'failed', again, error: { identifier, params: {} } });
    expect(made).toContainEqual(expect.objectContaining({ index: 2, state: 'made' }));
  });

  test('calls the failure of a tool by its own name', async () => {
    const pool: WorkingPool = {
      run: async () => {
        throw new EngineFault('failed', '');
      },
    };
    const [outcome] = await outcomes(
      pool,
      { ...defaultRequest, params: { procedure: 'imageTools.upscale', scale: 2 } },
      undefined,
      [],
      (procedure) => (procedure === 'imageTools.upscale' ? 'IMAGE_UPSCALE_FAILED' : undefined),
    );
    expect(outcome).toMatchObject({ state: 'failed', error: { identifier: 'IMAGE_UPSCALE_FAILED' } });
  });

  test('tells the user what only the user can mend', async () => {
    const [outcome] = await outcomes({
      run: async () => {
        throw new EngineFault('refused', '', {
          identifier: 'INPUT_INVALID_FOR_SERVICE',
          params: { input: 'mask', reason: 'empty' },
        });
      },
    });
    expect(outcome).toMatchObject({
      state: 'failed',
      again: false,
      error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { reason: 'empty' } },
    });
  });

  test('stops drawing what nobody waits for any more', async () => {
    const stopped: number[] = [];
    const pool: WorkingPool = {
      run: ({ seed }, _on, signal) =>
        seed === 7
          ? Promise.resolve(result(7))
          : new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => {
                stopped.push(seed);
                reject(new Error('stopped'));
              });
            }),
    };
    for await (const _outcome of createLocalEngine(pool, programs).generate(
      defaultRequest,
      () => undefined,
      new AbortController().signal,
    ))
      break;
    expect(stopped).toEqual([9]);
  });

  test('ends without an outcome for what the signal stopped', async () => {
    const stop = new AbortController();
    const pool: WorkingPool = {
      run: (_job, _on, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
    };
    const all = outcomes(pool, defaultRequest, stop.signal);
    stop.abort();
    expect(await all).toEqual([]);
  });
});
