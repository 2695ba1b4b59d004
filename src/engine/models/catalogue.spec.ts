import { describe, expect, it } from '@jest/globals';
import { folderOf, OPTIONAL_MODELS, sizesOf } from './catalogue.shared.js';

describe.each(OPTIONAL_MODELS.map((model) => [model.id, model] as const))('the optional model %s', (_, model) => {
  it('takes each file from packages of its own, in their order', () => {
    const order = model.packages.map(({ name }) => name);
    for (const { from } of model.files) {
      const at = from.map((part) => order.indexOf(part.package));
      expect(at).not.toContain(-1);
      expect(at).toEqual([...at].sort((one, other) => one - other));
    }
  });

  it('pins every package and file by size and SHA-256', () => {
    for (const { bytes, sha256 } of [...model.packages, ...model.files]) {
      expect(bytes).toBeGreaterThan(0);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
    for (const { version } of model.packages) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('has a folder name and paths that stay inside its folder', () => {
    expect(folderOf(model)).toMatch(/^[a-z0-9-]+@[a-z0-9.-]+$/);
    for (const { path } of model.files) expect(path).toMatch(/^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*$/);
    expect(new Set(model.files.map(({ path }) => path)).size).toBe(model.files.length);
    expect(sizesOf(model).disk).toBeGreaterThan(sizesOf(model).download / 10);
  });
});
