import type { z } from 'zod';

/** The first invalid field of an input, for VALIDATION_ERROR: its path, or the name of an unknown parameter. */
export function invalidField({ issues: [issue] }: z.ZodError): string {
  return issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (issue?.path.join('.') ?? '');
}
