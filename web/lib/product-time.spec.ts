import { describe, expect, it } from '@jest/globals';
import { readProductTime, onProductTimeChange, productNow } from './product-time';

const DAY = 86_400_000;
const told = (text: string | null): void => readProductTime({ get: () => text });

describe('the product’s time in the browser', () => {
  it('is the time of day as long as nothing else is told', () => {
    told(null);
    told('soon');
    expect(Math.abs(productNow() - Date.now())).toBeLessThan(DAY);
  });

  it('is as far ahead as the furthest that was told, in whatever order answers come', () => {
    told(String(40 * DAY));
    told(String(10 * DAY));
    told(null);
    expect(Math.abs(productNow() - Date.now() - 40 * DAY)).toBeLessThan(DAY);
  });

  it('is told of when it is found to be further ahead, and only then', () => {
    const heard: number[] = [];
    const stop = onProductTimeChange(() => heard.push(Math.round((productNow() - Date.now()) / DAY)));
    told(String(50 * DAY));
    told(String(50 * DAY));
    told(String(20 * DAY));
    stop();
    told(String(60 * DAY));
    expect(heard).toEqual([50]);
  });
});
