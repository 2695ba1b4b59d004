import { expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { ALL_TOOLS } from '@/features/make/create/form/tools';
import { demoOf } from './demo';

it.each(ALL_TOOLS)('$procedure has a sample, whose files are there', ({ id }) => {
  const demo = demoOf(id);
  const files = [demo?.before, demo?.after, ...(demo?.video === undefined ? [] : [demo.video])];
  expect(files.filter((file) => file === undefined || !existsSync(`web/public${file}`))).toEqual([]);
});
