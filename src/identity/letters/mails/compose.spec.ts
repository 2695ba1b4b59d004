import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { composeLetter } from './compose.js';
import { LETTER_WORDS, MAIL_LANGUAGES, mailLanguage, type LetterKind } from './words.js';

const KINDS: readonly LetterKind[] = [
  'verify',
  'known',
  'reset',
  'changed',
  'deleted',
  'export',
  'contactReceived',
  'contactNew',
  'contactAnswer',
];

describe('a letter', () => {
  it.each([
    ['en', 'en'],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['AR', 'ar'],
    ['tw', 'en'],
    ['zh-TW', 'en'],
    ['ar-EG', 'ar'],
    ['fr', 'en'],
    ['', 'en'],
  ])('for the interface language %j is written in %s', (wanted, language) => {
    expect(mailLanguage(wanted)).toBe(language);
  });

  it.each(MAIL_LANGUAGES.flatMap((language) => KINDS.map((kind) => [language, kind] as const)))(
    'in %s of kind %s says the same as text and as HTML',
    (language, kind) => {
      const { subject, text, html } = composeLetter({
        kind,
        language,
        link: 'https://kinora.example/x?token=abc',
        ...(kind === 'verify' ? { code: '012345' } : {}),
      });
      const words = LETTER_WORDS[language][kind];
      for (const line of [words.heading, ...words.before, words.action, ...words.after]) {
        expect(text).toContain(line);
        expect(html).toContain(line);
      }
      for (const body of [text, html]) {
        expect(body).toContain('https://kinora.example/x?token=abc');
        expect(body.includes('012345')).toBe(kind === 'verify');
        expect(body).not.toMatch(/[{}]code|\{code\}/);
      }
      expect(subject).not.toMatch(/[{}\r\n]/);
      expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    },
  );

  it('asks for nothing from outside, and takes a link for text', () => {
    const { html } = composeLetter({
      kind: 'reset',
      language: 'en',
      link: 'https://kinora.example/"><script>alert(1)</script>',
    });
    expect(html).not.toMatch(/<script|<img|<link|url\(/);
    expect(html).toContain('&quot;&gt;&lt;script&gt;');
  });

  it('has every language in full, with other words than English', () => {
    for (const language of MAIL_LANGUAGES.filter((one) => one !== 'en')) {
      for (const kind of KINDS) {
        const [own, english] = [LETTER_WORDS[language][kind], LETTER_WORDS.en[kind]];
        expect([own.before.length, own.after.length]).toEqual([english.before.length, english.after.length]);
        expect(own.heading).not.toBe(english.heading);
        expect(own.subject.includes('{code}')).toBe(english.subject.includes('{code}'));
      }
    }
  });

  it('is whole for any link', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (link) => {
        const { html } = composeLetter({ kind: 'known', language: 'de', link });
        const [, href = ''] = /<a href="([^"]*)"/.exec(html) ?? [];
        expect(href.replaceAll('&amp;', '&').replaceAll('&#39;', "'")).toBe(link);
      }),
    );
  });
});
