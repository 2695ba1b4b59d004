import { expect, it } from '@jest/globals';
import { pricingOf } from '@src/billing/plans/price.shared';
import { localMethodNames } from './methods';

const pack = { duration: null };

it('names what a country pays with for what is bought once', () => {
  expect(localMethodNames(pack, pricingOf('CN'), 'card')).toEqual(['Alipay']);
  expect(localMethodNames(pack, pricingOf('PH'), 'local')).toEqual(['GCash']);
});

it('names nothing for a plan, which is paid for by card', () => {
  expect(localMethodNames({ duration: 1 }, pricingOf('CN'), 'card')).toEqual([]);
  expect(localMethodNames({ duration: 12 }, pricingOf('CN'), 'card')).toEqual([]);
});

it('names nothing on another platform, elsewhere, or where the way has no name of its own', () => {
  expect(localMethodNames(pack, pricingOf('CN'), 'local')).toEqual([]);
  expect(localMethodNames(pack, pricingOf('DE'), 'card')).toEqual([]);
  expect(localMethodNames(pack, pricingOf('BR'), 'local')).toEqual([]);
});
