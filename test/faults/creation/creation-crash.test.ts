import { describe, expect, it } from '@jest/globals';
import { cancelTask, deleteTask } from '../../../src/creation/tasks/lifecycle.js';
import type { Engine, EngineOutcome } from '../../../src/engine/port.js';
import { taskIdOf } from '../../../src/creation/tasks/submit/submit.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { assertClean, colourEngine, Crash, everyTaskOf, Life, request, World, type Process } from './creation-world.js';

/** How long a story may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 900_000;

// An opaque id of the test's own.
const ann = { id: 'ann' as UserId, roles: [], language: 'en' };
const requestId = '00000000-0000-4000-8000-000000000001';
const id = taskIdOf(ann.id, requestId);

/** One thing a user does, whole; it is cut off at every call of a port in turn. */
interface Story {
  readonly name: string;
  readonly credits: number;
  readonly count: number;
  readonly engine?: (process: () => Process) => Engine;
  /** What the user does once it has been submitted. */
  readonly then?: (process: Process) => Promise<unknown>;
  /** How it may end, when the crash did not keep it from being submitted at all. */
  readonly ends: readonly string[];
}

const withOutcomes = (make: (outcome: EngineOutcome) => EngineOutcome): Engine => ({
  async *generate(request, on, signal) {
    for await (const outcome of colourEngine.generate(request, on, signal)) yield make(outcome);
  },
});

const stories: readonly Story[] = [
  { name: 'two pictures', credits: 10, count: 2, ends: ['succeeded'] },
  { name: 'not enough credits', credits: 1, count: 2, ends: ['failed'] },
  {
    name: 'cancelled in the queue',
    credits: 10,
    count: 1,
    then: (process) => cancelTask(process.creation, ann.id, id),
    ends: ['canceled', 'succeeded'],
  },
  {
    name: 'cancelled while it is drawn',
    credits: 10,
    count: 2,
    ends: ['canceled', 'succeeded'],
    engine: (process) => ({
      async *generate(request, on, signal) {
        for await (const outcome of colourEngine.generate(request, on, signal)) {
          yield outcome;
          await cancelTask(process().creation, ann.id, id);
        }
      },
    }),
  },
  {
    name: 'deleted when it is done',
    credits: 10,
    count: 1,
    ends: ['succeeded', 'canceled'],
    then: async (process) => {
      await process.round();
      await deleteTask(process.creation, ann.id, id);
    },
  },
  {
    name: 'one picture of two that cannot be drawn',
    credits: 10,
    count: 2,
    ends: ['succeeded'],
    engine: () =>
      withOutcomes((outcome) =>
        outcome.index === 1
          ? { index: 1, state: 'failed', error: productError('ENGINE_FAILED'), again: false }
          : outcome,
      ),
  },
  {
    name: 'an engine that fails for a while, each time',
    credits: 10,
    count: 1,
    ends: ['failed'],
    engine: () =>
      withOutcomes(({ index }) => ({ index, state: 'failed', error: productError('ENGINE_TIMEOUT'), again: true })),
  },
  {
    name: 'a picture that is cut off',
    credits: 10,
    count: 1,
    ends: ['failed'],
    engine: () =>
      withOutcomes((outcome) =>
        outcome.state === 'made' && outcome.media.type === 'image/png'
          ? { ...outcome, media: { ...outcome.media, bytes: outcome.media.bytes.slice(0, 60) } }
          : outcome,
      ),
  },
];

async function boot(world: World, story: Story, life: Life): Promise<Process> {
  const box: { process?: Process } = {};
  const process = (): Process => {
    if (!box.process) throw new Error('the process is not there yet');
    return box.process;
  };
  box.process = await world.boot(life, story.engine?.(process) ?? colourEngine);
  return box.process;
}

/** Does the story in a process that may die on the way. */
async function live(world: World, story: Story, life: Life): Promise<void> {
  try {
    const process = await boot(world, story, life);
    await process.creation.submission.submit(ann, request({ requestId, count: story.count }));
    await story.then?.(process);
    await process.round();
  } catch (error) {
    if (!life.isOver) throw error;
  }
}

/** Starts again and lets time pass until nothing is left to do: leases lapse, sweepers sweep, but no deadline comes. */
async function recover(world: World, story: Story, retries: boolean): Promise<Process> {
  const process = await boot(world, story, new Life());
  if (retries) await process.creation.submission.submit(ann, request({ requestId, count: story.count }));
  for (let round = 0; round < 12; round += 1) {
    world.clock.move(70_000);
    await process.round();
  }
  return process;
}

describe('a crash between any two steps', () => {
  it.each(stories)(
    'of "$name" leaves nothing half done, held for nothing or charged twice',
    async (story) => {
      const whole = new World();
      await whole.ledger.grant(ann.id, story.credits);
      const length = new Life();
      await live(whole, story, length);
      expect(length.trace.length).toBeGreaterThan(5);

      for (let call = 1; call <= length.trace.length; call += 1) {
        for (const when of ['before', 'after'] as const) {
          for (const retries of [false, true]) {
            const place = `${story.name}: dies ${when} call ${call} (${length.trace[call - 1]}), ${retries ? 'pressed again' : 'left alone'}`;
            const world = new World();
            await world.ledger.grant(ann.id, story.credits);
            await live(world, story, new Life({ call, when }));
            const process = await recover(world, story, retries);
            try {
              await assertClean(world, process, [ann.id]);
              const tasks = await everyTaskOf(process, ann.id);
              expect(tasks.length).toBeLessThanOrEqual(1);
              for (const { document } of tasks) expect(story.ends).toContain(document.status);
            } catch (error) {
              throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
            }
          }
        }
      }
    },
    PATIENCE,
  );

  it.each([
    ['lives', false],
    ['dies', true],
  ] as const)(
    'finds a hold that arrived after its task had been cancelled, when the process that sent it %s',
    async (_what, dies) => {
      const world = new World();
      await world.ledger.grant(ann.id, 10);
      const life = new Life();
      const slow = await world.boot(life);
      const other = await world.boot();
      const change = world.ledger.change.bind(world.ledger);
      world.ledger.change = async (owner, hold, command, at) => {
        if (command.type === 'hold') {
          // While the hold is on its way the user cancels elsewhere, and the release comes first.
          await cancelTask(other.creation, ann.id, id);
          await other.relay();
          expect((await world.ledger.balance(ann.id)).held).toBe(0);
        }
        const answer = await change(owner, hold, command, at);
        if (command.type === 'hold' && dies) life.kill();
        return answer;
      };
      const submitted = slow.creation.submission.submit(ann, request({ requestId }));
      if (dies) await expect(submitted).rejects.toThrow(Crash);
      else await submitted;
      expect((await world.ledger.balance(ann.id)).held).toBe(dies ? 1 : 0);
      for (let round = 0; round < 12; round += 1) {
        world.clock.move(70_000);
        await other.round();
      }
      await assertClean(world, other, [ann.id]);
    },
  );

  it('is seen as a crash by the test itself', async () => {
    const world = new World();
    const opening = new Life();
    await world.boot(opening);
    // Not while the collections are opened, but once the submission has begun.
    const life = new Life({ call: opening.trace.length + 2, when: 'after' });
    const process = await world.boot(life);
    await expect(process.creation.submission.submit(ann, request({ requestId }))).rejects.toThrow(Crash);
    expect(life.isOver).toBe(true);
  });
});
