import { expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { ALL_TOOLS } from '@/features/make/create/form/tools';
import { demoOf } from './demo';

it('the tools that work on people have samples of drawn ones, whose files are there', () => {
  const tools = ALL_TOOLS.filter(({ id }) => ['fitting', 'faceSwap', 'mimic', 'lipSync', 'swapFaces'].includes(id));
  expect(tools).toHaveLength(5);
  const files = tools.flatMap(({ id }) => {
    const demo = demoOf(id);
    return [demo?.before, demo?.after, ...(demo?.video === undefined ? [] : [demo.video])];
  });
  expect(files.filter((file) => file === undefined || !existsSync(`web/public${file}`))).toEqual([]);
});
