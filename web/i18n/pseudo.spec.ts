import { describe, expect, it } from '@jest/globals';
import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { pseudo, pseudoText } from './pseudo';

const said = (message: string, values: Record<string, string | number> = {}): string => {
  const compiled: unknown = pseudo({ words: compile(message) });
  const { words } = compiled as { words: ReturnType<typeof compile> };
  return String(
    format(words, 'en', values, {
      formatters: {
        getNumberFormat: (locale, options) => new Intl.NumberFormat(locale, options),
        getPluralRules: (locale, options) => new Intl.PluralRules(locale, options),
        getDateTimeFormat: (locale, options) => new Intl.DateTimeFormat(locale, options),
      },
    }),
  );
};

describe('the pseudo-locale', () => {
  it('leaves no plain letter, and makes words about two fifths longer', () => {
    const text = pseudoText('Choose a picture of yours');
    expect(text).not.toMatch(/[a-z]/i);
    expect(text.length).toBeGreaterThanOrEqual(Math.floor('Choose a picture of yours'.length * 1.3));
  });

  it('keeps what is put in, and the branches of a plural', () => {
    expect(said('Open {name} now', { name: 'Lamp' })).toContain('Lamp');
    expect(said('{count, plural, one {# credit} other {# credits}}', { count: 1 })).toMatch(/^1 çŕéđîţ/);
    expect(said('{count, plural, one {# credit} other {# credits}}', { count: 3 })).toMatch(/^3 çŕéđîţš/);
    expect(said('{count, number} held', { count: 1200 })).toMatch(/^1,200 ĥéļđ/);
  });

  it('leaves short signs as they are', () => {
    expect(pseudoText('s')).toBe('š');
    expect(pseudoText('404')).toBe('404');
  });
});
