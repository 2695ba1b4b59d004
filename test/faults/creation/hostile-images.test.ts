import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Taken } from '../../../src/creation/uploads/inspect/taken.js';
import type { ProductError } from '../../../src/kernel/errors.shared.js';
import type { Result } from '../../../src/kernel/result.js';
import {
  apngOf,
  flatImage,
  gifOf,
  jpegSegment,
  metadataBombs,
  pixelBomb,
  polyglot,
  SCRIPT,
  SVG,
  webpOf,
  withChunks,
  withSegments,
} from '../../fixtures/hostile/images.js';
import { buildInspector, type BuiltInspector } from '../../support/files/upload-built.js';
import { photo } from '../../support/files/upload-files.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;

describe('a hostile picture hurts nobody', () => {
  let built: BuiltInspector;
  let jpeg: Buffer;
  let png: Buffer;
  beforeAll(async () => {
    built = await buildInspector();
    jpeg = await photo(320, 240);
    png = await sharp(jpeg).png().toBuffer();
  }, PATIENCE);
  afterAll(() => built.close());

  const refused = (reason: string, more: Record<string, string | number> = {}) => ({
    ok: false,
    error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'file', reason, ...more } },
  });
  const kept = async (taken: Result<Taken, ProductError>): Promise<Buffer> => {
    if (!taken.ok) throw new Error(`refused: ${JSON.stringify(taken.error)}`);
    return readFile(taken.value.path);
  };

  it(
    'that says it is 60,000 pixels wide and high, in some hundred bytes',
    async () => {
      const bomb = pixelBomb(60_000, 60_000);
      expect(bomb.byteLength).toBeLessThan(200);
      expect(await built.take(bomb)).toMatchObject({
        ok: false,
        error: {
          identifier: 'RESOLUTION_LIMIT_EXCEEDED',
          params: { width: 60_000, height: 60_000, pixels: 64_000_000 },
        },
      });
    },
    PATIENCE,
  );

  it(
    'that is longer than allowed though it has few pixels',
    async () => {
      expect(await built.take(pixelBomb(16_001, 10))).toMatchObject({
        ok: false,
        error: { identifier: 'RESOLUTION_LIMIT_EXCEEDED', params: { side: 16_000 } },
      });
    },
    PATIENCE,
  );

  it(
    'that is as large as allowed and says no more than one colour',
    async () => {
      const taken = await built.take(await flatImage(8_000, 8_000));
      expect(taken).toMatchObject({ ok: true, value: { width: 4_096, height: 4_096, notes: ['made-smaller'] } });
    },
    PATIENCE,
  );

  it(
    'that says it is as large as allowed and breaks off',
    async () => {
      expect(await built.take(pixelBomb(8_000, 8_000))).toEqual(refused('damaged'));
    },
    PATIENCE,
  );

  it(
    'that has a hundred thousand frames',
    async () => {
      for (const bomb of [gifOf(100_000), await apngOf(0xffff_ffff), await webpOf(20_000)])
        expect(await built.take(bomb)).toEqual(refused('too-many-frames', { limit: 1_000 }));
    },
    PATIENCE,
  );

  it(
    'whose colour profile and text open to a hundred megabytes',
    async () => {
      const bomb = withChunks(png, ...metadataBombs(100 * 1_048_576));
      expect(bomb.byteLength).toBeLessThan(1_000_000);
      const taken = await built.take(bomb, 'image', built.limited({ residentMegabytes: 400 }));
      // Left out or refused: both are safe, as long as no memory was spent on it.
      if (taken.ok) expect((await kept(taken)).byteLength).toBeLessThan(300_000);
      else expect(taken).toEqual(refused('damaged'));
    },
    PATIENCE,
  );

  it(
    'with as much metadata as a file may have, none of which is kept',
    async () => {
      const segments = Array.from({ length: 300 }, (_, index) =>
        jpegSegment(
          0xe0 + (index % 16),
          Buffer.alloc(65_000, `Exif\0\0II*\0 http://ns.adobe.com/xap/1.0/\0<x secret="${index}">`),
        ),
      );
      const taken = await built.take(withSegments(jpeg, ...segments));
      if (taken.ok) {
        const file = await kept(taken);
        expect(file.includes('secret')).toBe(false);
        expect(file.byteLength).toBeLessThan(300_000);
      } else expect(taken).toEqual(refused('damaged'));
    },
    PATIENCE,
  );

  it(
    'that is a page and an archive as well: what is kept is a picture alone',
    async () => {
      const file = await kept(await built.take(polyglot(jpeg)));
      expect(file.includes('<script')).toBe(false);
      expect(file.includes(SCRIPT.slice(0, 20))).toBe(false);
      expect(file.includes(Buffer.from('504b0506', 'hex'))).toBe(false);
      expect((await sharp(file).metadata()).format).toBe('jpeg');
    },
    PATIENCE,
  );

  it(
    'that is an SVG with a script, an entity and an address, under whatever name',
    async () => {
      expect(await built.take(Buffer.from(SVG))).toEqual(refused('svg'));
      expect(await built.take(Buffer.from(`\ufeff${' '.repeat(3_000)}${SVG}`))).toEqual(refused('svg'));
      // So far down that it is told from no text: never opened either way.
      expect(await built.take(Buffer.from(`<!--${'x'.repeat(9_000)}-->${SVG}`))).toEqual(refused('not-a-picture'));
    },
    PATIENCE,
  );

  it(
    'that hides an SVG behind the first bytes of another kind',
    async () => {
      for (const head of [
        [0xff, 0xd8, 0xff],
        [0x49, 0x49, 0x2a, 0],
        [...Buffer.from('GIF89a')],
        [...Buffer.from('RIFF    WEBP')],
        [0, 0, 0, 16, ...Buffer.from('ftypavif')],
      ]) {
        expect(await built.take(Buffer.concat([Buffer.from(head), Buffer.from(SVG)]))).toEqual(refused('damaged'));
      }
    },
    PATIENCE,
  );

  it(
    'that is empty, a text, a program or noise',
    async () => {
      expect(await built.take(Buffer.alloc(0))).toEqual(refused('empty'));
      for (const file of ['This is not a picture.', '%PDF-1.7\n%âãÏÓ', '#!/bin/sh\nrm -rf /', 'MZ\x90\0', '{"a":1}'])
        expect(await built.take(Buffer.from(file, 'latin1'))).toEqual(refused('not-a-picture'));
      expect(await built.take(Buffer.from([0xff]))).toEqual(refused('not-a-picture'));
    },
    PATIENCE,
  );

  it(
    'that breaks off in the middle, or just behind its first bytes',
    async () => {
      for (const whole of [jpeg, png, await sharp(jpeg).webp().toBuffer()]) {
        for (const part of [0.5, 0.02])
          expect(await built.take(whole.subarray(0, Math.max(16, Math.floor(whole.byteLength * part))))).toEqual(
            refused('damaged'),
          );
      }
    },
    PATIENCE,
  );

  it(
    'that takes too long, or too much memory: the child is ended and the next file is taken',
    async () => {
      const large = await flatImage(8_000, 8_000);
      expect(await built.take(large, 'image', built.limited({ milliseconds: 1 }))).toEqual(refused('too-complex'));
      expect(await built.take(large, 'image', built.limited({ residentMegabytes: 40 }))).toEqual(
        refused('too-complex'),
      );
      expect((await built.take(jpeg)).ok).toBe(true);
    },
    PATIENCE,
  );

  it(
    'whose bytes were changed here and there: refused or kept as a picture, never a fault',
    async () => {
      let seed = 12_345;
      const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
      const files = [
        jpeg,
        png,
        await sharp(jpeg).resize(64).webp().toBuffer(),
        await sharp(jpeg).resize(64).gif().toBuffer(),
        await sharp(jpeg).resize(64).tiff().toBuffer(),
        await sharp(jpeg).resize(64).avif({ effort: 0 }).toBuffer(),
      ];
      for (const whole of files) {
        for (let time = 0; time < 4; time += 1) {
          const changed = Buffer.from(whole);
          for (let byte = 0; byte < 12; byte += 1)
            changed[16 + random(Math.min(2_000, changed.byteLength - 16))] = random(256);
          const taken = await built.take(changed);
          if (!taken.ok)
            expect(['INPUT_INVALID_FOR_SERVICE', 'RESOLUTION_LIMIT_EXCEEDED']).toContain(taken.error.identifier);
          else expect(['jpeg', 'png']).toContain((await sharp(await kept(taken)).metadata()).format);
        }
      }
    },
    PATIENCE,
  );
});
