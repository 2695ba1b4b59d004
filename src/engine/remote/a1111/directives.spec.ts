import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withoutDirectives } from './directives.js';

describe('a prompt for a server that reads directives', () => {
  it('has none, whatever a user writes, and keeps everything else', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<lora:theirs:1>',
        '<sd_cpp_extra_args>',
        '</sd_cpp_extra_args>',
        '<sd_cpp_<sd_cpp_extra_args>extra_args>',
        '<<lora:a:1>',
        ' <3 ',
        '<',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const prompt = parts.join('');
        const plain = withoutDirectives(prompt);
        expect(plain).not.toMatch(/<[a-z_]\w*:[^>]+>|<\/?sd_cpp_extra_args>/);
        expect(plain.replaceAll('‹', '<')).toBe(prompt.replaceAll('‹', '<'));
      }),
    );
    expect(withoutDirectives('I <3 lakes, 1 < 2')).toBe('I <3 lakes, 1 < 2');
  });
});
