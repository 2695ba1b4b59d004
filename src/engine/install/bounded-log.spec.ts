import { describe, expect, it } from '@jest/globals';
import { BoundedLog } from './bounded-log.js';

describe('a bounded log', () => {
  it('keeps the end, from the beginning of a line', () => {
    const log = new BoundedLog(20);
    for (let line = 1; line <= 100; line += 1) log.add(`line ${line}\n`);
    expect(log.text()).toBe('line 99\nline 100\n');
  });
});
