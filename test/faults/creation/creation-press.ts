import { CREATION_DEFAULTS, type CreationSettings } from '../../../src/creation/tasks/settings.js';
import type { InputOf } from '../../../src/creation/tasks/task.shared.js';
import { taskIdOf, type Submitter } from '../../../src/creation/tasks/submit/submit.js';
import type { Task } from '../../../src/creation/tasks/task.state.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { request, World, type Process } from './creation-world.js';

// Opaque ids of the test's own.
export const ann: Submitter = { id: 'ann' as UserId, roles: [], language: 'en' };
export const bob: Submitter = { id: 'bob' as UserId, roles: [], language: 'en' };
export const press = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

export async function worldWith(credits: number, settings: Partial<CreationSettings> = {}): Promise<World> {
  const world = new World({ ...CREATION_DEFAULTS, ...settings });
  for (const { id } of [ann, bob]) await world.ledger.grant(id, credits);
  return world;
}
export const submit = (
  process: Process,
  number: number,
  given: Partial<InputOf<'text2Image.create'>> = {},
  user = ann,
) => process.creation.submission.submit(user, request({ requestId: press(number), ...given }));
export async function read(process: Process, number: number, user = ann): Promise<Task> {
  const found = await process.creation.tasks.get(taskIdOf(user.id, press(number)));
  if (!found) throw new Error('no such task');
  return found.document;
}
