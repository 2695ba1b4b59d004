import { describe, expect, it } from '@jest/globals';
import { KEYS, shortcutOf, SHORTCUTS, type Press } from './shortcuts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  ...more,
});
const page = { typing: false, covered: false };

describe('a press of a key', () => {
  it('asks for what its key says, once, and in capitals too', () => {
    for (const one of SHORTCUTS) if (one !== 'create') expect(shortcutOf(press(KEYS[one]), page, true)).toBe(one);
    expect(shortcutOf(press('N'), page, true)).toBe('next');
    expect(new Set(Object.values(KEYS)).size).toBe(SHORTCUTS.length);
    expect(shortcutOf(press('n', { repeat: true }), page, true)).toBeUndefined();
    expect(shortcutOf(press('x'), page, true)).toBeUndefined();
  });

  it('is the page’s only where nobody types and nothing lies over it', () => {
    for (const one of SHORTCUTS) {
      expect(shortcutOf(press(KEYS[one]), { typing: true, covered: false }, true)).toBeUndefined();
      expect(shortcutOf(press(KEYS[one], { ctrlKey: true }), { typing: false, covered: true }, true)).toBeUndefined();
      expect(shortcutOf(press(KEYS[one], { isComposing: true }), page, true)).toBeUndefined();
    }
  });

  it('with a modifier is the browser’s, but for the one that makes it', () => {
    expect(shortcutOf(press('Enter', { ctrlKey: true }), { typing: true, covered: false }, false)).toBe('create');
    expect(shortcutOf(press('Enter', { metaKey: true }), page, false)).toBe('create');
    expect(shortcutOf(press('Enter'), page, true)).toBeUndefined();
    for (const key of ['d', 'n', 'h', 'p', 'c'])
      expect(shortcutOf(press(key, { ctrlKey: true }), page, true)).toBeUndefined();
  });

  it('of one letter can be turned off', () => {
    for (const one of SHORTCUTS) expect(shortcutOf(press(KEYS[one]), page, false)).toBeUndefined();
  });
});
