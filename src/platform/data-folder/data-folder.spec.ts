import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from './data-folder.js';
import { openForWriting } from '../sqlite/connection.js';

const clock = { now: () => 0 };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-folder-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('a data folder that was there before, for everybody to look into', () => {
  it('keeps what people bring from everybody else on the machine', async () => {
    const open = join(folder, 'data');
    await mkdir(open, { mode: 0o755 });
    const opened = openDataFolder(open, clock);
    const { databasePath, blobsPath } = opened;
    const database = openForWriting({ path: databasePath, checkpointPages: 1_000, maxPages: 0 });
    try {
      database.exec('CREATE TABLE t (a)');
      for (const file of [databasePath, `${databasePath}-wal`]) expect(await modeOf(file)).toBe(0o600);
      expect(await modeOf(blobsPath)).toBe(0o700);
      expect(await modeOf(open)).toBe(0o755);
    } finally {
      database.close();
      opened.release();
    }
  });

  it('is taken again as it was left', async () => {
    const first = openDataFolder(folder, clock);
    await writeFile(first.databasePath, 'kept');
    first.release();
    const again = openDataFolder(folder, clock);
    expect(await readFile(again.databasePath, 'utf8')).toBe('kept');
    again.release();
  });
});
