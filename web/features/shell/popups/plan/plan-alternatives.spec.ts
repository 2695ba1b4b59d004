import { expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { UPGRADE_REASONS } from '@/lib/popups/names';
import { PLAN_ALTERNATIVES } from './plan-alternatives';

it.each(UPGRADE_REASONS)('shows an image for %s, and leads to a page, that are there', (reason) => {
  const { image, href } = PLAN_ALTERNATIVES[reason];
  expect(existsSync(`web/public${image}`)).toBe(true);
  expect(href === undefined || existsSync(`web/app/[locale]${href}/page.tsx`)).toBe(true);
});
