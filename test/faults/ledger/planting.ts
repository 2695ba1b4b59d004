import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Fault } from './planted.js';

const root = process.cwd();
const outcome = z.union([
  z.object({ failed: z.array(z.string()), passed: z.number(), broken: z.array(z.string()) }),
  z.object({ error: z.string() }),
]);

/** A copy of the sources that a fault can be planted in; packages are shared. */
async function copyOfTheHouse(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-planted-'));
  const files = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      'src',
      'test',
      'package.json',
      'tsconfig.json',
      'jest.config.mjs',
      '.swcrc',
    ],
    { encoding: 'utf8' },
  );
  for (const file of files.split('\n').filter((path) => path !== ''))
    await cp(join(root, file), join(folder, file), { recursive: true }).catch(() => undefined);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The faults lie in what this program does itself: no server is started to find them. */
const WITHOUT_SERVERS = '^(?!.*\\((eventstoredb|mongodb)\\))';
const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The projects of tests by their paths: of those that are not asked for no files are looked up. */
const projectsOf = (tests: readonly string[]): readonly string[] => [
  ...new Set(tests.map((path) => /^test\/(\w+)\//.exec(path)?.[1] ?? 'unit')),
];
/** For each run of tests; a bound on a machine that is stuck, not on one that is slow. */
const PATIENCE_MS = 15 * 60_000;

interface Outcome {
  readonly failed: readonly string[];
  readonly passed: number;
  /** Files that did not load. */
  readonly broken: readonly string[];
}

/**
 * One process in a copy that runs jest again for each fault: it takes jest longer to load than most of the tests to
 * run.
 */
function startRunner(folder: string): ChildProcess {
  return fork(join(folder, 'test/faults/ledger/planted-runner.mjs'), {
    cwd: folder,
    execArgv: ['--no-warnings'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'test', FRESH_MODULES: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/**
 * Runs in the copy those of the tests that have one of the names; counts only tests that really ran. @throws when the
 * process ends first
 */
async function runBy(runner: ChildProcess, tests: readonly string[], names: readonly string[]): Promise<Outcome> {
  const ended = new AbortController();
  const died = once(runner, 'exit', { signal: ended.signal }).then(([code]) => ({
    error: `jest ended: ${String(code)}`,
  }));
  const answer = once(runner, 'message', { signal: ended.signal }).then(([message]) => outcome.parse(message));
  runner.send({
    args: [
      '--runInBand',
      '--selectProjects',
      ...projectsOf(tests),
      `--testNamePattern=${WITHOUT_SERVERS}.*(${names.map(escaped).join('|')})`,
      '--testPathPatterns',
      ...tests,
    ],
  });
  try {
    const found = await Promise.race([died, answer]);
    if ('error' in found) throw new Error(found.error);
    return found;
  } finally {
    ended.abort();
    await Promise.allSettled([died, answer]);
  }
}

/** Plants each fault by itself in a copy of the sources, and demands that the test that it names fails. */
export function plant(where: string, faults: readonly Fault[]): void {
  describe(where, () => {
    let folder: string;
    let runner: ChildProcess;
    beforeAll(async () => {
      folder = await copyOfTheHouse();
      runner = startRunner(folder);
    });
    afterAll(async () => {
      runner.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    });

    it(
      'begin from tests that pass without any fault',
      async () => {
        const clean = await runBy(
          runner,
          [...new Set(faults.flatMap((fault) => fault.tests))],
          [...new Set(faults.map((fault) => fault.by))],
        );
        expect(clean.broken).toEqual([]);
        expect(clean.failed).toEqual([]);
        expect(clean.passed).toBeGreaterThan(0);
      },
      PATIENCE_MS,
    );

    it.each(faults.map((fault) => [fault.name, fault] as const))(
      '%s: is caught',
      async (_name, { file, find, replace, tests, by }) => {
        const path = join(folder, file);
        const sound = await readFile(path, 'utf8');
        expect(sound.split(find)).toHaveLength(2);
        await writeFile(
          path,
          sound.replace(find, () => replace),
        );
        try {
          const { failed, broken } = await runBy(runner, tests, [by]);
          // A fault that only breaks compilation proves nothing: a test must have run and failed.
          expect(broken).toEqual([]);
          expect(failed.length).toBeGreaterThan(0);
        } finally {
          await writeFile(path, sound);
        }
      },
      PATIENCE_MS,
    );
  });
}
