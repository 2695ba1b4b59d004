import { describe, expect, it } from '@jest/globals';
import { checkoutIdOf, portalIdOf, portalLinkOf, saleOfCheckout } from './links.js';

const key = Buffer.alloc(32, 7);

describe('the links of the sandbox’s pages', () => {
  it('name what they are of', () => {
    const link = { id: 's1', back: 'http://localhost/', language: 'en' };
    expect(saleOfCheckout(checkoutIdOf('s1', key), key)).toBe('s1');
    expect(portalLinkOf(portalIdOf(link, key), key)).toEqual(link);
  });

  it.each(['', 'short', 'A'.repeat(32), `${'A'.repeat(31)}é`])('name nothing where they end in “%s”', (mac) => {
    expect(saleOfCheckout(`s1.${mac}`, key)).toBeUndefined();
    expect(portalLinkOf(`s1.${mac}`, key)).toBeUndefined();
  });
});
