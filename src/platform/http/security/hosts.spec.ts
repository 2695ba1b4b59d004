import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostOf, withoutPagePrefix } from './hosts.shared.js';

const PREFIXES = new Map([
  ['film.example.com', '/film'],
  ['studio.deep', '/deep'],
  ['studio', '/studio'],
]);

describe('a host', () => {
  it.each([
    [
      'WWW.Film.Example.com:8080',
      { hostKey: 'film', deepHostKey: 'film', normalizedHostname: 'film.example.com', pagePrefix: '/film' },
    ],
    [
      'studio.deep.example.com.',
      {
        hostKey: 'studio',
        deepHostKey: 'studio.deep',
        normalizedHostname: 'studio.deep.example.com',
        pagePrefix: '/deep',
      },
    ],
    [
      'studio.example.org',
      { hostKey: 'studio', deepHostKey: 'studio', normalizedHostname: 'studio.example.org', pagePrefix: '/studio' },
    ],
    ['example.com', { hostKey: 'example', deepHostKey: 'example', normalizedHostname: 'example.com', pagePrefix: '' }],
    [
      '127.0.0.1:3000',
      { hostKey: '127.0.0.1', deepHostKey: '127.0.0.1', normalizedHostname: '127.0.0.1', pagePrefix: '' },
    ],
    ['[::1]:3000', { hostKey: '[::1]', deepHostKey: '[::1]', normalizedHostname: '[::1]', pagePrefix: '' }],
    ['', { hostKey: '', deepHostKey: '', normalizedHostname: '', pagePrefix: '' }],
  ])('is read from %s', (header, host) => expect(hostOf(header, PREFIXES)).toEqual(host));
});

describe('a path under a host with a prefix', () => {
  it.each([
    ['/studio/image', '/image'],
    ['/studio', '/'],
    ['/studio/', '/'],
    ['/studio?x=/studio', '/?x=/studio'],
    ['/de/studio/image?x=1', '/de/image?x=1'],
    ['/zh-TW/studio', '/zh-TW'],
    ['/image', '/image'],
    ['/studios/image', '/studios/image'],
    ['/image/studio', '/image/studio'],
    ['/studio//evil.example', '/evil.example'],
    ['/de/studio//evil.example', '/de/evil.example'],
  ])('%s is %s', (path, bare) => expect(withoutPagePrefix(path, '/studio')).toBe(bare));

  it('may be named like a language', () => expect(withoutPagePrefix('/tv/image', '/tv')).toBe('/image'));

  it('is a path of this site whatever it was', () => {
    const parts = fc
      .array(fc.constantFrom('/', 'studio', 'de', 'x', '?', '#'), { maxLength: 8 })
      .map((some) => `/studio${some.join('')}`);
    fc.assert(fc.property(parts, (path) => expect(withoutPagePrefix(path, '/studio')).toMatch(/^\/(?!\/)/)));
  });

  it('stays as it is where the host has none', () =>
    fc.assert(fc.property(fc.webPath(), (path) => expect(withoutPagePrefix(path, '')).toBe(path))));
});
