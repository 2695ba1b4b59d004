import { describe, expect, it } from '@jest/globals';
import { heavyAtOnce } from './processors.js';

const GB = 1_000_000_000;

describe('how much heavy work is done at once', () => {
  it.each([
    ['is one a core where nothing limits it', { cores: 8, cpuMax: undefined, memoryMax: undefined }, 8],
    ['is one a core where the limits are none', { cores: 8, cpuMax: 'max 100000\n', memoryMax: 'max\n' }, 8],
    ['goes by the container’s share of the cores', { cores: 32, cpuMax: '200000 100000\n', memoryMax: 'max\n' }, 2],
    ['counts a part of a core as one', { cores: 32, cpuMax: '150000 100000\n', memoryMax: 'max\n' }, 2],
    ['goes by the container’s memory', { cores: 32, cpuMax: 'max 100000\n', memoryMax: `${4 * GB}\n` }, 2],
    ['is one at least', { cores: 2, cpuMax: '10000 100000\n', memoryMax: `${GB / 2}\n` }, 1],
  ])('%s', (_, allowed, expected) => {
    expect(heavyAtOnce(allowed, 1.5 * GB)).toBe(expected);
  });
});
