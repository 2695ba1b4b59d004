import { describe, expect, it } from '@jest/globals';
import type { Engine } from '../../../src/engine/port.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { taskIdOf, type Submitter } from '../../../src/creation/tasks/submit/submit.js';
import type { UserId } from '../../../src/kernel/ids.js';
import type { Json } from '../../../src/platform/documents/port.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { assertClean, colourEngine, Life, request, World, type Process } from './creation-world.js';

// Opaque ids of the test's own.
const person = (name: string): Submitter => ({ id: name as UserId, roles: [], language: 'en' });
const ann = person('ann');
const press = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
const submit = (process: Process, number: number, user = ann) =>
  process.creation.submission.submit(
    user,
    request({ requestId: press(number), prompt: `a lake for ${user.id} ${number}` }),
  );

async function worldOf(users: readonly Submitter[], settings = CREATION_DEFAULTS): Promise<World> {
  const world = new World(settings);
  for (const { id } of users) await world.ledger.grant(id, 10);
  return world;
}

/** An engine that writes down in which order it was asked. */
function recording(drawn: string[]): Engine {
  return {
    async *generate(request, on, signal) {
      drawn.push(request.prompt.replace('a lake for ', ''));
      yield* colourEngine.generate(request, on, signal);
    },
  };
}

describe('a task that cannot be read', () => {
  it('stops nobody else’s, and is told of', async () => {
    const users = [ann, person('bob')];
    const world = await worldOf(users);
    const process = await world.boot();
    for (const user of users) await submit(process, 1, user);
    const id = taskIdOf(ann.id, press(1));
    const raw = await world.documents.collection<Json>({ name: 'tasks', indexes: [] }, (value) => value as Json); // as it is stored
    const found = await raw.get(id);
    if (found === undefined) throw new Error('no task');
    const whole = found.document;
    await raw.put({ id, document: { ...(whole as object), width: 'wide' }, expectedVersion: found.version }); // a task is an object
    await process.round();
    const others = (await process.creation.tasks.list(users[1]?.id ?? ann.id, 10)).items;
    expect(others).toMatchObject([{ document: { status: 'succeeded', settlement: { state: 'settled' } } }]);
    expect((await process.creation.tasks.list(ann.id, 10)).items).toEqual([]);
    await raw.put({ id, document: whole, expectedVersion: found.version + 1 });
    await process.round();
    await assertClean(
      world,
      process,
      users.map((user) => user.id),
    );
  });
});

describe('the dispatcher of a process that lives on', () => {
  it('finds what no signal told of, however many other signals keep coming', async () => {
    const bob = person('bob');
    const world = await worldOf([ann, bob]);
    const process = await world.boot();
    await submit(process, 1, bob);
    await process.creation.dispatcher.round([]);
    // Another process takes this one in; its signals are not heard here.
    await submit(await world.boot(), 1);
    const mine = taskIdOf(ann.id, press(1));
    for (let second = 0; second < 12; second += 1) {
      world.clock.move(1_000);
      await process.creation.dispatcher.round([taskIdOf(bob.id, press(1))]);
    }
    expect(process.creation.dispatcher.outlook(mine)).toBeDefined();
    await process.creation.worker?.round();
    await process.creation.worker?.idle();
    expect((await process.creation.tasks.get(mine))?.document.status).toBe('succeeded');
  });

  it('forgets none of the tasks it was told of when a store fails under it', async () => {
    const users = ['ann', 'bob', 'eve'].map(person);
    const world = await worldOf(users);
    const life = new Life();
    const process = await world.boot(life);
    await process.creation.dispatcher.round([]);
    const other = await world.boot();
    for (const user of users) await submit(other, 1, user);
    life.fail('tasks.get');
    await expect(process.creation.dispatcher.round(users.map(({ id }) => taskIdOf(id, press(1))))).rejects.toThrow(
      StoreUnavailable,
    );
    await process.creation.dispatcher.round([taskIdOf(ann.id, press(1))]);
    expect(await world.jobs.size(CREATION_DEFAULTS.queue)).toEqual({ waiting: 3, held: 0 });
  });

  it.each(['tasks.get', 'jobs.add'])('gives the owner’s only turn back when %s fails in the middle', async (name) => {
    const world = await worldOf([ann]);
    const life = new Life();
    const process = await world.boot(life);
    await submit(process, 1);
    const submitted = await process.creation.tasks.get(taskIdOf(ann.id, press(1)));
    process.creation.dispatcher.observe(taskIdOf(ann.id, press(1)), submitted?.document);
    life.fail(name);
    await expect(process.creation.dispatcher.fill()).rejects.toThrow(StoreUnavailable);
    await process.creation.dispatcher.fill();
    expect(await world.jobs.size(CREATION_DEFAULTS.queue)).toEqual({ waiting: 1, held: 0 });
    await process.round();
    await assertClean(world, process, [ann.id]);
  });

  it('keeps everybody’s place when it reads everything anew', async () => {
    const users = ['s1', 's2', 's3', 'hog', 's4'].map(person);
    const drawn: string[] = [];
    const world = await worldOf(users, { ...CREATION_DEFAULTS, window: 1, concurrency: 1 });
    const process = await world.boot(undefined, recording(drawn));
    const [first, second, third, hog, last] = users;
    if (!first || !second || !third || !hog || !last) throw new Error('five users');
    for (const [number, user] of [
      [1, hog],
      [2, hog],
      [3, hog],
      [1, first],
      [1, second],
      [1, third],
    ] as const) {
      await submit(process, number, user);
      world.clock.move(1_000);
    }
    // The hog has had a turn; whoever comes before the next round of turns ends is after the hog's second.
    await process.creation.dispatcher.lookAtAll();
    await submit(process, 1, last);
    for (let look = 0; look < 3; look += 1) await process.creation.dispatcher.lookAtAll();
    for (let round = 0; round < 7; round += 1) await process.round();
    expect(drawn).toEqual(['hog 1', 's1 1', 's2 1', 's3 1', 'hog 2', 's4 1', 'hog 3']);
  });

  it('keeps every worker busy, though many tasks are already held', async () => {
    const users = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(person);
    const world = await worldOf(users, { ...CREATION_DEFAULTS, window: 2, concurrency: 6 });
    const process = await world.boot();
    for (const user of users) await submit(process, 1, user);
    for (const held of [2, 4, 6]) {
      await process.creation.dispatcher.lookAtAll();
      expect(await world.jobs.lease(CREATION_DEFAULTS.queue, 'test', 60_000, 2)).toHaveLength(2);
      expect(await world.jobs.size(CREATION_DEFAULTS.queue)).toEqual({ waiting: 0, held });
    }
  });
});
