import { describe, expect, it } from '@jest/globals';
import { cuttingRefused } from './cutting-rules.shared.js';

describe('a part of a film or picture', () => {
  it('lies within its whole and is as large as anything can be worked on', () => {
    const image = { width: 640, height: 480 };
    const reason = (cutting: Parameters<typeof cuttingRefused>[0], seconds?: number): unknown =>
      cuttingRefused(cutting, { ...image, seconds })?.params['reason'];
    expect(reason({ kind: 'crop', left: 0, top: 0, width: 640, height: 480 })).toBeUndefined();
    expect(reason({ kind: 'crop', left: 1, top: 0, width: 640, height: 480 })).toBe('crop-outside');
    expect(reason({ kind: 'crop', left: 0, top: 0, width: 63, height: 480 })).toBe('crop-too-small');
    expect(reason({ kind: 'trim', from: 0, to: 30_000 }, 40)).toBeUndefined();
    expect(reason({ kind: 'trim', from: 20_000, to: 40_200 }, 40)).toBe('trim-outside');
    expect(reason({ kind: 'trim', from: 20_000, to: 20_500 }, 40)).toBe('trim-too-short');
    expect(reason({ kind: 'trim', from: 0, to: 200_000 }, 400)).toBe('trim-too-long');
  });
});
