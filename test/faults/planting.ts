import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Fault } from './planted.js';

const root = process.cwd();
const report = z.object({ numPassedTests: z.number(), testResults: z.array(z.object({ name: z.string(), status: z.string(), assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })) });

/** A copy of the sources that a fault can be planted in; packages are shared. */
async function copyOfTheHouse(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-planted-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'test', 'package.json', 'tsconfig.json', 'jest.config.mjs', '.swcrc'], { encoding: 'utf8' });
  for (const file of files.split('\n').filter((path) => path !== '')) await cp(join(root, file), join(folder, file), { recursive: true }).catch(() => undefined);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The faults lie in what this program does itself: no server is started to find them. */
const WITHOUT_SERVERS = '^(?!.*\\((eventstoredb|mongodb)\\))';
/** For each run of tests; a bound on a machine that is stuck, not on one that is slow. */
const PATIENCE_MS = 15 * 60_000;

/** Runs the named tests in a copy, of these the one of that name when it is given; counts only tests that really ran. */
async function runIn(folder: string, tests: readonly string[], only: string): Promise<{ readonly failed: readonly string[]; readonly passed: number; readonly broken: readonly string[] }> {
  const file = join(folder, 'report.json');
  await new Promise<void>((resolve) => {
    execFile(process.execPath, ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${file}`, '--runInBand', `--testNamePattern=${WITHOUT_SERVERS}.*${only}`, ...tests],
      { cwd: folder, maxBuffer: 64e6, env: { ...process.env, NODE_OPTIONS: '' } }, () => resolve());
  });
  const found = report.parse(JSON.parse(await readFile(file, 'utf8')));
  const failed = found.testResults.flatMap((one) => one.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName));
  return { failed, passed: found.numPassedTests, broken: found.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).map((one) => one.name) };
}

/**
 * Plants each fault by itself in a copy of the sources, and demands that one of its tests fails.
 * @param only what the name of the test that must fail has in it, where the others of its file do not count
 */
export function plant(where: string, faults: readonly Fault[], only = ''): void {
  describe(where, () => {
    let folder: string;
    beforeAll(async () => {
      folder = await copyOfTheHouse();
    });
    afterAll(async () => {
      await rm(folder, { recursive: true, force: true });
    });

    it('begin from tests that pass without any fault', async () => {
      const clean = await runIn(folder, [...new Set(faults.flatMap((fault) => fault.tests))], only);
      expect(clean.broken).toEqual([]);
      expect(clean.failed).toEqual([]);
      expect(clean.passed).toBeGreaterThan(0);
    }, PATIENCE_MS);

    it.each(faults.map((fault) => [fault.name, fault] as const))('%s: is caught', async (_name, { file, find, replace, tests }) => {
      const path = join(folder, file);
      const sound = await readFile(path, 'utf8');
      expect(sound.split(find)).toHaveLength(2);
      await writeFile(path, sound.replace(find, () => replace));
      try {
        const { failed, broken } = await runIn(folder, tests, only);
        // A fault that only breaks compilation proves nothing: a test must have run and failed.
        expect(broken).toEqual([]);
        expect(failed.length).toBeGreaterThan(0);
      } finally {
        await writeFile(path, sound);
      }
    }, PATIENCE_MS);
  });
}
