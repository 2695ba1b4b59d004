import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

it('a spinner waits for 200 ms before it is seen', () => {
  expect(readFileSync('web/styles/theme.css', 'utf8')).toMatch(/--animate-late: late 1ms linear 200ms both;/);
  expect(readFileSync('web/ui/spinner.tsx', 'utf8').match(/var\(--animate-late\)/g)).toHaveLength(2);
});
