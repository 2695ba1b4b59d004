import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inputs } from './inputs.mjs';
import { LockedPackages } from './packages.mjs';

const LOCK = {
  '': { dependencies: { draw: '^1.0.0', other: '^1.0.0' } },
  'node_modules/draw': {
    version: '1.0.0',
    dependencies: { line: '^1.0.0', '@scope/ink': '^1.0.0' },
    optionalDependencies: { missing: '^1.0.0' },
  },
  'node_modules/draw/node_modules/line': { version: '1.0.0', dependencies: { point: '^1.0.0' } },
  'node_modules/line': { version: '2.0.0' },
  'node_modules/point': { version: '1.0.0' },
  'node_modules/@scope/ink': { version: '1.0.0' },
  'node_modules/other': { version: '1.0.0' },
};

describe('what a file depends on of the packages', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-packages-'));
    await writeFile(join(folder, 'one.ts'), "import { draw } from 'draw/fast.js';");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const keyWith = async (change: object): Promise<string> => {
    const path = join(folder, 'package-lock.json');
    await writeFile(path, JSON.stringify({ packages: { ...LOCK, ...change } }));
    return new Inputs(folder, new LockedPackages(path)).keyOf([join(folder, 'one.ts')]);
  };

  it.each([
    'node_modules/draw',
    'node_modules/draw/node_modules/line',
    'node_modules/point',
    'node_modules/@scope/ink',
  ])('is %s', async (place) => {
    expect(await keyWith({ [place]: { ...LOCK[place as keyof typeof LOCK], integrity: 'sha512-other' } })).not.toBe(
      await keyWith({}),
    );
  });

  it.each(['node_modules/line', 'node_modules/other', 'node_modules/new'])(
    'is not %s, to which nothing of it leads',
    async (place) => {
      expect(await keyWith({ [place]: { version: '9.0.0' } })).toBe(await keyWith({}));
    },
  );

  it('is a package that was not there, once it comes', async () => {
    expect(await keyWith({ 'node_modules/missing': { version: '1.0.0' } })).not.toBe(await keyWith({}));
  });
});
