import { expect, it } from '@jest/globals';
import { pricingOf } from '@src/billing/plans/price.shared';
import { methodsFor } from './methods';

const pack = { duration: null };

it('names what a country pays with for what is bought once', () => {
  expect(methodsFor(pack, pricingOf('CN'), 'card')).toEqual(['Alipay']);
  expect(methodsFor(pack, pricingOf('PH'), 'local')).toEqual(['GCash']);
});

it('names nothing for a plan, which is paid for by card', () => {
  expect(methodsFor({ duration: 1 }, pricingOf('CN'), 'card')).toEqual([]);
  expect(methodsFor({ duration: 12 }, pricingOf('CN'), 'card')).toEqual([]);
});

it('names nothing on another platform, elsewhere, or where the way has no name of its own', () => {
  expect(methodsFor(pack, pricingOf('CN'), 'local')).toEqual([]);
  expect(methodsFor(pack, pricingOf('DE'), 'card')).toEqual([]);
  expect(methodsFor(pack, pricingOf('BR'), 'local')).toEqual([]);
});
