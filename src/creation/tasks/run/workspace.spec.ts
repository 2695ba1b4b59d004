import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryBlobs } from '../../../platform/blobs/memory.js';
import type { Source } from '../task.state.js';
import { emptyFolder, inWorkspace, SourceGone } from './workspace.js';

describe('what an attempt works on', () => {
  let workFolder: string;
  beforeEach(async () => {
    workFolder = await mkdtemp(join(tmpdir(), 'kinora-workspace-'));
  });
  afterEach(() => rm(workFolder, { recursive: true, force: true }));

  const sourceIn = async (blobs = createMemoryBlobs()) => {
    const { hash } = await blobs.put(Buffer.from('a photo'), 'a');
    const source: Source = { hash, reference: 'a', bytes: 7, role: 'image', type: 'image/png', width: 1, height: 1 };
    return { blobs, source };
  };

  it('lies within the folder it was given, and is gone when the work is over, however that ended', async () => {
    const { blobs, source } = await sourceIn();
    const work = inWorkspace({ blobs, workFolder }, { sources: [source] }, async ({ dir, sources: [file] }) => {
      expect(await readdir(workFolder)).toHaveLength(1);
      expect(dir.startsWith(workFolder)).toBe(true);
      expect(await readFile(file?.path ?? '', 'utf8')).toBe('a photo');
      throw new Error('the engine broke');
    });
    await expect(work).rejects.toThrow('the engine broke');
    expect(await readdir(workFolder)).toEqual([]);
    await expect(
      inWorkspace({ blobs: createMemoryBlobs(), workFolder }, { sources: [source] }, async () => 'never'),
    ).rejects.toThrow(SourceGone);
    expect(await readdir(workFolder)).toEqual([]);
  });

  it('that a killed process left behind is cleared away, and nobody else may look into the folder', async () => {
    const folder = join(workFolder, 'work');
    await emptyFolder(folder);
    await mkdir(join(folder, 'attempt-abc'));
    await writeFile(join(folder, 'attempt-abc', 'image'), 'a photo');
    await emptyFolder(folder);
    expect(await readdir(folder)).toEqual([]);
    expect((await stat(folder)).mode & 0o077).toBe(0);
  });
});
