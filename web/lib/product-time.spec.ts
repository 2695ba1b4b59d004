import { describe, expect, it } from '@jest/globals';
import { hearProductTime, productNow } from './product-time';

const DAY = 86_400_000;
const told = (text: string | null): void => hearProductTime({ get: () => text });

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
});
