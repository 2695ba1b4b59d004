import { describe, expect, it } from '@jest/globals';
import { hasPersonSpeak, PROCEDURES } from './registry.shared.js';
import { inputOf } from './schema.shared.js';

describe('the registry', () => {
  it('knows which calls have a person speak', () => {
    expect(PROCEDURES.filter(hasPersonSpeak)).toEqual(['lipSync.createLipSyncTask']);
  });
});

describe('an old photo', () => {
  const fields = (options: Readonly<Record<string, unknown>>): readonly string[] => {
    const image = { from: 'upload', id: '7f6a0c1e-6f1d-4d58-9a43-0d3f4f7c2b11' };
    const sent = {
      requestId: '7f6a0c1e-6f1d-4d58-9a43-0d3f4f7c2b12',
      model: 'photo-restorer',
      price: { amount: 1, priceVersion: 1 },
      image,
      ...options,
    };
    // Parsed like input from a browser.
    const read = inputOf('imageTools.restore').safeParse(JSON.parse(JSON.stringify(sent)));
    return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'));
  };

  it('is restored only where something is to be done: else the result would be what was given', () => {
    expect(fields({ scratches: false, fading: 0, sharpness: 0 })).toEqual(['scratches']);
    expect(fields({ scratches: true, fading: 0, sharpness: 0 })).toEqual([]);
    expect(fields({ scratches: false, fading: 0.05, sharpness: 0 })).toEqual([]);
  });
});
