import { expect, it } from '@jest/globals';
import { roughTime } from './clock';

it.each([
  [0, 'seconds', 1],
  [400, 'seconds', 1],
  [2_500, 'seconds', 3],
  [89_400, 'seconds', 89],
  [89_600, 'minutes', 2],
  [150_000, 'minutes', 3],
  [2_481_000, 'minutes', 41],
] as const)('says %i ms in %s', (ms, unit, time) => {
  expect(roughTime(ms)).toEqual({ unit, time });
});
