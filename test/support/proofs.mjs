// Passes that hold again while nothing that they follow from has changed: which test files give such proofs, and under
// which key.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { programPath } from '../services/programs.mjs';
import { machine } from './cache.mjs';
import { Inputs } from './inputs.mjs';
import { LockedPackages } from './packages.mjs';

/** How a test is run, whatever it tests. */
export const HOW = [
  '.swcrc',
  'jest.config.mjs',
  ...['environment', 'globals', 'hooks', 'runtime', 'sequential-context'].map(
    (name) => `test/support/native/${name}.mjs`,
  ),
];
/** Jest is named by no test. */
const RUNNER = "'jest'";

/**
 * Tests of an adapter, a protocol or a store alone: neither the application nor its build is among their inputs, and
 * they draw no seeds. What they wait for is told by the server or program that they start, whose version is in the key
 * (adr/0088).
 */
export const ALONE = [
  'test/contract/documents/documents-carry.test.ts',
  'test/contract/stores/embedded.test.ts',
  'test/contract/engines/hosted-engines.test.ts',
  'test/contract/jobs-redis.test.ts',
  'test/contract/mail-smtp.test.ts',
  'test/contract/rate-limit.test.ts',
  'test/contract/engines/remote-engines.test.ts',
  'test/contract/engines/remote-videos.test.ts',
  'test/contract/services.test.ts',
  'test/contract/signals.test.ts',
  'test/contract/payments/stripe.test.ts',
  'test/contract/payments/stripe-changes.test.ts',
  'test/contract/stores/write-once.test.ts',
  'test/faults/stores/disk.test.ts',
  'test/faults/stores/durability.test.ts',
  'test/faults/stores/kill-store.test.ts',
  'test/faults/stores/redis-away.test.ts',
  'test/faults/stores/wal.test.ts',
  'test/integration/creation/trim.test.ts',
  'test/integration/http/trpc-wire.test.ts',
];
/** Programs of the machine that these start, each with what has it tell its version. */
const PROGRAMS = [
  ['redis-server', '--version'],
  ['strace', '--version'],
  ['openssl', 'version'],
];
/** Servers that they start and that are built here: their files are named by what they are built of. */
const BUILT = ['ferretdb', 'minio', 'stripe-mock'];

const version = ([program, ...flags]) => spawnSync(program, flags, { encoding: 'utf8' }).stdout?.split('\n')[0] ?? '';

/**
 * The test files that give proofs, each with the key of all that it follows from.
 * @param {string} root the repository's folder, absolute
 * @param {...string} more what else the result depends on
 * @returns {Map<string, string>} keys by path from the root
 */
export function proofKeys(root, ...more) {
  const packages = new LockedPackages(join(root, 'package-lock.json'));
  const inputs = new Inputs(root, packages);
  const testsIn = (folder, begin = '') =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.startsWith(begin) && name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`);
  const runner = [...packages.namedIn(RUNNER)].map((place) => `package:${place}`);
  const how = [...HOW.map((name) => join(root, name)), ...runner];
  const keyOf = (file, around) => inputs.keyOf([join(root, file), ...how], ...around);
  const pure = [
    ...testsIn('test/measures'),
    ...testsIn('test/simulator'),
    ...testsIn('test/faults/ledger', 'planted-ledger'),
  ];
  const here = [...machine(), ...more];
  const servers = [...here, ...PROGRAMS.map(version), ...BUILT.map((name) => basename(programPath(name)))];
  return new Map([
    ...pure.map((file) => [file, keyOf(file, here)]),
    ...ALONE.map((file) => [file, keyOf(file, servers)]),
  ]);
}
