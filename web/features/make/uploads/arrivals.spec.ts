import { describe, expect, it } from '@jest/globals';
import { beginArrival, isArrivingAt, onArrivals } from './arrivals';

describe('files on their way to a form', () => {
  it('are followed until each is there or lost, by form', () => {
    const heard: string[] = [];
    const stop = onArrivals((procedure, outcome) => heard.push(`${procedure} ${outcome}`));
    const [one, other] = [beginArrival('imageTools.upscale'), beginArrival('imageTools.upscale')];
    expect([isArrivingAt('imageTools.upscale'), isArrivingAt('imageTools.uncrop')]).toEqual([true, false]);
    one(true);
    expect(isArrivingAt('imageTools.upscale')).toBe(true);
    other(false);
    expect(isArrivingAt('imageTools.upscale')).toBe(false);
    stop();
    beginArrival('imageTools.upscale')(true);
    expect(heard).toEqual(['imageTools.upscale begun', 'imageTools.upscale begun', 'imageTools.upscale arrived', 'imageTools.upscale lost']);
  });
});
