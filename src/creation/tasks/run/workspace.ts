import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { defined } from '../../../kernel/defined.shared.js';
import type { Blobs } from '../../../platform/blobs/port.js';
import type { EngineSource } from '../../../engine/port.js';
import type { Task } from '../task.js';

/** A folder of an attempt's own, with what its task is made from. */
export interface Workspace {
  readonly dir: string;
  readonly sources: readonly EngineSource[];
}

/** Something that a task is made from is not stored any more. */
export class SourceGone extends Error {
  constructor(readonly role: EngineSource['role']) {
    super(`the ${role} is gone`);
    this.name = 'SourceGone';
  }
}

/** Makes a folder for this user alone and clears away what a killed process left in it: the photos of users. */
export async function emptyFolder(folder: string): Promise<void> {
  // What that process had started may be writing its last.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * Lays a task's sources out as files in a folder within `workFolder`, does the work and removes the folder, whatever came of it.
 * @throws SourceGone, StoreUnavailable, and what the work throws
 */
export async function inWorkspace<T>(
  { blobs, workFolder }: { readonly blobs: Pick<Blobs, 'read'>; readonly workFolder: string }, task: Pick<Task, 'sources'>, work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const dir = await mkdtemp(join(workFolder, 'attempt-'));
  try {
    const sources: EngineSource[] = [];
    for (const { hash, role, type, width, height, seconds } of task.sources) {
      const content = await blobs.read(hash);
      if (content === undefined) throw new SourceGone(role);
      const path = join(dir, role);
      await pipeline(content, createWriteStream(path));
      sources.push({ role, path, type, width, height, ...defined({ seconds }) });
    }
    return await work({ dir, sources });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
