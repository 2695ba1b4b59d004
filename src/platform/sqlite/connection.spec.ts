import { expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForWriting } from './connection.js';

it('nothing of what is deleted is left in the file of the database', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'kinora-sqlite-'));
  const path = join(dir, 'one.db');
  const db = openForWriting({ path, checkpointPages: 1_000, maxPages: 0 });
  const hasName = async (): Promise<boolean> => {
    db.pragma('wal_checkpoint(TRUNCATE)');
    return (await readFile(path)).includes('ada@example.org');
  };
  try {
    db.exec('CREATE TABLE people (id INTEGER PRIMARY KEY, body TEXT)');
    // Some rows share a page, one fills its own pages.
    for (let id = 1; id <= 20; id += 1)
      db.prepare('INSERT INTO people VALUES (?, ?)').run(id, `${'ada@example.org '.repeat(id === 20 ? 1_000 : 5)}`);
    expect(await hasName()).toBe(true);
    db.exec('DELETE FROM people WHERE id > 1');
    db.exec("UPDATE people SET body = 'nobody'");
    expect(await hasName()).toBe(false);
  } finally {
    db.close();
    await rm(dir, { recursive: true });
  }
});
