import { describe, expect, it } from '@jest/globals';
import { isRunDue } from './nightly.js';

const at = (text: string): number => Date.parse(`${text}Z`);

describe('the nightly reconciliation', () => {
  it.each<[string, string, string, boolean]>([
    ['is not due before its hour', '2026-11-26T02:00', '2026-11-27T01:59', false],
    ['is due at its hour', '2026-11-26T02:00', '2026-11-27T02:00', true],
    ['is due once a night, however late it ran', '2026-11-27T09:00', '2026-11-28T01:00', false],
    ['is due once after several nights of downtime', '2026-11-20T02:00', '2026-11-27T14:00', true],
    ['and not again after that', '2026-11-27T14:00', '2026-11-27T23:00', false],
  ])('%s', (_what, last, now, due) => expect(isRunDue(at(last), at(now))).toBe(due));
});
