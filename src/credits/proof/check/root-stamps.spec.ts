import { describe, expect, it } from '@jest/globals';
import { stampRemarks, type StampVerdict } from './root-stamps.js';

const stamped = (day: string, at: string): StampVerdict => ({
  place: day,
  day,
  stamp: { at: Date.parse(at), authority: 'a'.repeat(64), isTrusted: true },
});

describe('roots beside their time stamps', () => {
  it('need no remark while each is stamped within two days, and none before the first stamp', () => {
    const verdicts = [stamped('2026-11-21', '2026-11-22T00:05:00Z'), stamped('2026-11-22', '2026-11-25T00:00:00Z')];
    expect(stampRemarks(verdicts, ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'])).toEqual([]);
    expect(stampRemarks([], ['2026-11-19', '2026-11-20'])).toEqual([]);
  });

  it('are named when a stamp is late', () => {
    const verdicts = [stamped('2026-11-21', '2026-11-22T00:05:00Z'), stamped('2026-11-22', '2026-11-27T09:00:00Z')];
    expect(stampRemarks(verdicts, ['2026-11-21', '2026-11-22'])).toEqual([
      expect.stringContaining('The root of 2026-11-22 was stamped 4 days after its day ended.'),
    ]);
  });

  it('are named when one has no stamp, but not when it has one that fails', () => {
    const verdicts: readonly StampVerdict[] = [
      stamped('2026-11-20', '2026-11-21T00:05:00Z'),
      { place: '2026-11-22', day: '2026-11-22', fault: 'not-signed' },
    ];
    expect(stampRemarks(verdicts, ['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19'])).toEqual([
      expect.stringContaining('Without a time stamp, although earlier roots have one: 2026-11-21, 2026-11-23.'),
    ]);
  });
});
