import { describe, expect, it } from '@jest/globals';
import type { CausedEvent } from '../../credits/index.js';
import type { UserId } from '../../kernel/ids.js';
import type { TaskCausesDeps } from './task.causes.js';
import { taskCauses } from './task.causes.js';

const DAY = 86_400_000;
const NOW = 100 * DAY;
const ann = { userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' } as const; // a test's own user

const captured = (more: Partial<CausedEvent> = {}): CausedEvent => ({
  account: ann,
  revision: 2,
  type: 'HoldCaptured',
  at: NOW,
  recordedAt: NOW,
  causedBy: 't1',
  subject: { kind: 'work', id: 't1' },
  ...more,
});
const tasksOf = (payer: string, paysWith?: 'api_credits'): TaskCausesDeps['tasks'] => ({
  getMany: async (ids) =>
    ids.some((id) => id === 't1') ? ([{ id: 't1', version: 1, document: { id: 't1', payer, paysWith } }] as never) : [],
}); // only these three fields are read
const explained = (event: CausedEvent, payer = 'ann', paysWith?: 'api_credits'): Promise<readonly CausedEvent[]> =>
  taskCauses({
    tasks: tasksOf(payer, paysWith),
    clock: { now: () => NOW },
    settings: { purgeAfterMs: 7 * DAY },
  }).explained([event]);

describe('a task as the cause of an account event', () => {
  it('explains an event about its own hold, in the account of its payer', async () => {
    const event = captured();
    expect(await explained(event)).toEqual([event]);
  });

  it('explains an event in the account of API credits only if these pay for it', async () => {
    const event = captured({ account: { ...ann, usageType: 'api_credits' } });
    expect(await explained(event, 'ann', 'api_credits')).toEqual([event]);
    expect(await explained(captured(), 'ann', 'api_credits')).toEqual([]);
  });

  it.each<[string, CausedEvent, string]>([
    ['without a cause', captured({ causedBy: undefined }), 'ann'],
    ['of another cause', captured({ causedBy: 't2' }), 'ann'],
    ['of an unknown task', captured({ causedBy: 't9', subject: { kind: 'work', id: 't9' } }), 'ann'],
    ['of another payer', captured(), 'bob'],
    ['in an account of another kind', captured({ account: { ...ann, usageType: 'api_credits' } }), 'ann'],
    [
      'that was recorded today, however old it says it is',
      captured({ causedBy: 't9', subject: { kind: 'work', id: 't9' }, at: 1 }),
      'ann',
    ],
  ])('does not explain an event %s', async (_what, event, payer) => expect(await explained(event, payer)).toEqual([]));

  it('is not asked for once a deleted task may have been removed', async () => {
    const event = captured({
      causedBy: 't9',
      subject: { kind: 'work', id: 't9' },
      at: NOW - 8 * DAY,
      recordedAt: NOW - 8 * DAY,
    });
    expect(await explained(event)).toEqual([event]);
  });
});
