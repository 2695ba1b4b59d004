import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { engineOver, REMOTE_DEFAULTS, RemoteMember } from './engine.js';
import { workflowModel } from './comfyui/workflow/model-name.shared.js';
import type { EngineOutcome, EngineRequest } from '../port.js';
import { RemoteFault, type RemoteApi, type RemoteFaultReason, type RemoteJob, type RemoteState } from './port.js';

const REQUEST: EngineRequest = {
  id: 'task_1',
  model: 'ours',
  params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
  prompt: 'a fox',
  negativePrompt: '',
  width: 512,
  height: 512,
  seconds: 0,
  sources: [],
  dir: '/nowhere',
  outputs: [{ index: 0, seed: 5 }],
  loras: [{ id: 'pixels', strength: 0.7 }],
};

interface Given {
  readonly model?: string;
  readonly lists?: boolean;
  readonly loraOf?: (id: string) => Promise<string | undefined>;
  readonly held?: readonly string[];
}

/**
 * Generates with an engine in memory that fails every run. @returns the jobs that it was sent, and the error's
 * identifier
 */
async function generated({
  model = 'theirs',
  lists = true,
  loraOf = async (id) => `${id}.safetensors`,
  held = [],
}: Given) {
  const jobs: RemoteJob[] = [];
  const versions: (number | undefined)[] = [];
  const api: RemoteApi = {
    find: async () => ({ models: [model] }),
    serves: async (_model, _signal, version) => {
      versions.push(version);
      return ['text-to-image'];
    },
    submit: async (job) => {
      jobs.push(job);
      return { state: 'failed', reason: 'no' };
    },
    poll: async () => ({ state: 'refused' }),
    fetch: () => Promise.reject(new RemoteFault('misunderstood', 'no output')),
    cancel: async () => undefined,
    ...(lists ? { loras: async () => [] } : {}),
  };
  const runs = {
    find: async (run: string) => held.find((one) => one === run),
    note: async () => undefined,
    close: async () => undefined,
  };
  const engine = engineOver([
    new RemoteMember({
      api,
      modelOf: () => model,
      useOf: () => ({ operations: ['text-to-image'] }),
      loraOf,
      runs,
      settings: { ...REMOTE_DEFAULTS, pollMs: { min: 1, max: 1 } },
    }),
  ]);
  const errors: string[] = [];
  for await (const outcome of engine.generate(
    { ...REQUEST, settingsVersion: 2 },
    () => undefined,
    new AbortController().signal,
  ))
    errors.push(outcome.state === 'failed' ? outcome.error.identifier : outcome.state);
  return { jobs, errors, versions };
}

describe('a request', () => {
  it('asks what its own version of a workflow serves, not the newest', async () => {
    expect((await generated({})).versions).toEqual([2]);
  });
});

describe('the LoRAs of a request', () => {
  it('are sent by the names of the engine', async () => {
    expect((await generated({})).jobs).toMatchObject([{ loras: [{ name: 'pixels.safetensors', strength: 0.7 }] }]);
  });

  it.each([
    ['an engine without LoRAs', { lists: false }],
    ['an imported workflow', { model: workflowModel('abc') }],
  ])('are never left out by %s: it refuses the request', async (_, at) => {
    expect(await generated(at)).toMatchObject({ jobs: [], errors: ['ENGINE_FAILED'] });
  });

  it('are refused when they are no longer offered, but not for a run that is under way', async () => {
    const loraOf = async (): Promise<undefined> => undefined;
    expect(await generated({ loraOf })).toMatchObject({ jobs: [], errors: ['MODEL_UNAVAILABLE'] });
    expect(await generated({ loraOf, held: ['task_0'] })).toMatchObject({ jobs: [], errors: ['SENSITIVE_CONTENT'] });
  });
});

describe('a result with a shortfall', () => {
  const png = (): Promise<Buffer> =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
      .png()
      .toBuffer();

  /** An engine in memory that ends its run in this way. @returns it, and the runs that it was asked to cancel */
  function memberThat(ends: RemoteState | RemoteFaultReason): {
    readonly member: RemoteMember;
    readonly canceled: string[];
  } {
    const canceled: string[] = [];
    const open = new Map<string, string>();
    const api: RemoteApi = {
      find: async () => ({ models: ['theirs'] }),
      serves: async () => ['cut-out'],
      submit: async () => ({ externalId: 'theirs-1' }),
      poll: async () => {
        if (typeof ends === 'string') throw new RemoteFault(ends, 'no');
        return ends;
      },
      fetch: png,
      cancel: async (id) => void canceled.push(id),
    };
    const member = new RemoteMember({
      api,
      modelOf: () => 'theirs',
      useOf: () => ({ operations: ['cut-out'] }),
      runs: {
        find: async (run) => open.get(run),
        note: async (run, id) => void open.set(run, id),
        close: async (run) => void open.delete(run),
      },
      settings: { ...REMOTE_DEFAULTS, pollMs: { min: 1, max: 1 }, failures: 1 },
    });
    return { member, canceled };
  }

  async function cutOutBy(standIn: RemoteState | RemoteFaultReason) {
    const path = join(await mkdtemp(join(tmpdir(), 'member-')), 'image.png');
    await writeFile(path, await png());
    const [opaque, other] = [memberThat({ state: 'succeeded', outputs: [{ url: 'theirs:1' }] }), memberThat(standIn)];
    const { loras: _loras, ...plain } = REQUEST;
    const request: EngineRequest = {
      ...plain,
      params: { procedure: 'imageTools.backgroundRemover' },
      width: 8,
      height: 8,
      sources: [{ role: 'image', path, type: 'image/png', width: 8, height: 8 }],
    };
    const outcomes: EngineOutcome[] = [];
    for await (const outcome of engineOver([opaque.member, other.member]).generate(
      request,
      () => undefined,
      new AbortController().signal,
    ))
      outcomes.push(outcome);
    await rm(dirname(path), { recursive: true });
    return { outcomes, canceled: other.canceled };
  }

  it('is used when the engine that stands in refuses the content', async () => {
    expect((await cutOutBy({ state: 'refused' })).outcomes).toMatchObject([{ state: 'made', shortfall: 'opaque' }]);
  });

  it('is used when the engine that stands in is away, and the run there is cancelled', async () => {
    expect(await cutOutBy('away')).toMatchObject({
      outcomes: [{ state: 'made', shortfall: 'opaque' }],
      canceled: ['theirs-1'],
    });
  });
});
