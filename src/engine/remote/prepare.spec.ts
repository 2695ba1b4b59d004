import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Size } from '../sizes.shared.js';
import type { RemoteOperation } from './operations.shared.js';
import { prepareJob } from './prepare.js';

const NO_RECORDING = (): Promise<never> => Promise.reject(new Error('no recording'));

describe('a cut-out', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kinora-cut-'));
  });
  afterAll(() => rm(dir, { recursive: true }));

  it.each([
    [1, { shortfall: 'opaque' }],
    [0.5, {}],
  ])('of opacity %d has the requested size, and says if nothing is transparent', async (alpha, expected) => {
    const image = sharp({ create: { width: 60, height: 40, channels: 4, background: { r: 9, g: 9, b: 9, alpha } } });
    const path = join(dir, 'image.png');
    const bytes = await image.png().toBuffer();
    await writeFile(path, bytes);
    const prepared = await prepareJob(
      { use: { operations: ['cut-out'] }, operation: 'cut-out', model: 'any', seed: 7, recordingOf: NO_RECORDING },
      {
        id: 'task_1',
        model: 'any',
        params: { procedure: 'imageTools.backgroundRemover' },
        prompt: '',
        negativePrompt: '',
        width: 120,
        height: 80,
        seconds: 0,
        sources: [{ role: 'image', path, type: 'image/png', width: 60, height: 40 }],
        dir,
        outputs: [{ index: 0, seed: 7 }],
      },
    );
    if (!prepared.ok) throw new RangeError(prepared.error.identifier);
    const { bytes: made, ...facts } = await prepared.value.finish(bytes);
    expect(facts).toEqual(expected);
    expect(await sharp(made).metadata()).toMatchObject({ width: 120, height: 80 });
  });
});

describe('an image of a connected engine', () => {
  it.each([
    ['of the requested shape', { width: 240, height: 160 }, 1, {}],
    ['a little wider', { width: 122, height: 80 }, 1, {}],
    ['square', { width: 100, height: 100 }, 1, { cropped: true }],
    ['upright, stored on its side', { width: 240, height: 160 }, 6, { cropped: true }],
  ])('%s has the requested size, and says if it was cropped', async (_, given, orientation, expected) => {
    const bytes = await sharp({ create: { ...given, channels: 3, background: 'teal' } })
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const prepared = await prepareJob(
      {
        use: { operations: ['text-to-image'] },
        operation: 'text-to-image',
        model: 'any',
        seed: 7,
        recordingOf: NO_RECORDING,
      },
      {
        id: 'task_1',
        model: 'any',
        params: { procedure: 'text2Image.create' },
        prompt: 'a boat',
        negativePrompt: '',
        width: 120,
        height: 80,
        seconds: 0,
        sources: [],
        dir: tmpdir(),
        outputs: [{ index: 0, seed: 7 }],
      },
    );
    if (!prepared.ok) throw new RangeError(prepared.error.identifier);
    const { bytes: made, ...facts } = await prepared.value.finish(bytes);
    expect(facts).toEqual(expected);
    expect(await sharp(made).metadata()).toMatchObject({ width: 120, height: 80 });
  });
});

describe('the image of a job', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kinora-prepare-'));
  });
  afterAll(() => rm(dir, { recursive: true }));

  /** The size of the image that is sent. */
  async function sent(operation: RemoteOperation, source: Size, wanted: Size): Promise<Size> {
    const path = join(dir, `${operation}-${source.width}.png`);
    await sharp({ create: { ...source, channels: 3, background: 'teal' } })
      .png()
      .toFile(path);
    const files = [
      { role: 'image', path, type: 'image/png', ...source },
      { role: 'garment', path, type: 'image/png', ...source },
    ] as const;
    const prepared = await prepareJob(
      { use: { operations: [operation] }, operation, model: 'any', seed: 7, recordingOf: NO_RECORDING },
      {
        id: 'task_1',
        model: 'any',
        params: { procedure: 'imageTools.editByInstruction' },
        prompt: 'make it night',
        negativePrompt: '',
        ...wanted,
        seconds: 0,
        sources: files,
        dir,
        outputs: [{ index: 0, seed: 7 }],
      },
    );
    if (!prepared.ok) throw new RangeError(prepared.error.identifier);
    const { width = 0, height = 0 } = await sharp(prepared.value.job.image?.png).metadata();
    return { width, height };
  }

  it.each(['edit', 'compose', 'replace-background'] as const)(
    'is reduced to the requested pixels, or to a megapixel, and never enlarged: %s',
    async (operation) => {
      expect(await sent(operation, { width: 3_200, height: 2_400 }, { width: 1_600, height: 1_200 })).toEqual({
        width: 1_600,
        height: 1_200,
      });
      expect(await sent(operation, { width: 2_048, height: 2_048 }, { width: 512, height: 512 })).toEqual({
        width: 1_024,
        height: 1_024,
      });
      expect(await sent(operation, { width: 640, height: 360 }, { width: 1_024, height: 576 })).toEqual({
        width: 640,
        height: 360,
      });
    },
  );

  it.each(['upscale', 'cut-out'] as const)('is sent whole where every pixel counts: %s', async (operation) => {
    expect(await sent(operation, { width: 2_048, height: 1_024 }, { width: 1_024, height: 512 })).toEqual({
      width: 2_048,
      height: 1_024,
    });
  });
});
