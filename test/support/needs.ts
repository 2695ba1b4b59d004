import { describe } from '@jest/globals';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs found on PATH, as a full path. */
export function findProgram(...names: readonly string[]): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not here: the next one.
      }
    }
  }
  return undefined;
}

/**
 * `describe` for tests that need a program: where it is missing they are reported as skipped, with its name, and
 * test/run.mjs counts that as a failure under REQUIRE_SERVICES=1.
 */
export function describeWith(program: string | undefined, name: string, title: string, body: () => void): void {
  if (program === undefined) describe.skip(`${title} (needs ${name}, not found on this machine)`, body);
  else describe(title, body);
}
