import { expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { leadingZeros } from '@src/identity/human-check/answer.shared';
import { solveWork } from './human-check';

it('finds a number with which the hash begins with as many zero bits', async () => {
  const [token, number] = (await solveWork({ token: 'the-token', nonce: 'a nonce', bits: 9 })).split('~');
  expect(token).toBe('the-token');
  expect(
    leadingZeros(
      createHash('sha256')
        .update(`a nonce.${number ?? ''}`)
        .digest('hex'),
    ),
  ).toBeGreaterThanOrEqual(9);
});

it.each([
  ['ffff', 0],
  ['7fff', 1],
  ['1fff', 3],
  ['0fff', 4],
  ['003f', 10],
  ['0000', 16],
])('counts the zero bits of %s as %d', (hash, zeros) => {
  expect(leadingZeros(hash)).toBe(zeros);
});
