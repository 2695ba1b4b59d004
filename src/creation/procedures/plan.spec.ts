import { describe, expect, it } from '@jest/globals';
import { planOf } from './plan.shared.js';

const enlarged = (side: number, params: { readonly scale?: 2 | 4; readonly width?: number }) =>
  planOf({ procedure: 'imageTools.upscale', ...params }, [{ role: 'image', width: side, height: side }], 4_096);

describe('an upscaled image', () => {
  it('is as wide as its scale makes it, from 640 to 3840 pixels', () => {
    expect(enlarged(800, { scale: 2 })).toMatchObject({ ok: true, value: { width: 1_600, height: 1_600 } });
    expect(enlarged(960, { scale: 4 })).toMatchObject({ ok: true, value: { width: 3_840, height: 3_840 } });
    expect(enlarged(961, { scale: 4 })).toMatchObject({
      ok: false,
      error: { identifier: 'UPSCALE_SIZE_TOO_LARGE', params: { limit: 3_840 } },
    });
  });
  it('is never narrower than 640 pixels, however small the image was', () => {
    expect(enlarged(200, { scale: 2 })).toMatchObject({ ok: true, value: { width: 640, height: 640 } });
  });
  it('that is tall and narrow is as wide as its height leaves room for', () => {
    const tall = planOf(
      { procedure: 'imageTools.upscale', scale: 2 },
      [{ role: 'image', width: 100, height: 700 }],
      4_096,
    );
    expect(tall).toMatchObject({ ok: true, value: { width: 585, height: 4_095 } });
  });
  it('needs a size: a scale or a width', () => {
    expect(enlarged(800, {})).toEqual({ ok: false, error: { identifier: 'IMAGE_SIZE_REQUIRED', params: {} } });
    expect(enlarged(800, { width: 1_000 })).toMatchObject({ ok: true, value: { width: 1_000, height: 1_000 } });
  });
});

it('a call without its image is refused by the place that is empty, not for want of a size', () => {
  expect(planOf({ procedure: 'imageTools.backgroundRemover' }, [], 4_096)).toEqual({
    ok: false,
    error: { identifier: 'IMAGE_NOT_FOUND', params: { input: 'image' } },
  });
});
