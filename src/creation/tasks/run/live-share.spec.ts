import { describe, expect, it } from '@jest/globals';
import { createMemorySignals } from '../../../platform/signals/memory.js';
import { CREATION_DEFAULTS } from '../settings.js';
import { TaskSignals } from '../signals.js';
import type { TaskId } from '../task.js';
import { LiveShare } from './live-share.js';

const clock = { now: () => 1_000 };
const id = 't1' as TaskId; // test task
const snapshot = {
  taskId: 't1',
  owner: 'u1',
  attempt: 2,
  sequence: 3,
  outputs: [{ index: 0, output: { stage: 'drawing', fraction: 0.5, previewVersion: 1 } }],
};

describe('progress that another process keeps', () => {
  const share = () => {
    const shared = Object.assign(createMemorySignals(clock), { reach: 'installation' as const });
    return { shared, live: new LiveShare({ shared, signals: new TaskSignals(), clock, settings: CREATION_DEFAULTS }) };
  };

  it.each([
    [
      'names a stage that is not known here',
      JSON.stringify({
        ...snapshot,
        outputs: [{ index: 0, output: { stage: 'dreaming', fraction: 0.5, previewVersion: 1 } }],
      }),
    ],
    ['has another shape', '{"version":2}'],
    ['is no JSON', 'new'],
  ])('is done without when it %s', async (_what, kept) => {
    const { shared, live } = share();
    await shared.keep('live:t1', Buffer.from(kept), 10_000);
    await shared.keep('live:t1:0', Buffer.from(`${kept}\nbytes`), 10_000);
    await live.load([{ id, attempt: 2 }]);
    expect(live.board.knows(id, 2)).toBe(false);
    expect(await live.preview(id, 2, 0)).toBeUndefined();
  });
});
