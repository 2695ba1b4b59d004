import { describe, expect, it } from '@jest/globals';
import { taskIdOf, type Submitter } from '../../src/creation/submit.js';
import type { TextToImageInput } from '../../src/creation/task.shared.js';
import type { UserId } from '../../src/kernel/ids.js';
import { request, World, type Process } from './creation-world.js';

// Opaque ids of the test's own.
const ann: Submitter = { id: 'ann' as UserId, roles: [], language: 'en' };
const bob: Submitter = { id: 'bob' as UserId, roles: [], language: 'en' };
const press = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

async function worldWith(credits: number): Promise<World> {
  const world = new World();
  for (const { id } of [ann, bob]) await world.ledger.grant(id, credits);
  return world;
}
const submit = (process: Process, number: number, given: Partial<TextToImageInput> = {}, user = ann) => process.creation.submission.submit(user, request({ requestId: press(number), ...given }));

describe('watching', () => {
  it('tells at once what is unfinished, then every change, and goes on where it broke off', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1);
    const leaving = new AbortController();
    const seen: string[] = [];
    let cursor = 0;
    for await (const change of process.creation.viewer.watch(ann.id, undefined, leaving.signal)) {
      seen.push(change.view.status);
      cursor = change.cursor;
      if (seen.length === 1) void process.round();
      if (change.view.captured !== undefined) leaving.abort();
    }
    expect(seen[0]).toBe('queued');
    expect(seen).toContain('processing');
    expect(seen.at(-1)).toBe('succeeded');
    world.clock.move(60_000);
    await submit(process, 2);
    await process.round();
    const again = new AbortController();
    const later: string[] = [];
    for await (const { view } of process.creation.viewer.watch(ann.id, cursor, again.signal)) {
      later.push(view.id);
      if (view.id === taskIdOf(ann.id, press(2))) again.abort();
    }
    expect(later).toContain(taskIdOf(ann.id, press(2)));
  });

  it('shows versions that only grow, and the previews of what is being drawn', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1, { count: 2 });
    const leaving = new AbortController();
    const versions: number[] = [];
    const previews = new Set<string>();
    for await (const { view } of process.creation.viewer.watch(ann.id, undefined, leaving.signal)) {
      versions.push(view.version);
      for (const output of view.outputs) if (output.state === 'pending' && output.previewUrl !== undefined) previews.add(output.previewUrl);
      if (versions.length === 1) void process.round();
      if (view.captured !== undefined) leaving.abort();
    }
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect([...previews][0]).toMatch(/^\/api\/media\/[0-9a-f-]{36}\/0\/preview\?v=1$/);
  });

  it('tells a user nothing of another’s tasks', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1);
    await submit(process, 1, {}, bob);
    const leaving = new AbortController();
    const seen = new Set<string>();
    for await (const { view } of process.creation.viewer.watch(bob.id, undefined, leaving.signal)) {
      seen.add(view.id);
      if (view.status === 'queued') void process.round();
      if (view.captured !== undefined) leaving.abort();
    }
    expect([...seen]).toEqual([taskIdOf(bob.id, press(1))]);
  });
});
