import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deleteTask } from '../../../src/creation/tasks/lifecycle.js';
import { defaultProjectOf, deleted, named, projectIdOf } from '../../../src/creation/projects/project.js';
import { ProjectStore } from '../../../src/creation/projects/project.store.js';
import { taskIdOf } from '../../../src/creation/tasks/submit/submit.js';
import { TaskStore } from '../../../src/creation/tasks/task.store.js';
import { ok } from '../../../src/kernel/result.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { ann, bob, press, submit, worldWith } from './creation-press.js';
import { Crash, everyTaskOf, Life, type Process, type World } from './creation-world.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const taskId = (number: number) => taskIdOf(ann.id, press(number));
const MINUTE = 60_000;
const numbered = (number: number): string => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const make = ({ projects }: Process['creation'], number: number) =>
  projects.create(ann.id, numbered(number), `Project ${number}`);
const first = projectIdOf(ann.id, press(1));
const second = projectIdOf(ann.id, press(2));

/** One thing that Ann does. Which project is 0 for the default one. */
type Step =
  | { readonly act: 'make' | 'drop'; readonly project: number }
  | { readonly act: 'submit' | 'move'; readonly task: number; readonly project: number }
  | { readonly act: 'delete'; readonly task: number };

const idOf = (project: number) => [first, second][project - 1] ?? defaultProjectOf(ann.id);

async function take(process: Process, step: Step): Promise<unknown> {
  const { creation } = process;
  switch (step.act) {
    case 'make':
      return creation.projects.create(ann.id, press(step.project), 'Summer');
    case 'drop':
      return creation.projects.delete(ann.id, idOf(step.project));
    case 'submit':
      return submit(process, step.task, { projectId: idOf(step.project) });
    case 'move':
      return creation.projects.move(ann.id, [taskId(step.task)], idOf(step.project));
    case 'delete':
      return deleteTask(creation, ann.id, taskId(step.task));
    default:
      return step satisfies never;
  }
}

const inProject = fc.record({ act: fc.constantFrom('make', 'drop'), project: fc.integer({ min: 1, max: 2 }) });
const ofTask = fc.record({
  act: fc.constantFrom('submit', 'submit', 'move'),
  task: fc.integer({ min: 1, max: 4 }),
  project: fc.integer({ min: 0, max: 2 }),
});
const deleting = fc.record({ act: fc.constant('delete'), task: fc.integer({ min: 1, max: 4 }) });
const steps = fc.array(
  fc.array(fc.oneof(inProject, ofTask, deleting) as fc.Arbitrary<Step>, { minLength: 1, maxLength: 3 }),
  { minLength: 1, maxLength: 6 },
); // fast-check widens the union's constants

/** What is true of every world that has come to rest. */
async function expectEveryTaskInAProject(world: World, process: Process): Promise<void> {
  const store = await ProjectStore.open(world.documents);
  for (const { document } of await everyTaskOf(process, ann.id)) {
    if (document.project === undefined) continue;
    expect(document.hidden).toBe(false);
    expect(await store.get(document.project)).toMatchObject({ kind: 'named', owner: ann.id });
  }
  const listed = [
    ...(await collect(process, undefined)),
    ...(await collect(process, 1)),
    ...(await collect(process, 2)),
  ];
  const all = (await process.creation.tasks.list(ann.id, 100)).items.map(({ id }) => id);
  expect([...listed].sort()).toEqual([...all].sort());
}

async function collect({ creation }: Process, project: number | undefined): Promise<readonly string[]> {
  const place = await creation.projectStore.place(ann.id, idOf(project ?? 0));
  return place.ok
    ? (await creation.tasks.list(ann.id, 100, undefined, { place: place.value })).items.map(({ id }) => id)
    : [];
}

async function rest(world: World, process: Process): Promise<void> {
  world.clock.move(CREATION_DEFAULTS.requestLifeMs + 1);
  await process.creation.sweeper.sweep();
  await process.creation.sweeper.sweep();
}

const passed = (error: unknown): boolean => error instanceof Crash || error instanceof StoreUnavailable;

describe('the projects of a user', () => {
  it(
    'hold every task in exactly one that exists, whatever is done at once and whenever the process dies',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          steps,
          fc.integer({ min: 1, max: 60 }),
          fc.constantFrom('before' as const, 'after' as const),
          async (rounds, call, when) => {
            const world = await worldWith(100);
            const dying = await world.boot(new Life({ call, when }), 'none').catch((error: unknown) => {
              if (!passed(error)) throw error;
              return undefined;
            });
            for (const round of rounds) {
              if (dying === undefined) break;
              for (const done of await Promise.allSettled(round.map((step) => take(dying, step))))
                if (done.status === 'rejected' && !passed(done.reason)) throw done.reason;
            }
            const next = await world.boot();
            await rest(world, next);
            await expectEveryTaskInAProject(world, next);
            expect((await (await ProjectStore.open(world.documents)).deleted(10)).projects).toEqual([]);
          },
        ),
        { numRuns: 150 },
      );
    },
    PATIENCE,
  );

  it('give what they held to the default one when they are deleted, also what comes after', async () => {
    const world = await worldWith(100);
    const before = await world.boot(new Life(), 'none');
    await before.creation.projects.create(ann.id, press(1), 'Summer');
    await submit(before, 1, { projectId: first });
    // The project goes after the submission has found it there.
    const { creation } = before;
    const slow = await world.boot(new Life(), 'none', {
      checkText: async () => {
        expect(await creation.projects.delete(ann.id, first)).toEqual({ ok: true, value: first });
        return ok(undefined);
      },
    });
    expect(await submit(slow, 2, { projectId: first })).toMatchObject({
      ok: true,
      value: { document: { project: first } },
    });
    expect(await collect(before, undefined)).toEqual([taskId(1)]);
    await creation.sweeper.sweep();
    expect((await collect(before, undefined)).length).toBe(2);
    expect(await creation.projectStore.place(ann.id, first)).toMatchObject({
      ok: false,
      error: { identifier: 'PROJECT_NOT_FOUND' },
    });
    expect(await creation.projects.delete(ann.id, first)).toEqual({ ok: true, value: first });
    expect(await creation.projects.delete(ann.id, defaultProjectOf(ann.id))).toMatchObject({
      ok: false,
      error: { identifier: 'DEFAULT_PROJECT_PROTECTED' },
    });
  });

  it('are made once a request, two hundred at most, even in a burst', async () => {
    const world = await worldWith(1);
    const { creation } = await world.boot(new Life(), 'none');
    const twice = await Promise.all([1, 2].map(() => creation.projects.create(ann.id, press(1), 'Summer')));
    expect(twice[0]).toEqual(twice[1]);
    expect(await creation.projects.create(ann.id, press(1), 'Winter')).toMatchObject({
      ok: false,
      error: { identifier: 'IDEMPOTENCY_MISMATCH' },
    });
    const burst: Awaited<ReturnType<typeof make>>[] = [];
    for (let from = 0; from < 210; from += 35) {
      world.clock.move(MINUTE);
      burst.push(...(await Promise.all(Array.from({ length: 35 }, (_, number) => make(creation, from + number)))));
    }
    expect(burst.filter(({ ok }) => ok).length).toBe(199);
    expect(burst.at(-1)).toMatchObject({ ok: false, error: { identifier: 'PROJECT_LIMIT', params: { limit: 200 } } });
    expect((await creation.projects.create(bob.id, press(1), 'Summer')).ok).toBe(true);
  });

  it('are made and deleted sixty times a minute at most', async () => {
    const world = await worldWith(1);
    const { creation } = await world.boot(new Life(), 'none');
    const made = [];
    for (let number = 0; number < 30; number += 1) {
      made.push(await make(creation, number));
      made.push(await creation.projects.delete(ann.id, projectIdOf(ann.id, numbered(number))));
    }
    expect(made.every(({ ok }) => ok)).toBe(true);
    const often = { ok: false, error: { identifier: 'TOO_MANY_ATTEMPTS', params: { seconds: expect.any(Number) } } };
    expect([await make(creation, 30), await creation.projects.delete(ann.id, first)]).toMatchObject([often, often]);
    expect((await creation.projects.create(bob.id, press(1), 'Summer')).ok).toBe(true);
    expect((await make(creation, 0)).ok).toBe(false);
    world.clock.move(MINUTE);
    expect((await make(creation, 30)).ok).toBe(true);
  });

  it('leave marks when they are deleted, of which a round of the sweeper looks after some, and the next one after the others', async () => {
    const world = await worldWith(1);
    const { creation } = await world.boot(new Life(), 'none');
    const store = await ProjectStore.open(world.documents);
    for (let number = 0; number < 250; number += 1)
      await store.create(
        deleted(named(projectIdOf(ann.id, numbered(number)), ann.id, 'x', 0), world.clock.now() + number),
      );
    const left = async () => (await store.deleted(1_000)).projects.length;
    // Too young to be forgotten: they do not keep the rounds at the first of them for ever.
    await creation.projects.sweep();
    world.clock.move(CREATION_DEFAULTS.requestLifeMs + 1_000);
    await creation.projects.sweep();
    expect(await left()).toBe(200);
    await creation.projects.sweep();
    expect(await left()).toBe(0);
  });

  it('are the same project when the same request comes to two processes at once', async () => {
    const world = await worldWith(1);
    const processes = [await world.boot(new Life(), 'none'), await world.boot(new Life(), 'none')];
    const made = await Promise.all(
      processes.map(({ creation }) => creation.projects.create(ann.id, press(1), 'Summer')),
    );
    expect(made).toMatchObject([
      { ok: true, value: { id: first } },
      { ok: true, value: { id: first } },
    ]);
  });

  it('are part of a request: the same one for another project is another', async () => {
    const world = await worldWith(100);
    const process = await world.boot(new Life(), 'none');
    await process.creation.projects.create(ann.id, press(1), 'Summer');
    const made = await submit(process, 1, { projectId: first });
    expect(made).toMatchObject({ ok: true, value: { document: { project: first } } });
    expect(await submit(process, 1)).toMatchObject({ ok: false, error: { identifier: 'IDEMPOTENCY_MISMATCH' } });
    await process.creation.projects.delete(ann.id, first);
    expect(await submit(process, 1, { projectId: first })).toMatchObject({ ok: true, value: { id: taskId(1) } });
    expect(
      (await submit(process, 2, { projectId: defaultProjectOf(ann.id) })).ok && (await submit(process, 2)),
    ).toMatchObject({ ok: true, value: { id: taskId(2) } });
    expect(await submit(process, 3, { projectId: second })).toMatchObject({
      ok: false,
      error: { identifier: 'PROJECT_NOT_FOUND' },
    });
  });

  it('come along with the works of a visitor, and go with a user for good', async () => {
    const world = await worldWith(100);
    const process = await world.boot(new Life(), 'none');
    const { projects: own, tasks } = process.creation;
    await own.create(ann.id, press(1), 'Summer');
    await own.rename(ann.id, defaultProjectOf(ann.id), 'Everything');
    await own.create(bob.id, press(1), 'Winter');
    await own.transfer(ann.id, bob.id);
    await own.transfer(ann.id, bob.id);
    expect((await own.list(bob.id, 'name', 10)).projects).toMatchObject([
      { kind: 'default' },
      { name: 'Summer' },
      { name: 'Winter' },
    ]);
    expect((await own.list(ann.id, 'name', 10)).projects).toEqual([{ kind: 'default', id: defaultProjectOf(ann.id) }]);
    await submit(process, 1, { projectId: first }, bob);
    await own.purge(bob.id);
    expect((await own.list(bob.id, 'name', 10)).projects).toEqual([{ kind: 'default', id: defaultProjectOf(bob.id) }]);
    expect(await tasks.countNaming(first)).toBe(0);
    await rest(world, process);
    expect((await world.documents.collections()).includes('projects_v1')).toBe(false);
  });

  it('need no document of tasks that were made before there were any', async () => {
    const world = await worldWith(100);
    const process = await world.boot(new Life(), 'none');
    await submit(process, 1);
    for await (const stored of world.documents.carryOut('tasks')) expect(stored.document).not.toHaveProperty('project');
    expect(await collect(process, undefined)).toEqual([taskId(1)]);
    expect(await (await TaskStore.open(world.documents, { error: () => undefined })).countListed(ann.id, {})).toBe(1);
  });
});
