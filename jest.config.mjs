import { cacheFolder } from './test/support/cache.mjs';

/** Tests run on Node's own module loader (adr/0105), which compiles the sources. */
const common = {
  testEnvironment: '<rootDir>/test/support/native/environment.mjs',
  runtime: '<rootDir>/test/support/native/runtime.mjs',
  cacheDirectory: cacheFolder('jest'),
  transform: {},
};

/**
 * Files that no run looks for. A pattern on the command line replaces these, so it must repeat them. Optional models
 * need a download that is too large for each change, so that only the nightly run has them.
 */
export const ignored = (all) => [
  '/node_modules/',
  ...(all
    ? []
    : [
        '/test/measures/sound/kokoro\\.test',
        '/test/measures/people/body-landmarks\\.test',
        '/test/measures/images/text-read\\.test',
      ]),
];
const testPathIgnorePatterns = ignored(process.env.ALL_TESTS === '1');

/**
 * How long a test or a hook may take that names no limit of its own: a bound on one that hangs, several times what it
 * takes on a quiet machine.
 */
const TIMEOUT_MS = 60_000;

/**
 * The id keeps a project's cache in one place for every clone; jest's own is made of the clone's path.
 * @param limit name of a longer limit in test/support/limits: jest itself has one for all projects
 */
const project = (displayName, testMatch, limit) => ({
  ...common,
  id: `kinora-${displayName}`,
  displayName,
  testMatch,
  testPathIgnorePatterns,
  ...(limit === undefined ? {} : { setupFilesAfterEnv: [`<rootDir>/test/support/limits/${limit}.ts`] }),
});
const inFolder = (name, limit) => project(name, [`<rootDir>/test/${name}/**/*.test.ts`], limit);

/** Unit specs stand beside the code; everything that needs stores, servers or a browser stands in test/. */
export default {
  testTimeout: TIMEOUT_MS,
  testSequencer: '<rootDir>/test/sequencer.mjs',
  projects: [
    project('unit', [
      '<rootDir>/src/**/*.spec.ts',
      '<rootDir>/web/**/*.spec.ts',
      '<rootDir>/test/support/**/*.spec.ts',
    ]),
    ...['measures', 'simulator', 'rules'].map((name) => inFolder(name)),
    ...['contract', 'integration', 'faults'].map((name) => inFolder(name, 'processes')),
    inFolder('e2e', 'browser'),
  ],
};
