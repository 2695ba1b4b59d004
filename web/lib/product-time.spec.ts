import { describe, expect, it } from '@jest/globals';
import { readProductTime, onProductTimeChange, productNow } from './product-time';

const DAY = 86_400_000;
const reportTime = (text: string | null): void => readProductTime({ get: () => text });

describe('the product’s time in the browser', () => {
  it('is the time of day as long as nothing else is told', () => {
    reportTime(null);
    reportTime('soon');
    expect(Math.abs(productNow() - Date.now())).toBeLessThan(DAY);
  });

  it('is as far ahead as the furthest that was told, in whatever order answers come', () => {
    reportTime(String(40 * DAY));
    reportTime(String(10 * DAY));
    reportTime(null);
    expect(Math.abs(productNow() - Date.now() - 40 * DAY)).toBeLessThan(DAY);
  });

  it('is told of when it is found to be further ahead, and only then', () => {
    const heard: number[] = [];
    const stop = onProductTimeChange(() => heard.push(Math.round((productNow() - Date.now()) / DAY)));
    reportTime(String(50 * DAY));
    reportTime(String(50 * DAY));
    reportTime(String(20 * DAY));
    stop();
    reportTime(String(60 * DAY));
    expect(heard).toEqual([50]);
  });
});
