import { describe, expect, it } from '@jest/globals';
import { proxyFor } from './proxy.shared.js';

const proxies = { http: 'http://plain.example:3128', https: 'http://secure.example:3128' };

describe('the proxy for an address', () => {
  it.each([
    ['http://hub.example/a', proxies, 'http://plain.example:3128/'],
    ['https://hub.example/a', proxies, 'http://secure.example:3128/'],
    ['https://hub.example/a', { http: proxies.http }, undefined],
    ['https://hub.example/a', { ...proxies, none: '*' }, undefined],
    ['https://hub.example/a', { ...proxies, none: 'other.example, hub.example' }, undefined],
    ['https://cdn.hub.example/a', { ...proxies, none: 'hub.example' }, undefined],
    ['https://cdn.hub.example/a', { ...proxies, none: '.hub.example' }, undefined],
    ['https://githubxexample/a', { ...proxies, none: 'hub.example' }, 'http://secure.example:3128/'],
    ['https://hub.example/a', { ...proxies, none: 'hub.example:8443' }, 'http://secure.example:3128/'],
    ['https://hub.example:8443/a', { ...proxies, none: 'hub.example:8443' }, undefined],
    ['http://127.0.0.1:8188/a', proxies, undefined],
    ['http://[::1]:8188/a', proxies, undefined],
    ['https://hub.example/a', { https: 'not an address' }, undefined],
  ])('%s by %o is %s', (url, settings, expected) => {
    expect(proxyFor(new URL(url), settings)?.href).toBe(expected);
  });
});
