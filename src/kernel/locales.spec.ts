import { describe, expect, it } from '@jest/globals';
import { acceptedLocale, directionOf, isRightToLeft, matchLocale } from './locales.shared.js';

const SUPPORTED = ['en', 'zh', 'zh-TW', 'pt-BR'] as const;

describe('a locale', () => {
  it.each([
    ['en', 'en'],
    ['EN-gb', 'en'],
    ['zh', 'zh'],
    ['zh-CN', 'zh'],
    ['zh-Hans-CN', 'zh'],
    ['zh-TW', 'zh-TW'],
    ['zh-tw', 'zh-TW'],
    ['tw', 'zh-TW'],
    ['zh-Hant', 'zh-TW'],
    ['zh-Hant-HK', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['pt-BR', 'pt-BR'],
    ['pt', undefined],
    ['fr', undefined],
    ['e', undefined],
    ['', undefined],
    ['-', undefined],
  ])('%j is matched with %j', (wanted, found) => {
    expect(matchLocale(wanted, SUPPORTED)).toBe(found);
  });

  it('for Traditional Chinese is matched with Simplified Chinese where there is nothing nearer', () => {
    expect([matchLocale('tw', ['en', 'zh']), matchLocale('zh-HK', ['en', 'zh']), matchLocale('zh-TW', ['en'])]).toEqual(
      ['zh', 'zh', undefined],
    );
  });

  it('of Arabic, Persian, Hebrew and Urdu is written from right to left, in any region', () => {
    expect(['ar', 'AR', 'ar-EG', 'fa', 'he-IL', 'ur'].map(isRightToLeft)).toEqual(
      Array.from({ length: 6 }, () => true),
    );
    expect(['en', 'zh-TW', 'arn', ''].map(isRightToLeft)).toEqual([false, false, false, false]);
    expect([directionOf('ar'), directionOf('de')]).toEqual(['rtl', 'ltr']);
  });
});

describe('an Accept-Language header', () => {
  it.each([
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-TW'],
    ['fr-CH, fr;q=0.9, en;q=0.8, zh;q=0.7, *;q=0.5', 'en'],
    ['en;q=0.2,zh;q=0.8', 'zh'],
    ['en;q=0,zh;q=0.1', 'zh'],
    ['en, zh', 'en'],
    ['fr', undefined],
    ['', undefined],
    ['en;q=x,zh', 'zh'],
  ])('%j prefers %j', (header, found) => {
    expect(acceptedLocale(header, SUPPORTED)).toBe(found);
  });
});
