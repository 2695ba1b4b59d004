import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { proceduresFor } from '../../../src/creation/engines/kinds.shared.js';
import { remoteUseOf, type ProcedureName } from '../../../src/creation/procedures/registry.shared.js';
import { findFfmpeg, probe, runProgram, type Programs } from '../../../src/engine/ffmpeg.js';
import type { EngineOutcome, EngineSource, JobParams } from '../../../src/engine/port.js';
import { createRemoteApi } from '../../../src/engine/remote/apis.js';
import { engineOver, REMOTE_DEFAULTS, RemoteMember } from '../../../src/engine/remote/engine.js';
import { HOSTED_MODELS, type HostedModel } from '../../../src/engine/remote/hosted/models.shared.js';
import {
  filesOf,
  operationsWith,
  slotOfFile,
  type RemoteFileName,
} from '../../../src/engine/remote/operations.shared.js';
import type { SourceRole } from '../../../src/engine/sources.shared.js';
import { squareVideo } from '../../support/files/made-videos.js';
import { startHosted, type SmallHosted } from '../../support/servers/remote/hosted.js';
import { MemoryRuns } from '../../support/servers/remote/runs.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const QUICK = { ...REMOTE_DEFAULTS, pollMs: { min: 5, max: 10 } };
const SIZE = { width: 192, height: 108 } as const;
const SECONDS = 3;
const never = new AbortController().signal;
/** Settings of the procedures, as their forms begin; those of engines only. */
const PARAMS: Readonly<Record<string, Omit<JobParams, 'procedure'>>> = {
  'image2Image.create': { style: 'oil', strength: 0.5 },
  'video.createVideoByVideo': { style: 'oil', strength: 0.5 },
  'video.createVideoByImage': { motion: 'zoom-in' },
  'imageTools.uncrop': { left: 0, top: 0, right: 64, bottom: 0 },
};
const KINDS = ['replicate', 'fal'] as const;
const CASES = KINDS.flatMap((kind) =>
  HOSTED_MODELS[kind].map(({ model, operations }: HostedModel) => ({ kind, model, operations })),
);
/**
 * The first model of each operation at each service: the others' inputs differ in names only, which unit tests cover.
 */
const FIRSTS = CASES.filter(({ kind, operations }, index) =>
  operations.some(
    (operation) => !CASES.slice(0, index).some((one) => one.kind === kind && one.operations.includes(operation)),
  ),
);

describe('every known model of the hosted services', () => {
  let [folder, programs] = ['', undefined as Programs | undefined];
  const files: Partial<Record<RemoteFileName | 'result', string>> = {};
  const servers = new Map<string, SmallHosted>();
  const ffmpeg = (): Programs => {
    if (programs === undefined) throw new Error('not begun');
    return programs;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hosted-'));
    programs = await findFfmpeg();
    const image = async (name: RemoteFileName, background: string): Promise<void> => {
      files[name] = join(folder, `${name}.png`);
      await writeFile(
        files[name],
        await sharp({ create: { ...SIZE, channels: 3, background } })
          .png()
          .toBuffer(),
      );
    };
    for (const [name, colour] of [
      ['image', '#808080'],
      ['face', '#c08060'],
      ['garment', '#204080'],
    ] as const)
      await image(name, colour);
    files.mask = join(folder, 'mask.png');
    await writeFile(
      files.mask,
      await sharp({ create: { ...SIZE, channels: 3, background: '#000000' } })
        .composite([
          { input: { create: { width: 40, height: 40, channels: 3, background: '#ffffff' } }, left: 20, top: 20 },
        ])
        .png()
        .toBuffer(),
    );
    [files.video, files.result, files.audio] = [
      join(folder, 'video.mp4'),
      join(folder, 'result.mp4'),
      join(folder, 'speech.mp3'),
    ];
    await squareVideo(programs, { path: files.video, ...SIZE, seconds: SECONDS, fps: 25, sound: 'sine=440' });
    // As requested already, so that it is not encoded again.
    await squareVideo(programs, {
      path: files.result,
      ...SIZE,
      seconds: SECONDS,
      as: ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
    });
    await runProgram(programs.ffmpeg, ['-f', 'lavfi', '-i', 'sine=300:duration=1', '-y', files.audio], {
      timeoutMs: PATIENCE,
      stdoutLimit: 1_000_000,
      signal: never,
    });
  }, PATIENCE);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    for (const kind of KINDS)
      servers.set(kind, Object.assign(await startHosted(kind), { video: await readFile(files.result ?? '') }));
  });
  afterEach(async () => {
    await Promise.all([...servers.values()].map((server) => server.close()));
  });

  const serverOf = (kind: string): SmallHosted => {
    const server = servers.get(kind);
    if (server === undefined) throw new Error('not begun');
    return server;
  };

  function sourcesFor(procedure: ProcedureName, operations: HostedModel['operations']): readonly EngineSource[] {
    const use = remoteUseOf(procedure);
    const operation = use?.operations.find((one) => operations.includes(one));
    if (use === undefined || operation === undefined) throw new Error('not served');
    const names = [...filesOf(operation), ...(use.area === 'mask' ? ['mask' as const] : [])];
    return names.map((name) => ({
      // A slot for one file has the role of its name.
      role: slotOfFile(use, name) as SourceRole,
      path: files[name] ?? '',
      type: name === 'video' ? 'video/mp4' : name === 'audio' ? 'audio/mpeg' : 'image/png',
      ...SIZE,
      ...(name === 'video' ? { seconds: SECONDS } : {}),
    }));
  }

  async function made(
    kind: (typeof KINDS)[number],
    model: string,
    procedure: ProcedureName,
    sources: readonly EngineSource[],
  ): Promise<EngineOutcome | undefined> {
    const api = createRemoteApi({ kind, address: serverOf(kind).url, key: 'k' });
    const engine = engineOver([
      new RemoteMember({
        api,
        useOf: remoteUseOf,
        modelOf: () => model,
        runs: new MemoryRuns(),
        settings: QUICK,
        programs: async () => ffmpeg(),
      }),
    ]);
    const isVideo = procedure.startsWith('video.') || procedure.startsWith('lipSync.');
    const size =
      procedure === 'imageTools.upscale'
        ? { width: SIZE.width * 2, height: SIZE.height * 2 }
        : procedure === 'imageTools.uncrop'
          ? { ...SIZE, width: SIZE.width + 64 }
          : SIZE;
    const request = {
      id: 'task_1',
      model: 'ours',
      params: { procedure, ...PARAMS[procedure] },
      prompt: 'a lake',
      negativePrompt: '',
      ...size,
      seconds: isVideo ? SECONDS : 0,
      sources,
      dir: folder,
      outputs: [{ index: 0, seed: 5 }],
    };
    for await (const outcome of engine.generate(request, () => undefined, never)) return outcome;
    return undefined;
  }

  it.each(KINDS)('of %s serve the procedures of their operations, by their published schemas', async (kind) => {
    const api = createRemoteApi({ kind, address: serverOf(kind).url, key: 'k' });
    for (const { model, operations } of CASES.filter((one) => one.kind === kind))
      expect([model, proceduresFor(await api.serves(model, never))]).toEqual([model, proceduresFor(operations)]);
  });

  it.each(FIRSTS)(
    '$kind $model serves its procedures: sources sent, input accepted, result taken',
    async ({ kind, model, operations }) => {
      const served = proceduresFor(operations);
      expect(served.length).toBeGreaterThan(0);
      for (const procedure of served) {
        const outcome = await made(kind, model, procedure, sourcesFor(procedure, operations));
        // A cut-out needs transparency, which the result of this small server has not.
        const as = procedure === 'imageTools.backgroundRemover' ? { shortfall: 'opaque' } : {};
        expect([procedure, outcome]).toEqual([procedure, expect.objectContaining({ state: 'made', ...as })]);
      }
    },
    PATIENCE,
  );

  it.each(KINDS)(
    '%s gets a video as it was given, and a recording as WAV of the length of the result',
    async (kind) => {
      const server = serverOf(kind);
      const model = kind === 'fal' ? 'fal-ai/latentsync' : 'bytedance/latentsync';
      expect(
        await made(kind, model, 'lipSync.createLipSyncTask', sourcesFor('lipSync.createLipSyncTask', ['lip-sync'])),
      ).toMatchObject({ state: 'made', media: { type: 'video/mp4' } });
      const sent = [...server.files.values()];
      expect(sent.find(({ type }) => type === 'video/mp4')?.bytes.equals(await readFile(files.video ?? ''))).toBe(true);
      const recording = join(folder, `sent-${kind}.wav`);
      await writeFile(recording, sent.find(({ type }) => type === 'audio/wav')?.bytes ?? Buffer.alloc(0));
      expect((await probe(ffmpeg(), recording, { timeoutMs: PATIENCE })).seconds).toBeCloseTo(SECONDS, 1);
      expect(
        server.received.filter(({ method, headers }) => method === 'PUT' && headers.authorization !== undefined),
      ).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'a repainted video keeps the sound of its source where the model makes none',
    async () => {
      const outcome = await made(
        'fal',
        'decart/lucy-restyle',
        'video.createVideoByVideo',
        sourcesFor('video.createVideoByVideo', ['video-to-video']),
      );
      if (outcome?.state !== 'made' || outcome.media.type === 'image/png') throw new Error(JSON.stringify(outcome));
      expect((await probe(ffmpeg(), outcome.media.path, { timeoutMs: PATIENCE })).audio).toBeDefined();
      expect(serverOf('fal').inputs).toEqual([
        expect.objectContaining({ prompt: expect.stringMatching(/^Repaint this video in .*oil style\./) }),
      ]);
    },
    PATIENCE,
  );

  it('a file that the model does not take is refused before anything is sent', async () => {
    const [face] = sourcesFor('lipSync.createLipSyncTask', ['talking-image']);
    const audio = sourcesFor('lipSync.createLipSyncTask', ['talking-image']).slice(1);
    expect(operationsWith({ operations: ['lip-sync'] }, { face: 'image', audio: 'audio' })).toEqual([]);
    expect(
      await made('replicate', 'sync/lipsync-2', 'lipSync.createLipSyncTask', [
        ...(face === undefined ? [] : [face]),
        ...audio,
      ]),
    ).toMatchObject({ state: 'failed', again: false, error: { identifier: 'ENGINE_FAILED' } });
    expect(serverOf('replicate').received.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
