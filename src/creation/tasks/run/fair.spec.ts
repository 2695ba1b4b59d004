import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TaskId, UserId } from '../../../kernel/ids.js';
import { LANE_TURNS, type Lane } from '../../../billing/plans/entitlements.shared.js';
import { FairQueue, ROUND, type Waiting } from './fair.js';

const task = (owner: string, number: number, given: Partial<Waiting> = {}): Waiting => ({
  id: `${owner}-${number}` as TaskId,
  owner: owner as UserId,
  queuedAt: number,
  parallel: 1,
  lane: 'free',
  ...given,
});
const id = (name: string): TaskId => name as TaskId;

function queueOf(...tasks: readonly Waiting[]): FairQueue {
  const queue = new FairQueue();
  for (const one of tasks) queue.enter(one);
  return queue;
}

/** Takes and ends one task after another until the queue is empty. */
function order(queue: FairQueue): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    taken.push(next.id);
    queue.leave(next.id);
  }
  return taken;
}

describe('the fair queue', () => {
  test('gives each owner a turn, whoever has the longer list', () => {
    const queue = queueOf(task('ann', 1), task('ann', 2), task('ann', 3), task('bob', 4), task('eve', 5));
    expect(order(queue)).toEqual(['ann-1', 'bob-4', 'eve-5', 'ann-2', 'ann-3']);
  });

  test('gives each lane its turns a round, spread over it, and owners of one lane theirs in turn', () => {
    expect(ROUND).toEqual(['fast', 'plan', 'fast', 'relaxed', 'free', 'fast', 'plan', 'fast']);
    const queue = queueOf(
      ...[1, 2].map((number) => task('free', number)),
      ...[3, 4, 5].map((number) => task('lite', number, { lane: 'plan' })),
      ...[6, 7, 8].map((number) => task('plus', number, { lane: 'fast' })),
      ...[9, 10].map((number) => task('max', number, { lane: 'fast' })),
      task('plus', 11, { lane: 'relaxed' }),
    );
    expect(order(queue)).toEqual([
      'plus-6',
      'lite-3',
      'max-9',
      'plus-11',
      'free-1',
      'plus-7',
      'lite-4',
      'max-10',
      'plus-8',
      'lite-5',
      'free-2',
    ]);
  });

  test('follows what a plan allows now in place of what it allowed at the submission, but never below what a role gives', () => {
    const queue = queueOf(
      task('ann', 1),
      task('ann', 2),
      task('eve', 3, { parallel: 8, byRole: 2 }),
      task('eve', 4),
      task('eve', 5),
    );
    expect(queue.heldUp()).toEqual([]);
    expect([queue.take()?.id, queue.take()?.id]).toEqual(['ann-1', 'eve-3']);
    expect(queue.heldUp()).toEqual(['ann', 'eve']);
    expect(queue.take()).toBeUndefined();
    queue.allow(task('ann', 0).owner, 2);
    expect(queue.take()?.id).toBe('ann-2');
    expect(queue.take()).toBeUndefined();
    const roles = queueOf(...[1, 2, 3].map((number) => task('eve', number, { parallel: 8, byRole: 2 })));
    roles.allow(task('eve', 0).owner, 1);
    expect([roles.take()?.id, roles.take()?.id, roles.take()]).toEqual(['eve-1', 'eve-2', undefined]);
  });

  test('gives back what could not be begun to the place that it had', () => {
    const queue = queueOf(task('ann', 1), task('ann', 2), task('bob', 3), task('max', 4, { lane: 'fast' }));
    queue.take();
    const taken = queue.take();
    if (taken === undefined) throw new Error('nothing was taken');
    const state = queue.state();
    queue.giveBack(taken);
    expect(queue.state()).not.toEqual(state);
    expect(queue.take()).toEqual(taken);
    expect(queue.state()).toMatchObject({ cursor: state.cursor });
  });

  test('runs no more of an owner than may run at once', () => {
    const queue = queueOf(task('ann', 1), task('ann', 2));
    expect(queue.take()?.id).toBe('ann-1');
    expect(queue.take()).toBeUndefined();
    queue.leave(id('ann-1'));
    expect(queue.take()?.id).toBe('ann-2');
  });

  test('counts what others started as running', () => {
    const queue = queueOf(task('ann', 2));
    queue.start(id('ann-1'), task('ann', 1).owner);
    expect(queue.take()).toBeUndefined();
  });

  test('tells the place that a task will really have', () => {
    const queue = queueOf(task('ann', 1), task('ann', 2), task('bob', 3), task('ann', 4), task('bob', 5));
    const places = ['ann-1', 'ann-2', 'bob-3', 'ann-4', 'bob-5']
      .map((name) => [queue.place(id(name)), name] as const)
      .sort(([a], [b]) => (a ?? 0) - (b ?? 0));
    expect(places.map(([, name]) => name)).toEqual(order(queue));
    expect(queue.place(id('ann-1'))).toBeUndefined();
  });

  test('takes a task once, however often it is told of it', () => {
    const queue = queueOf(task('ann', 1), task('ann', 1));
    queue.take();
    queue.enter(task('ann', 1));
    expect(queue.size).toEqual({ waiting: 0, running: 1 });
  });
});

type Step =
  | { readonly what: 'enter'; readonly owner: number }
  | { readonly what: 'take' }
  | { readonly what: 'end'; readonly which: number }
  | { readonly what: 'drop'; readonly which: number };
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ what: fc.constant('enter'), owner: fc.nat(5) }),
    fc.record({ what: fc.constant('take') }),
    fc.record({ what: fc.constant('end'), which: fc.nat(50) }),
    fc.record({ what: fc.constant('drop'), which: fc.nat(50) }),
  ),
  { maxLength: 200 },
);

describe('whatever comes and goes', () => {
  test('no owner ever runs more than their limit, and nothing is lost or taken twice', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 6 }), (all, limits) => {
        const queue = new FairQueue();
        const waiting = new Set<TaskId>();
        const running = new Map<TaskId, UserId>();
        all.forEach((step, number) => {
          if (step.what === 'enter') {
            const entered = task(`u${step.owner}`, number, { parallel: limits[step.owner] ?? 1 });
            queue.enter(entered);
            waiting.add(entered.id);
          } else if (step.what === 'take') {
            const taken = queue.take();
            if (taken === undefined) return;
            expect(waiting.delete(taken.id)).toBe(true);
            running.set(taken.id, taken.owner);
            expect([...running.values()].filter((owner) => owner === taken.owner).length).toBeLessThanOrEqual(
              taken.parallel,
            );
          } else {
            const from = step.what === 'end' ? [...running.keys()] : [...waiting];
            const gone = from[step.which % Math.max(1, from.length)];
            if (gone === undefined) return;
            queue.leave(gone);
            running.delete(gone);
            waiting.delete(gone);
          }
          expect(queue.size).toEqual({ waiting: waiting.size, running: running.size });
        });
      }),
    );
  });

  test('whoever waits is reached after at most one turn of each who was before, however many newcomers press in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 4 }),
        (others, perOwner, newcomers) => {
          const queue = new FairQueue();
          let number = 0;
          for (let owner = 0; owner < others; owner += 1)
            for (let nth = 0; nth < perOwner; nth += 1) queue.enter(task(`o${owner}`, (number += 1)));
          queue.enter(task('me', (number += 1)));
          let turns = 0;
          for (
            let taken = queue.take();
            taken !== undefined && taken.owner !== task('me', 0).owner;
            taken = queue.take()
          ) {
            turns += 1;
            queue.leave(taken.id);
            for (let fresh = 0; fresh < newcomers; fresh += 1) queue.enter(task(`n${(number += 1)}`, number));
            expect(turns).toBeLessThanOrEqual(others);
          }
          expect(turns).toBe(others);
        },
      ),
    );
  });

  const lanes = fc.array(fc.constantFrom<Lane>('relaxed', 'free', 'plan', 'fast'), { minLength: 6, maxLength: 6 });

  test('another process that knows whose turn it has been goes on just the same', () => {
    fc.assert(
      fc.property(steps, lanes, (all, laneOf) => {
        const queue = new FairQueue();
        const waiting = new Map<TaskId, Waiting>();
        all.forEach((step, number) => {
          if (step.what === 'enter') {
            const entered = task(`u${step.owner}`, number, { lane: laneOf[step.owner] ?? 'free', parallel: 2 });
            queue.enter(entered);
            waiting.set(entered.id, entered);
          } else if (step.what === 'take') {
            const taken = queue.take();
            if (taken !== undefined) waiting.delete(taken.id);
            if (taken !== undefined) queue.leave(taken.id);
          }
        });
        const other = new FairQueue();
        // The order in which documents are read, before or after the scheduler state, must not matter.
        for (const entered of [...waiting.values()].toReversed().slice(2)) other.enter(entered);
        other.resume(queue.state());
        for (const entered of waiting.values()) other.enter(entered);
        const places = (of: FairQueue) => [...waiting.keys()].map((one) => of.place(one));
        expect(places(other)).toEqual(places(queue));
        expect(order(other)).toEqual(order(queue));
      }),
    );
  });

  test('nobody waits for ever, however much of other lanes and of their own presses in', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Lane>('relaxed', 'free', 'plan', 'fast'),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (mine, before, newcomers) => {
          const queue = new FairQueue();
          let number = 0;
          for (let owner = 0; owner < before; owner += 1) queue.enter(task(`o${owner}`, (number += 1), { lane: mine }));
          queue.enter(task('me', (number += 1), { lane: mine }));
          const pressIn = (): void => {
            for (const lane of ROUND)
              for (let fresh = 0; fresh < newcomers; fresh += 1)
                queue.enter(task(`n${(number += 1)}`, number, { lane }));
          };
          pressIn();
          let turns = 1;
          for (let taken = queue.take(); taken?.id.startsWith('me') === false; taken = queue.take()) {
            queue.leave(taken.id);
            pressIn();
            turns += 1;
            expect(turns).toBeLessThanOrEqual((before + 1) * Math.ceil(ROUND.length / LANE_TURNS[mine]));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a task’s place is how many are taken before it, when no limit holds anyone up', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.boolean()), { maxLength: 40 }), lanes, (all, laneOf) => {
        const queue = new FairQueue();
        const waiting = new Set<TaskId>();
        all.forEach(([owner, takes], number) => {
          const entered = task(`u${owner}`, number, { lane: laneOf[owner] ?? 'free' });
          queue.enter(entered);
          waiting.add(entered.id);
          const taken = takes ? queue.take() : undefined;
          if (taken !== undefined) waiting.delete(taken.id);
          if (taken !== undefined) queue.leave(taken.id);
        });
        const sorted = [...waiting].toSorted((a, b) => (queue.place(a) ?? 0) - (queue.place(b) ?? 0));
        expect(order(queue)).toEqual(sorted);
      }),
    );
  });
});
