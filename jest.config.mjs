import { readFileSync } from 'node:fs';

// The build leaves specs out; here they are what is wanted, so the file's own exclusion is dropped.
const { exclude: _exclude, ...swc } = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
const transform = { '^.+\\.ts$': ['<rootDir>/test/transform.mjs', { ...swc, swcrc: false }] };
const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '^@/(.*)$': '<rootDir>/web/$1', '^@src/(.*)$': '<rootDir>/src/$1' },
  transform,
  // The same for packages of the older kind; only names that none of them declares itself.
  sandboxInjectedGlobals: ['Math', 'Number', 'Array', 'Object', 'Uint8Array', 'Uint8ClampedArray', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array'],
};

/** Unit specs stand beside the code; everything that needs stores, servers or a browser stands in test/. */
export default {
  testTimeout: 300_000,
  testSequencer: '<rootDir>/test/sequencer.mjs',
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/web/**/*.spec.ts'] },
    { ...common, displayName: 'contract', testMatch: ['<rootDir>/test/contract/**/*.test.ts'] },
    { ...common, displayName: 'integration', testMatch: ['<rootDir>/test/integration/**/*.test.ts'] },
    { ...common, displayName: 'measures', testMatch: ['<rootDir>/test/measures/**/*.test.ts'] },
    { ...common, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.test.ts'] },
    { ...common, displayName: 'simulator', testMatch: ['<rootDir>/test/simulator/**/*.test.ts'] },
    { ...common, displayName: 'rules', testMatch: ['<rootDir>/test/rules/**/*.test.ts'] },
    { ...common, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.test.ts'] },
  ],
};
