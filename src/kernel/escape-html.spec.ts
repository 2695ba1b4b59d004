import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { escapeHtml } from './escape-html.js';

describe('the HTML escape', () => {
  it('escapes what begins or ends markup or an attribute, and nothing else', () => {
    expect(escapeHtml(`<a href="x" id='y'>Fish & chips</a>`)).toBe(
      '&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;Fish &amp; chips&lt;/a&gt;',
    );
  });

  it('can be undone, and leaves no markup in any text', () => {
    const signs: Readonly<Record<string, string>> = {
      '&amp;': '&',
      '&lt;': '<',
      '&gt;': '>',
      '&quot;': '"',
      '&#39;': "'",
    };
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[&<>"'amp;lt]*$/)), (text) => {
        const escaped = escapeHtml(text);
        expect(escaped).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
        expect(escaped.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => signs[entity] ?? entity)).toBe(text);
      }),
    );
  });
});
