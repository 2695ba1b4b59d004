import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { FairQueue, type Waiting } from './fair.js';

// Names of the test's own.
const task = (owner: string, number: number, given: Partial<Waiting> = {}): Waiting => ({
  id: `${owner}-${number}` as TaskId, owner: owner as UserId, queuedAt: number, parallel: 1, share: 1, ...given,
});
const id = (name: string): TaskId => name as TaskId;

function queueOf(...tasks: readonly Waiting[]): FairQueue {
  const queue = new FairQueue();
  for (const one of tasks) queue.enter(one);
  return queue;
}

/** Takes and ends one task after another until none is left. */
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

  test('gives a larger share more turns a round', () => {
    const plan = { share: 2 };
    const queue = queueOf(task('ann', 1, plan), task('ann', 2, plan), task('ann', 3, plan), task('bob', 4), task('bob', 5));
    expect(order(queue)).toEqual(['ann-1', 'ann-2', 'bob-4', 'ann-3', 'bob-5']);
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
    const places = ['ann-1', 'ann-2', 'bob-3', 'ann-4', 'bob-5'].map((name) => [queue.place(id(name)), name] as const).sort(([a], [b]) => (a ?? 0) - (b ?? 0));
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

type Step = { readonly what: 'enter'; readonly owner: number } | { readonly what: 'take' } | { readonly what: 'end'; readonly which: number } | { readonly what: 'drop'; readonly which: number };
const steps = fc.array(fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ what: fc.constant('enter'), owner: fc.nat(5) }),
  fc.record({ what: fc.constant('take') }),
  fc.record({ what: fc.constant('end'), which: fc.nat(50) }),
  fc.record({ what: fc.constant('drop'), which: fc.nat(50) }),
), { maxLength: 200 });

describe('whatever comes and goes', () => {
  test('no owner ever runs more than their limit, and nothing is lost or taken twice', () => {
    fc.assert(fc.property(steps, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 6 }), (all, limits) => {
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
          expect([...running.values()].filter((owner) => owner === taken.owner).length).toBeLessThanOrEqual(taken.parallel);
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
    }));
  });

  test('whoever waits is reached after at most one turn of each who was before, however many newcomers press in', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 4 }), (others, perOwner, newcomers) => {
      const queue = new FairQueue();
      let number = 0;
      for (let owner = 0; owner < others; owner += 1) for (let nth = 0; nth < perOwner; nth += 1) queue.enter(task(`o${owner}`, (number += 1)));
      queue.enter(task('me', (number += 1)));
      let turns = 0;
      for (let taken = queue.take(); taken !== undefined && taken.owner !== task('me', 0).owner; taken = queue.take()) {
        turns += 1;
        queue.leave(taken.id);
        for (let fresh = 0; fresh < newcomers; fresh += 1) queue.enter(task(`n${(number += 1)}`, number));
        expect(turns).toBeLessThanOrEqual(others);
      }
      expect(turns).toBe(others);
    }));
  });
});
