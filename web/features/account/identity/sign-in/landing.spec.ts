import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { landingPath, callbackQuery } from './landing';

const HERE = 'https://kinora.example';

it.each([
  ['/creations', '/creations'],
  ['/de/creations?page=2', '/creations?page=2'],
  ['/ar', '/'],
  [`${HERE}/de/account`, '/account'],
  ['/degrees/of', '/degrees/of'],
])('leads on to %s', (callbackUrl, landing) => {
  expect(landingPath(callbackUrl, HERE)).toBe(landing);
});

it.each([
  null,
  'https://evil.example/x',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'https://',
  '/sign-in',
  '/de/sign-up',
])('leads home instead of to %s', (callbackUrl) => {
  expect(landingPath(callbackUrl, HERE)).toBe('/home');
});

it.each([
  '/de//evil.example/x',
  '/.//evil.example',
  '/de/\\evil.example',
  '/de/.//evil.example',
  '/de/..//evil.example',
  '/de/%2e//evil.example',
  '/\t/de//evil.example',
  `${HERE}//evil.example`,
  `${HERE}/de///evil.example`,
])('does not leave the site for %j', (callbackUrl) => {
  const landing = landingPath(callbackUrl, HERE);
  expect(landing).toMatch(/^\/[^/\\]/);
  expect(new URL(landing, HERE).origin).toBe(HERE);
});

it('is kept on the way to another page, where there is one', () => {
  expect([callbackQuery('/creations?page=2'), callbackQuery(null)]).toEqual([{ callbackUrl: '/creations?page=2' }, {}]);
});

it('never leaves the site, whatever it is asked with', () => {
  const parts = fc
    .array(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '../..',
        'de',
        'ar',
        'evil.example',
        '\t',
        '%2f',
        '?',
        '#',
        ':',
        '@',
        'https:',
        HERE,
      ),
      { maxLength: 8 },
    )
    .map((some) => some.join(''));
  fc.assert(
    fc.property(parts, (callbackUrl) => {
      const landing = landingPath(callbackUrl, HERE);
      expect(new URL(landing, HERE).origin).toBe(HERE);
      expect(landing).toMatch(/^\/(?![/\\])/);
    }),
    { numRuns: 2_000 },
  );
});
