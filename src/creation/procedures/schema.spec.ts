import { expect, it } from '@jest/globals';
import { PROCEDURES } from './params.shared.js';
import { inputOf } from './schema.shared.js';

it.each(PROCEDURES)('%s takes a request without a seed', (procedure) => {
  const { error } = inputOf(procedure).safeParse({ requestId: 'wrong' });
  const fields = error?.issues.map(({ path }) => path[0]);
  expect(fields).toContain('requestId');
  expect(fields).not.toContain('seed');
});
