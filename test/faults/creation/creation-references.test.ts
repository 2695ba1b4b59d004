import { describe, expect, it } from '@jest/globals';
import { deleteTask } from '../../../src/creation/tasks/lifecycle.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { reserve, type TaskId } from '../../../src/creation/tasks/task.js';
import type { Source } from '../../../src/creation/tasks/task.state.js';
import { ann, worldWith } from './creation-press.js';

describe('what a task is made from', () => {
  it('is let go of in the end when the task was deleted while its submission took hold of it, and that process died', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    const { creation } = process;
    const { hash } = await world.blobs.put(Buffer.from('a photo'), 'upload');
    const source: Source = {
      hash,
      reference: 'task:one:image',
      bytes: 7,
      role: 'image',
      type: 'image/png',
      width: 64,
      height: 64,
    };
    const id = 'one' as TaskId; // a name of the test's own
    await creation.tasks.create(
      reserve({
        id,
        owner: ann.id,
        payer: ann.id,
        fingerprint: 'f',
        input: { prompt: 'private', negativePrompt: '', model: 'preview-restyle', count: 1, seed: 1 },
        params: { procedure: 'image2Image.create', style: 'ink', strength: 0.5 },
        sources: [source],
        media: 'image',
        width: 64,
        height: 64,
        seconds: 0,
        price: { amount: 0, base: 0, perOutput: 0, version: 1 },
        eligibility: 'any',
        parallel: 1,
        lane: 'free',
        marked: false,
        createdAt: world.clock.now(),
        deadlineAt: world.clock.now() + 1_000_000,
      }),
    );
    expect(await deleteTask(creation, ann.id, id)).toMatchObject({ ok: true });
    await process.relay();
    await creation.blobs.addReference(hash, source.reference);
    expect([...world.references]).toEqual([`${hash} ${source.reference}`]);

    world.clock.move(CREATION_DEFAULTS.requestLifeMs + 1);
    await process.round();
    expect(JSON.stringify(await creation.tasks.get(id))).not.toContain('private');
    world.clock.move(CREATION_DEFAULTS.purgeAfterMs + 1);
    await process.round();
    await process.relay();
    expect(await creation.tasks.get(id)).toBeUndefined();
    expect([...world.references]).toEqual([]);
  });
});
