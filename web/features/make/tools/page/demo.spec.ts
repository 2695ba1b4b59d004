import { expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { needsEngine } from '@src/creation/procedures/registry.shared';
import { ALL_TOOLS } from '@/features/make/create/form/tools';
import { demoOf } from './demo';

// A tool that only connected engines serve has no sample: the local engine makes all samples.
it.each(ALL_TOOLS.filter(({ procedure }) => !needsEngine(procedure)))(
  '$procedure has a sample, whose files are there',
  ({ id }) => {
    const demo = demoOf(id);
    const files = [demo?.before, demo?.after, ...(demo?.video === undefined ? [] : [demo.video])];
    expect(files.filter((file) => file === undefined || !existsSync(`web/public${file}`))).toEqual([]);
  },
);
