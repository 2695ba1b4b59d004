import { describe, it } from '@jest/globals';

export { findProgram } from './servers/programs.js';

/**
 * Whether the tests that `npm test` leaves to the nightly run are wanted (`npm test -- --all`, `npm run test:nightly`).
 */
export const everyTest = process.env['ALL_TESTS'] === '1';

/**
 * `describe` for tests that need something: where that is missing they are reported as skipped, with the reason, and
 * test/run.mjs counts that as a failure under REQUIRE_SERVICES=1.
 * @param missing why the tests cannot run here, as the `…Missing()` of test/services say; undefined when they can
 */
export function describeUnless(missing: string | undefined, title: string, body: () => void): void {
  if (missing !== undefined) describe.skip(`${title} (${missing})`, body);
  else describe(title, body);
}

/** `describe` for tests that need a program, skipped where it is not found. */
export function describeWith(program: string | undefined, name: string, title: string, body: () => void): void {
  describeUnless(program === undefined ? `needs ${name}, not found on this machine` : undefined, title, body);
}

/** `it` for a test that needs a program, skipped with the reason where it is not found. @param timeoutMs as of `it` */
export function itWith(
  program: string | undefined,
  name: string,
  title: string,
  body: () => Promise<void>,
  timeoutMs?: number,
): void {
  if (program === undefined) it.skip(`${title} (needs ${name}, not found on this machine)`, body);
  else it(title, body, timeoutMs);
}
