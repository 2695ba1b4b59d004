import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepTimes, keptTimes, timeLines } from './times.mjs';

const TIMES = {
  'src/kernel/ids.spec.ts': 0.2,
  'test/e2e/shell.test.ts': 31.4,
  'test/e2e/canvas.test.ts': 12,
  'test/integration/billing/shop.test.ts': 40,
};

describe('the times of test files', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'kinora-times-'));
    await mkdir(join(root, 'docs'));
    await mkdir(join(root, 'test'));
    await writeFile(join(root, 'docs/testing.md'), 'Before\n<!-- times: begin -->\nold\n<!-- times: end -->\nafter\n');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('are told by project, then the slowest files', () => {
    expect(timeLines(TIMES, 2).map((line) => line.trim())).toEqual([
      '43 s  e2e, 2 files',
      '40 s  integration, 1 files',
      '0 s  unit, 1 files',
      '40.0 s  test/integration/billing/shop.test.ts',
      '31.4 s  test/e2e/shell.test.ts',
    ]);
  });

  it('are kept for the next run and shown in the document', async () => {
    expect(keptTimes(root)).toEqual({});
    keepTimes(root, TIMES, '2 cores');
    expect(keptTimes(root)).toEqual({
      'test/e2e/shell.test.ts': 31,
      'test/e2e/canvas.test.ts': 12,
      'test/integration/billing/shop.test.ts': 40,
    });
    const page = await readFile(join(root, 'docs/testing.md'), 'utf8');
    expect(page).toContain('| `test/integration/billing/shop.test.ts` | 40 |');
    expect(page).not.toContain('old');
    expect(page.startsWith('Before\n') && page.endsWith('\nafter\n')).toBe(true);
  });
});
