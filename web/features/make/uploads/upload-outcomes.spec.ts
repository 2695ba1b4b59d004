import { describe, expect, it } from '@jest/globals';
import { trackUpload, isArrivingAt, onUploadOutcome } from './upload-outcomes';

describe('files on their way to a form', () => {
  it('are followed until each is there or lost, by form', () => {
    const heard: string[] = [];
    const stop = onUploadOutcome((procedure, outcome) => heard.push(`${procedure} ${outcome}`));
    const [one, other] = [trackUpload('imageTools.upscale'), trackUpload('imageTools.upscale')];
    expect([isArrivingAt('imageTools.upscale'), isArrivingAt('imageTools.uncrop')]).toEqual([true, false]);
    one(true);
    expect(isArrivingAt('imageTools.upscale')).toBe(true);
    other(false);
    expect(isArrivingAt('imageTools.upscale')).toBe(false);
    stop();
    trackUpload('imageTools.upscale')(true);
    expect(heard).toEqual([
      'imageTools.upscale begun',
      'imageTools.upscale begun',
      'imageTools.upscale arrived',
      'imageTools.upscale lost',
    ]);
  });
});
