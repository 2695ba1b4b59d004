import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { defined } from '../../../kernel/defined.shared.js';
import type { Blobs } from '../../../platform/blobs/port.js';
import type { EngineSource } from '../../../engine/port.js';
import type { Task } from '../task.state.js';

/** The private folder of an attempt, with its source files. */
export interface Workspace {
  readonly dir: string;
  readonly sources: readonly EngineSource[];
}

/** A source of the task is no longer stored. */
export class SourceGone extends Error {
  constructor(readonly role: EngineSource['role']) {
    super(`the ${role} is gone`);
    this.name = 'SourceGone';
  }
}

/**
 * Creates a folder that only this OS user can read, and removes what a killed process left in it, which includes users'
 * photos.
 */
export async function emptyFolder(folder: string): Promise<void> {
  // A child of the killed process may still be writing.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * Writes a task's sources to a new folder in `workFolder`, runs the work, and always removes the folder.
 * @throws SourceGone, StoreUnavailable, and what the work throws
 */
export async function inWorkspace<T>(
  { blobs, workFolder }: { readonly blobs: Pick<Blobs, 'read'>; readonly workFolder: string },
  task: Pick<Task, 'sources'>,
  work: (workspace: Workspace) => Promise<T>,
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
