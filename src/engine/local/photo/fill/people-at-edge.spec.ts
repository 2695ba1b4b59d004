import { describe, expect, it } from '@jest/globals';
import { cutsPerson } from './people-at-edge.js';

const size = { width: 1_000, height: 1_000 };
const none = { left: 0, top: 0, right: 0, bottom: 0 };
const small = { x: 480, y: 100, width: 40, height: 50 };

describe('an extended edge', () => {
  it.each([
    ['left', { ...small, x: 10 }],
    ['right', { ...small, x: 950 }],
    ['top', { ...small, y: 10 }],
    ['bottom', { ...small, y: 700 }],
  ] as const)('at the %s cuts a person who reaches it, and no person elsewhere', (side, at) => {
    const growth = { ...none, [side]: 200 };
    expect(cutsPerson([at], size, growth)).toBe(true);
    expect(cutsPerson([small, at], size, growth)).toBe(true);
    expect(cutsPerson([small], size, growth)).toBe(false);
    expect(cutsPerson([at], size, none)).toBe(false);
    expect(cutsPerson([], size, growth)).toBe(false);
  });
});
