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
const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The projects of tests by their paths: of those that are not asked for no files are looked up. */
const projectsOf = (tests: readonly string[]): readonly string[] => [...new Set(tests.map((path) => /^test\/(\w+)\//.exec(path)?.[1] ?? 'unit'))];
/** For each run of tests; a bound on a machine that is stuck, not on one that is slow. */
const PATIENCE_MS = 15 * 60_000;

/** Runs in a copy those of the tests that have one of the names; counts only tests that really ran. */
async function runIn(folder: string, tests: readonly string[], names: readonly string[]): Promise<{ readonly failed: readonly string[]; readonly passed: number; readonly broken: readonly string[] }> {
  const file = join(folder, 'report.json');
  await new Promise<void>((resolve) => {
    execFile(process.execPath, ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${file}`, '--runInBand', '--selectProjects', ...projectsOf(tests), `--testNamePattern=${WITHOUT_SERVERS}.*(${names.map(escaped).join('|')})`, '--testPathPatterns', ...tests],
      { cwd: folder, maxBuffer: 64e6, env: { ...process.env, NODE_OPTIONS: '' } }, () => resolve());
  });
  const found = report.parse(JSON.parse(await readFile(file, 'utf8')));
  const failed = found.testResults.flatMap((one) => one.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName));
  return { failed, passed: found.numPassedTests, broken: found.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).map((one) => one.name) };
}

/** Plants each fault by itself in a copy of the sources, and demands that the test that it names fails. */
export function plant(where: string, faults: readonly Fault[]): void {
  describe(where, () => {
    let folder: string;
    beforeAll(async () => {
      folder = await copyOfTheHouse();
    });
    afterAll(async () => {
      await rm(folder, { recursive: true, force: true });
    });

    it('begin from tests that pass without any fault', async () => {
      const clean = await runIn(folder, [...new Set(faults.flatMap((fault) => fault.tests))], [...new Set(faults.map((fault) => fault.by))]);
      expect(clean.broken).toEqual([]);
      expect(clean.failed).toEqual([]);
      expect(clean.passed).toBeGreaterThan(0);
    }, PATIENCE_MS);

    it.each(faults.map((fault) => [fault.name, fault] as const))('%s: is caught', async (_name, { file, find, replace, tests, by }) => {
      const path = join(folder, file);
      const sound = await readFile(path, 'utf8');
      expect(sound.split(find)).toHaveLength(2);
      await writeFile(path, sound.replace(find, () => replace));
      try {
        const { failed, broken } = await runIn(folder, tests, [by]);
        // A fault that only breaks compilation proves nothing: a test must have run and failed.
        expect(broken).toEqual([]);
        expect(failed.length).toBeGreaterThan(0);
      } finally {
        await writeFile(path, sound);
      }
    }, PATIENCE_MS);
  });
}
