import { describe, expect, it } from '@jest/globals';
import type { UserId } from '../../src/kernel/ids.js';
import { request, World } from './creation-world.js';

// Opaque ids of the test's own.
const ann = { id: 'ann' as UserId, roles: [], language: 'en' };
const first = '00000000-0000-4000-8000-000000000001';

describe('a creation without any fault', () => {
  it('goes from the press to delivered pictures and a captured price', async () => {
    const world = new World();
    await world.ledger.grant(ann.id, 10);
    const process = await world.boot();
    const submitted = await process.creation.submission.submit(ann, request({ requestId: first, count: 3 }));
    expect(submitted).toMatchObject({ ok: true, value: { document: { status: 'queued' } } });
    expect(await world.ledger.balance(ann.id)).toMatchObject({ available: 7, held: 3 });
    await process.round();
    const page = await process.creation.tasks.list(ann.id, 10);
    expect(page.items.map((task) => process.creation.viewer.view(task))).toMatchObject([{
      status: 'succeeded', percent: 100, price: 3, captured: 3, outputs: [{ state: 'ready', width: 576, height: 1024 }, { state: 'ready' }, { state: 'ready' }],
    }]);
    expect(await world.ledger.balance(ann.id)).toEqual({ available: 7, held: 0, spent: 3, granted: 10 });
  });
});
