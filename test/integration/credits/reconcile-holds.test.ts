import { describe, beforeEach, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../../src/app.module.js';
import { readConfig } from '../../../src/config.js';
import { TaskStore } from '../../../src/creation/index.js';
import { reserve, enqueue, cancel, settle, begin, conclude, recordOutput } from '../../../src/creation/tasks/task.js';
import type { Reserving, Task, Output } from '../../../src/creation/tasks/task.state.js';
import { ledgerCli } from '../../../src/credits/cli.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream, CauseOwners, type AccountCommand } from '../../../src/credits/index.js';
import { openReconciliations } from '../../../src/credits/reconcile/reconciliations.js';
import type { TaskId } from '../../../src/kernel/ids.js';
import type { Result } from '../../../src/kernel/result.js';
import { runCli } from '../../../src/platform/cli.js';
import type { PlatformParts } from '../../../src/platform/platform.module.js';
import { account } from '../../support/people/credits.js';
import { testParts } from '../../support/servers/app.js';

const ann = account('ann');
const stream = accountStream(ann);
const START = 1_000_000;

describe('npm run ledger -- reconcile, of tasks and their holds', () => {
  const time = { now: () => START + 1_000 };
  let parts: PlatformParts;
  let tasks: TaskStore;
  let said: string[];
  beforeEach(async () => {
    parts = testParts(time, [], {});
    tasks = await TaskStore.open(parts.documents, parts.logger);
    said = [];
    await ledger({ type: 'grant', at: START, grantId: 'pack', source: 'signup', amount: 100, eligibility: 'any' });
  });

  async function ledger(change: AccountCommand): Promise<void> {
    const done = await createAccountLoop(parts.events, () => {}).execute(
      stream,
      change,
      'holdId' in change ? change.holdId : 'message',
    );
    expect(done).toMatchObject({ ok: true });
  }

  const held = (id: string, amount = 10): Promise<void> =>
    ledger({
      type: 'hold',
      at: START,
      holdId: id,
      amount,
      eligibility: 'any',
      expiresAt: START + 86_400_000,
      reference: `task:${id}`,
    });

  /** A task of ten credits that is about to be held for. */
  const reserving = (id: string): Reserving =>
    reserve({
      id: id as TaskId,
      owner: ann.userId,
      payer: ann.userId,
      fingerprint: id, // a test's own id
      input: { prompt: 'a lake', negativePrompt: '', model: 'aurora', count: 1, seed: 1 },
      params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
      sources: [],
      media: 'image',
      width: 512,
      height: 512,
      seconds: 0,
      price: { amount: 10, base: 4, perOutput: 6, version: 1 },
      eligibility: 'any',
      parallel: 1,
      lane: 'free',
      marked: false,
      createdAt: START,
      deadlineAt: START + 1_000_000,
    });
  const must = <T>(result: Result<T, unknown>): T => {
    if (!result.ok) throw new Error(String(result.error));
    return result.value;
  };
  const queued = (id: string): Task => must(enqueue(reserving(id), START, { stream, revision: 1 }));
  const canceled = (id: string): Task => must(cancel(queued(id), START, 'user'));
  const failed = (id: string): Task => must(settle(canceled(id), START, 0));
  const concluded = (id: string): Task => {
    const begun = must(begin(queued(id), 1, START));
    const output: Output = {
      state: 'ready',
      seed: 1,
      hash: 'h' as never,
      reference: id,
      bytes: 1,
      type: 'image/png',
      width: 512,
      height: 512,
    }; // no picture is asked for
    return must(conclude(must(recordOutput(begun, 1, 0, output, START)), 1, START));
  };
  const paid = (id: string): Task => must(settle(concluded(id), START, 10));

  async function run(): Promise<number> {
    said = [];
    return runCli(
      [ledgerCli],
      ['ledger', 'reconcile'],
      async () => {
        const nest = await NestFactory.createApplicationContext(
          AppModule.forRoot(parts, {
            ...readConfig({ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(40) }),
            roles: new Set(),
          }),
          { logger: false, abortOnError: false },
        );
        // The grant that these tests begin with is a given.
        nest
          .get(CauseOwners, { strict: false })
          .add({ explained: async (events) => events.filter(({ subject }) => subject.kind === 'grant') });
        return {
          tools: { parts, get: (token) => nest.get(token, { strict: false }), say: (line) => void said.push(line) },
          close: () => nest.close(),
        };
      },
      { say: (line) => void said.push(line), complain: (line) => void said.push(line) },
    );
  }

  it('finds no difference wherever a crash may have left them', async () => {
    const left: readonly (readonly [Task, 'none' | 'held' | 'released' | 'captured'])[] = [
      [reserving('r0'), 'none'],
      [reserving('r1'), 'held'],
      [queued('q'), 'held'],
      [must(begin(queued('p'), 1, START)), 'held'],
      [must(cancel(reserving('c0'), START, 'user')), 'none'],
      [must(cancel(reserving('c1'), START, 'user')), 'held'],
      [canceled('c2'), 'held'],
      [canceled('c3'), 'released'],
      [failed('f'), 'released'],
      [concluded('d0'), 'held'],
      [concluded('d1'), 'captured'],
      [paid('d2'), 'captured'],
    ];
    for (const [task, state] of left) {
      await tasks.create(task);
      if (state !== 'none') await held(task.id);
      if (state === 'released') await ledger({ type: 'release', at: START, holdId: task.id, reason: 'canceled' });
      if (state === 'captured') await ledger({ type: 'capture', at: START, holdId: task.id, amount: 10 });
    }
    expect(await run()).toBe(0);
    expect(said).toEqual([
      expect.stringMatching(
        /^15 events in 1 accounts, \d+ documents, 12 tasks with their holds, 0 grants with their payments, \d+ events with their causes, subscriptions: 0, .*: no difference\.$/,
      ),
    ]);
  });

  it.each<[string, (id: string) => Promise<void>, string]>([
    ['a hold without a task', (id) => held(id), 'hold-without-work  hold t of @: 10 held for unknown work'],
    [
      'a task without its hold',
      async (id) => void (await tasks.create(queued(id))),
      'work-without-hold  hold t of @: nothing was held, the work says 10',
    ],
    [
      'a hold of another amount',
      async (id) => {
        await held(id, 9);
        await tasks.create(queued(id));
      },
      'hold-amount-differs  hold t of @: 9 held, the work says 10',
    ],
    [
      'a capture for a task that failed',
      async (id) => {
        await held(id);
        await ledger({ type: 'capture', at: START, holdId: id, amount: 10 });
        await tasks.create(failed(id));
      },
      'captured-without-delivery  hold t of @: 10 captured, the work came to nothing',
    ],
    [
      'less captured than the task says',
      async (id) => {
        await held(id);
        await ledger({ type: 'capture', at: START, holdId: id, amount: 4 });
        await tasks.create(paid(id));
      },
      'capture-differs  hold t of @: 4 captured, the work says 10',
    ],
    [
      'a release for a task that was paid for',
      async (id) => {
        await held(id);
        await ledger({ type: 'release', at: START, holdId: id, reason: 'canceled' });
        await tasks.create(paid(id));
      },
      'capture-differs  hold t of @: 0 captured, the work says 10',
    ],
    [
      'a hold that a cancelled task left open',
      async (id) => {
        await held(id);
        await tasks.create(failed(id));
      },
      'hold-left-open  hold t of @: 10 still held, the work is over',
    ],
    [
      'a hold that ended under its task',
      async (id) => {
        await held(id);
        await ledger({ type: 'release', at: START, holdId: id, reason: 'canceled' });
        await tasks.create(queued(id));
      },
      'hold-ended-early  hold t of @: released, the work has not ended',
    ],
  ])('names %s', async (_what, plant, line) => {
    await plant('t');
    expect(await run()).toBe(1);
    // An event of an unknown task has no cause either.
    const others = line.startsWith('hold-without-work')
      ? [`event-unexplained  event 1 of ${stream}: CreditsHeld of work t: nothing known has the cause t`]
      : [];
    expect(said).toEqual([
      line.replace('@', stream),
      ...others,
      expect.stringMatching(new RegExp(`: ${1 + others.length} differences\\.$`)),
    ]);
    expect(await (await openReconciliations(parts.documents)).last()).toMatchObject({
      found: 1 + others.length,
      differences: [{ code: line.split('  ')[0] }, ...others.map(() => ({ code: 'event-unexplained' }))],
    });
  });
});
