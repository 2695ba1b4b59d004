import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Params } from '../task.shared.js';
import { createFindDefect } from './find-defect.js';

describe('a restyled image that equals its source', () => {
  let folder = '';
  let png: Buffer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'defects-'));
    png = await sharp({
      create: {
        width: 64,
        height: 64,
        channels: 3,
        background: '#ffffff',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
    await writeFile(join(folder, 'source.png'), png);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    [0, [], undefined],
    [0.1, [], undefined],
    [0.15, [], 'unchanged'],
    [0.6, [], 'unchanged'],
    [0, ['strength'], 'unchanged'],
  ] as const)('at strength %s, without effect of %j, is %s', async (strength, withoutEffect, defect) => {
    const find = createFindDefect({
      inspector: { inspect: () => Promise.resolve({}), shows: () => Promise.resolve(true) },
      programs: () => Promise.reject(new Error('no video here')),
    });
    const params: Params = { procedure: 'image2Image.create', style: 'watercolour', strength };
    expect(
      await find(
        { type: 'image/png', bytes: png },
        { params, input: { withoutEffect } },
        [{ role: 'image', type: 'image/png', width: 64, height: 64, path: join(folder, 'source.png') }],
        new AbortController().signal,
      ),
    ).toBe(defect);
  });
});

describe('a design', () => {
  it.each([
    [true, undefined],
    [false, 'unreadable'],
  ] as const)('whose texts are legible: %s, is %s', async (isLegible, defect) => {
    const requested: (readonly string[])[] = [];
    const find = createFindDefect({
      inspector: {
        inspect: () => Promise.resolve({}),
        shows: (_image, texts) => {
          requested.push(texts);
          return Promise.resolve(isLegible);
        },
      },
      programs: () => Promise.reject(new Error('no video here')),
    });
    const bytes = await sharp({
      create: {
        width: 64,
        height: 64,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
    const params: Params = {
      procedure: 'template2Image.create',
      design: 'sale',
      palette: 'coral',
      headline: 'Night market',
      sub: '',
      line: 'Dock 4',
    };
    const found = await find(
      { type: 'image/png', bytes },
      { params, input: { withoutEffect: [] } },
      [],
      new AbortController().signal,
    );
    expect(found).toBe(defect);
    expect(requested).toEqual([['Night market', '', 'Dock 4']]);
  });
});
