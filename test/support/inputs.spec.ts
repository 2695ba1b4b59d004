import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Inputs } from './inputs.mjs';

const FILES = {
  'test/measures/one.test.ts':
    "import { draw } from '../../src/engine/draw.js';\nrun('./src/engine/loader.mjs', 'test/fixtures');",
  'src/engine/draw.ts': "import { word } from '@src/words.js';\nconst late = import('./late.js');",
  'src/engine/late.tsx': 'export const late = 1;',
  'src/engine/kernel.wasm': 'a kernel',
  'src/engine/loader.mjs': "export const isAlias = (name) => name.startsWith('@src/') || name.startsWith('@/');",
  'src/words.ts': "export const word = 'a word';",
  'src/other.ts': 'export const other = 1;',
  'test/fixtures/deep/picture.bin': 'a picture',
};

describe('what a test file depends on', () => {
  let folder: string;
  const write = async (root: string, files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
  };
  const keyIn = (root: string): string => new Inputs(root).keyOf([join(root, 'test/measures/one.test.ts')], 'v20');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-inputs-'));
    await write(folder, FILES);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each(Object.keys(FILES).filter((path) => path !== 'src/other.ts'))('is %s too', async (path) => {
    const before = keyIn(folder);
    await write(folder, { [path]: `${FILES[path as keyof typeof FILES]} // changed` });
    expect(keyIn(folder)).not.toBe(before);
  });

  it('is nothing that it does not lead to, and not where the repository lies', async () => {
    const before = keyIn(folder);
    await write(folder, { 'src/other.ts': 'changed' });
    expect(keyIn(folder)).toBe(before);
    const clone = join(folder, 'clone');
    await mkdir(clone);
    for (const part of ['src', 'test']) await cp(join(folder, part), join(clone, part), { recursive: true });
    expect(keyIn(clone)).toBe(before);
  });

  it('is every kernel of the engine, each in a folder of its own', () => {
    const root = process.cwd();
    const kernels = new Inputs(root)
      .of([join(root, 'src/engine/local/kernel/load.ts')])
      .filter((path) => path.endsWith('.wasm'));
    expect(kernels.map((path) => basename(path, '.wasm'))).toEqual(['fill', 'layers', 'motion', 'solid', 'style']);
  });

  it('is what else is said', () => {
    const file = join(folder, 'src/other.ts');
    expect(new Inputs(folder).keyOf([file], 'v20')).not.toBe(new Inputs(folder).keyOf([file], 'v22'));
  });
});
