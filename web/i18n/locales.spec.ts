import { expect, it } from '@jest/globals';
import { isRightToLeft } from '@src/kernel/locales.shared';
import { INTERFACE_LANGUAGES, languageOf, TRANSLATED } from './locales';

it('knows the 19 interface languages', () => {
  expect(new Set(INTERFACE_LANGUAGES.map(({ code }) => code)).size).toBe(19);
});

it('asks the server for Traditional Chinese as tw, and for English when a locale is unknown', () => {
  expect(languageOf('zh-TW').header).toBe('tw');
  expect(languageOf('zh').header).toBe('zh');
  expect(languageOf('xx').header).toBe('en');
});

it('reads Arabic from the right, and only Arabic', () => {
  expect(INTERFACE_LANGUAGES.filter(({ code }) => isRightToLeft(code)).map(({ code }) => code)).toEqual(['ar']);
});

it('has names that the browser’s own locales accept', () => {
  expect(INTERFACE_LANGUAGES.map(({ code }) => Intl.getCanonicalLocales(code)[0])).toEqual(
    INTERFACE_LANGUAGES.map(({ code }) => code),
  );
  expect(INTERFACE_LANGUAGES.map(({ code }) => code)).toEqual(expect.arrayContaining([...TRANSLATED]));
});
