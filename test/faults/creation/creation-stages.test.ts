import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCAL_MODELS } from '../../../src/creation/procedures/models.shared.js';
import { findFfmpeg } from '../../../src/engine/ffmpeg.js';
import { JOB_STAGES, type JobStage } from '../../../src/engine/local/job.js';
import { createLocalEngine } from '../../../src/engine/local/engine.js';
import { createEnginePool, type EnginePool } from '../../../src/engine/local/pool.js';
import type { Engine } from '../../../src/engine/port.js';
import { cancelTask } from '../../../src/creation/tasks/lifecycle.js';
import {
  FORMS,
  needsEngine,
  PROCEDURES,
  slotsOf,
  type GivenKind,
  type ProcedureName,
} from '../../../src/creation/procedures/params.shared.js';
import { inputOf, type CreationRequest } from '../../../src/creation/procedures/schema.shared.js';
import { taskIdOf } from '../../../src/creation/tasks/submit/submit.js';
import type { Task } from '../../../src/creation/tasks/task.state.js';
import { ok } from '../../../src/kernel/result.js';
import { PEOPLE, photograph } from '../../measures/people/people.js';
import { pngOf, roundSubject } from '../../support/people/creating.js';
import { squareVideo } from '../../support/files/made-videos.js';
import { findProgram, itWith } from '../../support/needs.js';
import { until } from '../../support/until.js';
import { ann, press, read, worldWith } from './creation-press.js';
import { assertClean, colour, Life, type Process, type World } from './creation-world.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const CREDITS = 1_000;
const ID = taskIdOf(ann.id, press(1));
/** Where a creation may be when something happens to it. */
const STAGES = ['queued', ...JOB_STAGES, 'checking', 'delivering'] as const;
type Stage = (typeof STAGES)[number];

/** What people have brought along, under the ids that they name it by. */
const BROUGHT = {
  image: '00000000-0000-4000-8000-00000000a001',
  video: '00000000-0000-4000-8000-00000000a002',
  audio: '00000000-0000-4000-8000-00000000a003',
} as const satisfies Readonly<Record<GivenKind, string>>;
type Brought = Readonly<Partial<Record<GivenKind, Uint8Array>>>;

/** What a call needs beyond what its form says, and what is smaller than its first choice. */
const BESIDES: Readonly<Partial<Record<ProcedureName, object>>> = {
  'imageTools.backgroundChanger': { behind: 'colour', colour: '#204060' },
  'imageTools.uncrop': { left: 64 },
  'imageTools.upscale': { scale: 4 },
  'video.upscaleVideo': { width: 640 },
  'video.createVideoByText': { seconds: 3, resolution: '480p' },
  'video.createVideoByImage': { seconds: 3, resolution: '480p' },
};

/**
 * A call as somebody asks for it who says no more than they have to: by its form, so that a new call is among these
 * too.
 */
function requestFor(procedure: ProcedureName): CreationRequest {
  const form = FORMS[procedure];
  const slots = slotsOf(form)
    .filter(({ min }) => min > 0)
    .map(({ name, takes: [kind = 'image'], max }) => {
      const ref = { from: 'upload', id: BROUGHT[kind] };
      return [name, max === 1 ? ref : [ref]];
    });
  const options = Object.entries(form.options).flatMap(([name, option]): [string, unknown][] => {
    if (option.kind === 'text') return option.min > 0 ? [[name, 'Hello']] : [];
    if (option.kind === 'choice' && name === 'seconds') return [[name, option.values[0]]];
    return option.kind === 'choice' && name === 'resolution' ? [[name, '480p']] : [];
  });
  const model = LOCAL_MODELS.find(({ procedures }) => procedures.includes(procedure))?.id;
  const input = inputOf(procedure).parse({
    requestId: press(1),
    model,
    price: { amount: CREDITS, priceVersion: 1 },
    seed: 1,
    ...(form.prompt === 'none' ? {} : { prompt: 'rain over a lake' }),
    ...(form.likeness === true ? { consent: true } : {}),
    ...Object.fromEntries([...slots, ...options]),
    ...BESIDES[procedure],
  });
  // The schema of this very call has just read it.
  return { procedure, input } as CreationRequest;
}

/** A world in which somebody has credits and has brought a picture, a film of three seconds and a recording along. */
async function worldOf(brought: Brought): Promise<World> {
  const world = await worldWith(CREDITS);
  for (const [kind, size] of [
    ['image', { width: 128, height: 128 }],
    ['video', { width: 128, height: 128, seconds: 3 }],
    ['audio', { width: 640, height: 160, seconds: 3 }],
  ] as const) {
    const bytes = brought[kind] ?? Buffer.from(`a ${kind}`);
    const { hash } = await world.blobs.put(bytes, `upload:${kind}`);
    world.uploads.set(
      `${ann.id} ${BROUGHT[kind]}`,
      ok({
        hash,
        type: { image: 'image/png', video: 'video/mp4', audio: 'audio/mp4' }[kind],
        kind,
        bytes: bytes.byteLength,
        ...size,
      }),
    );
  }
  return world;
}

/**
 * Stands in for an engine: passes every stage, leaves a file at each, and makes something of the right size. Nothing
 * decodes its films.
 */
const standIn = (at: (stage: JobStage) => Promise<void> = async () => undefined): Engine => ({
  async *generate(request, on, signal) {
    for (const { index, seed } of request.outputs) {
      for (const stage of JOB_STAGES) {
        await writeFile(join(request.dir, stage), stage);
        on({ index, stage, fraction: 0.5 });
        await at(stage);
        if (signal.aborted) return;
      }
      const poster = await colour(request, seed);
      const path = join(request.dir, 'made.mp4');
      if (request.seconds > 0) await writeFile(path, 'a film');
      yield {
        index,
        state: 'made',
        media: request.seconds > 0 ? { type: 'video/mp4', path, poster } : { type: 'image/png', bytes: poster },
      };
    }
  },
});

let work: string;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'kinora-stages-'));
});
afterAll(() => rm(work, { recursive: true, force: true }));

/** Boots a process in which `happens` once, when the creation comes to a place. */
async function bootWith(
  world: World,
  where: Stage,
  happens: (process: Process) => Promise<void>,
  life?: Life,
): Promise<Process> {
  const box: { process?: Process; done?: true } = {};
  const at = async (stage: Stage): Promise<void> => {
    if (stage !== where || box.process === undefined || box.done) return;
    box.done = true;
    await happens(box.process);
  };
  const put = world.blobs.put.bind(world.blobs);
  world.blobs.put = async (content, reference) => {
    await at('delivering');
    return put(content, reference);
  };
  box.process = await world.boot(life, standIn(at), {
    workFolder: work,
    checkVideo: async () => true,
    checkResult: async (_hash, _media, signal) => {
      await at('checking');
      signal.throwIfAborted();
      return ok(undefined);
    },
  });
  return box.process;
}

/** Cancels as its owner does; the worker's heart beats. */
async function cancel({ creation }: Process): Promise<void> {
  await cancelTask(creation, ann.id, ID);
  for (const attempt of creation.worker?.attempts() ?? []) await attempt.beat();
}

/** Submits, and has a task. */
async function submitted(process: Process, procedure: ProcedureName): Promise<Task> {
  expect(await process.creation.submission.submit(ann, requestFor(procedure))).toMatchObject({ ok: true });
  return read(process, 1);
}

/** Nothing is charged, held or left: no file, no blob but what the creation was made from. */
async function expectGone(world: World, process: Process): Promise<void> {
  expect(await read(process, 1)).toMatchObject({ status: 'canceled', settlement: { state: 'settled', captured: 0 } });
  expect(await world.ledger.balance(ann.id)).toMatchObject({ available: CREDITS, held: 0, spent: 0 });
  expect([...world.references].filter((reference) => !reference.includes(':source:'))).toEqual([]);
  expect(await readdir(work)).toEqual([]);
  await assertClean(world, process, [ann.id]);
}

/** Does something for each stage, saying of a failure at which. */
async function atEach(stages: readonly Stage[], look: (stage: Stage) => Promise<void>): Promise<void> {
  for (const stage of stages)
    await look(stage).catch((error: unknown) =>
      Promise.reject(
        new Error(`at ${stage}: ${error instanceof Error ? error.message : String(error)}`, { cause: error }),
      ),
    );
}

// A call that only connected engines serve takes the same stages; without one it has no model.
describe.each(PROCEDURES.filter((one) => !needsEngine(one)))('a creation of %s', (procedure) => {
  it(
    'that is cancelled at any stage costs nothing and leaves nothing',
    async () => {
      await atEach(STAGES, async (stage) => {
        const world = await worldOf({});
        const process = await bootWith(world, stage, cancel);
        await submitted(process, procedure);
        if (stage === 'queued') await cancel(process);
        await process.round();
        await process.relay();
        await expectGone(world, process);
      });
    },
    PATIENCE,
  );

  it(
    'whose worker dies at any stage is finished by the next attempt, and charged once',
    async () => {
      await atEach(STAGES, async (stage) => {
        const world = await worldOf({});
        const life = new Life();
        const dying = await bootWith(world, stage, async () => life.kill(), life);
        const { price } = await submitted(dying, procedure);
        if (stage === 'queued') life.kill();
        await dying.round().catch(() => undefined);
        expect(life.isOver).toBe(true);
        const next = await world.boot(undefined, standIn(), { workFolder: work, checkVideo: async () => true });
        for (let round = 0; round < 6; round += 1) {
          world.clock.move(70_000);
          await next.round();
        }
        expect(await read(next, 1)).toMatchObject({
          status: 'succeeded',
          outputs: [{ state: 'ready' }],
          settlement: { captured: price.amount },
        });
        expect(await world.ledger.balance(ann.id)).toMatchObject({
          available: CREDITS - price.amount,
          held: 0,
          spent: price.amount,
        });
        expect(await readdir(work)).toEqual([]);
        await assertClean(world, next, [ann.id]);
      });
    },
    PATIENCE,
  );
});

/** A call of each kind of result, with the stages that its maker passes. */
const KINDS: readonly (readonly [kind: string, procedure: ProcedureName, stages: readonly JobStage[]])[] = [
  ['a picture', 'text2Image.create', ['understanding', 'drawing', 'encoding']],
  ['a picture tool', 'imageTools.backgroundRemover', ['reading', 'working', 'encoding']],
  ['a film by text', 'video.createVideoByText', ['understanding', 'working']],
  ['a film by picture', 'video.createVideoByImage', ['reading', 'working']],
  ['a film by film', 'video.createVideoByVideo', ['reading', 'working']],
  ['sound', 'audioVideo.createAudioVideo', ['understanding', 'working']],
  ['faces', 'imageTools.faceSwap', ['reading', 'working', 'encoding']],
  ['an edit', 'videoEdit.createVideoEdit', ['reading', 'working']],
];
const SPOKEN: typeof KINDS = [
  ['speech', 'lipSync.createLipSyncTask', ['understanding', 'working']],
  ['shorts', 'aiShorts.create', ['understanding', 'working']],
];

describe('the engine of this machine', () => {
  let pool: EnginePool;
  let media: string;
  const videos = new Map<boolean, Brought>();
  beforeAll(async () => {
    pool = createEnginePool({ entry: pathToFileURL(resolve('dist/creation/procedures/worker-process.js')), size: 1 });
    media = await mkdtemp(join(tmpdir(), 'kinora-stages-media-'));
    const path = join(media, 'film.mp4');
    await squareVideo(await findFfmpeg(), { path, width: 128, height: 128, seconds: 3, sound: 'sine=440' });
    const video = await readFile(path);
    videos.set(true, { image: await pngOf(await photograph(PEOPLE.dark, 128)), video });
    videos.set(false, { image: await roundSubject({ width: 128, height: 128 }), video });
  }, PATIENCE);
  afterAll(async () => {
    await pool.close();
    await rm(media, { recursive: true, force: true });
  });

  /** Processes that were told of a folder. */
  const processesIn = (folder: string): readonly string[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((id) => {
        try {
          const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
          return line.includes(folder) ? [line] : [];
        } catch {
          return []; // it ended meanwhile
        }
      });

  const stopsAtEach = async (procedure: ProcedureName, stages: readonly JobStage[]): Promise<void> => {
    await atEach(stages, async (stage) => {
      const world = await worldOf(videos.get(FORMS[procedure].likeness === true) ?? {});
      const engine = createLocalEngine(pool, findFfmpeg);
      const box: { process?: Process; canceling?: Promise<void> } = {};
      const process = (box.process = await world.boot(
        undefined,
        {
          generate: (request, on, signal) =>
            engine.generate(
              request,
              (progress) => {
                on(progress);
                if (progress.stage === stage && box.process !== undefined) box.canceling ??= cancel(box.process);
              },
              signal,
            ),
        },
        { workFolder: work },
      ));
      await submitted(process, procedure);
      await process.round();
      await box.canceling;
      await process.relay();
      await expectGone(world, process);
      expect(
        await until(
          async () => processesIn(work),
          (left) => left.length === 0,
        ),
      ).toEqual([]);
    });
  };
  const title = (kind: string, procedure: string): string =>
    `stops ${kind} (${procedure}) at once wherever it is cancelled, and leaves no file, no process and no blob`;
  for (const [kind, procedure, stages] of KINDS)
    it(title(kind, procedure), () => stopsAtEach(procedure, stages), PATIENCE);
  for (const [kind, procedure, stages] of SPOKEN)
    itWith(
      findProgram('espeak-ng'),
      'eSpeak NG',
      title(kind, procedure),
      () => stopsAtEach(procedure, stages),
      PATIENCE,
    );
});
