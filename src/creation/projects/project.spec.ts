import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { UserId } from '../../kernel/ids.js';
import { defaultProjectOf, projectIdOf, sortNameOf } from './project.js';
import { PROJECT_NAME_MAX, projectNameOf } from './project.shared.js';

const [ann, bob] = ['ann', 'bob'] as [UserId, UserId];

describe('the name of a project', () => {
  it.each([
    ['  Summer  ', 'Summer'],
    ['two\nlines\tand   blanks', 'two lines and blanks'],
    ['مشروع الصيف', 'مشروع الصيف'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['Ma\u0308rz', 'März'],
    ['a\u0000b', 'a b'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(projectNameOf(typed)).toBe(kept);
  });

  it.each(['', '   ', '\n', '\u200b\u200d', '\u0301', '\ud800'])('is not %j, of which nothing can be seen', (typed) => {
    expect(projectNameOf(typed)).toBeUndefined();
  });

  it('has sixty characters at most, however many bytes they are', () => {
    expect(projectNameOf('𝔸'.repeat(PROJECT_NAME_MAX))).toBe('𝔸'.repeat(PROJECT_NAME_MAX));
    expect(projectNameOf('a'.repeat(PROJECT_NAME_MAX + 1))).toBeUndefined();
  });

  it('is kept as it is when it is given once more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
        const kept = projectNameOf(typed);
        if (kept !== undefined) expect(projectNameOf(kept)).toBe(kept);
      }),
    );
  });

  it('stands in the order of its letters, whatever their case and marks', () => {
    expect(['Zebra', 'ägypten', 'agave', 'Éclair'].sort((a, b) => (sortNameOf(a) < sortNameOf(b) ? -1 : 1))).toEqual([
      'agave',
      'ägypten',
      'Éclair',
      'Zebra',
    ]);
  });
});

describe('the id of a project', () => {
  const press = '00000000-0000-4000-8000-00000000000A';

  it('follows from its owner and the request, and is no other’s', () => {
    expect(projectIdOf(ann, press)).toBe(projectIdOf(ann, press.toLowerCase()));
    expect(
      new Set([projectIdOf(ann, press), projectIdOf(bob, press), defaultProjectOf(ann), defaultProjectOf(bob)]).size,
    ).toBe(4);
  });
});
