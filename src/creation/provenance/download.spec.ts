import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Params } from '../procedures/params.shared.js';
import { ContentCredential } from './credential/credential.js';
import { folderLocation } from './credential/key-location.js';
import { checkCredential } from './credential/sign.js';
import { withRecipe } from './download.js';
import { claimOf, recipeOf } from './of-task.js';
import { readRecipe } from './read.js';

const restyled: Params = { procedure: 'image2Image.create', style: 'watercolour', strength: 0.5 };
const drawn: Params = { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' };
const taskOf = (model: string, params: Params) => ({
  input: { model, prompt: 'a fox', negativePrompt: '', count: 1, seed: 7 },
  params,
  marked: model === 'preview',
});

describe('a file that is given away', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-download-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['x0123abcd-sdxl', drawn, 'trainedAlgorithmicMedia'],
    ['x0123abcd-sdxl', restyled, 'compositeWithTrainedAlgorithmicMedia'],
    ['preview', drawn, 'algorithmicMedia'],
    ['preview-restyle', restyled, 'algorithmicallyEnhanced'],
    ['esrgan', { procedure: 'imageTools.upscale', scale: 2 } satisfies Params, 'compositeWithTrainedAlgorithmicMedia'],
  ])('made by %s says so under its signature, and carries its recipe', async (model, params, source) => {
    const task = taskOf(model, params);
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const content = async function* () {
      yield png;
    };
    const credential = new ContentCredential(folderLocation(folder), { now: () => Date.now() });
    const file = await withRecipe(
      content(),
      'image/png',
      { recipe: recipeOf(task, { seed: 7 }), claimed: claimOf(task) },
      credential,
    );
    expect(await checkCredential(file, 'image/png')).toMatchObject({ valid: true });
    expect(Buffer.from(file).includes(`/digitalsourcetype/${source}`)).toBe(true);
    expect(readRecipe(file)).toEqual(recipeOf(task, { seed: 7 }));
  });

  it('has no settings in its recipe that had no effect with its model', () => {
    const task = taskOf('x0123abcd-edit', restyled);
    const { input } = task;
    expect(recipeOf(task, { seed: 7 }).params).toHaveProperty('strength');
    const recipe = recipeOf({ ...task, input: { ...input, withoutEffect: ['strength'] } }, { seed: 7 });
    expect(recipe.params).not.toHaveProperty('strength');
    expect(recipe.params).toHaveProperty('style');
  });

  it('says in its recipe whether it can be made again bit for bit, and whether it is a draft', () => {
    expect(recipeOf(taskOf('preview', drawn), { seed: 7 })).toMatchObject({ repeat: 'exact' });
    expect(recipeOf(taskOf('x0123abcd-images', drawn), { seed: 7 })).toMatchObject({ repeat: 'similar' });
    expect(recipeOf(taskOf('x0123abcd-images', drawn), { seed: 7, seedless: true })).toMatchObject({ repeat: 'no' });
    expect(recipeOf({ ...taskOf('preview', drawn), draft: {} }, { seed: 7 })).toMatchObject({ draft: true });
    expect(recipeOf(taskOf('preview', drawn), { seed: 7 })).not.toHaveProperty('draft');
  });

  it('says in its recipe when the engine took no seed', () => {
    const task = taskOf('x0123abcd-images', drawn);
    expect(recipeOf(task, { seed: 7, seedless: true })).toMatchObject({ seed: 7, seedless: true });
    expect(recipeOf(task, { seed: 7 })).not.toHaveProperty('seedless');
  });
});
