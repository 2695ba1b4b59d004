import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Inputs } from './inputs.mjs';
import { ALONE, HOW, proofKeys } from './proofs.mjs';

const root = process.cwd();
const inputs = new Inputs(root);
const inputsOf = (file: string): readonly string[] => inputs.of([join(root, file)]).map((path) => relative(root, path));

describe('the tests whose passes are kept', () => {
  it.each(ALONE)('%s depends on neither the application nor a seed', (file) => {
    expect(existsSync(join(root, file))).toBe(true);
    const all = inputsOf(file);
    expect(all.filter((path) => /^src\/(?:app|app\.module|main)\.ts$/.test(path))).toEqual([]);
    const code = all.filter((path) => /\.[cm]?ts$/.test(path) && !path.endsWith('.spec.ts'));
    expect(code.filter((path) => readFileSync(join(root, path), 'utf8').includes("from 'fast-check'"))).toEqual([]);
  });

  it.each(HOW)('%s, by which tests are run, reaches nothing of the product', (file) => {
    expect(inputsOf(file).filter((path) => /^(?:src|web)\//.test(path))).toEqual([]);
  });

  it('have a key each, which is another when the run is of another kind', () => {
    const [keys, others] = [proofKeys(root, ''), proofKeys(root, '1')];
    expect([...keys.keys()]).toEqual(expect.arrayContaining([...ALONE, 'test/simulator/ledger.test.ts']));
    expect(new Set(keys.values()).size).toBe(keys.size);
    for (const [file, key] of keys) expect(others.get(file)).not.toBe(key);
  });
});
