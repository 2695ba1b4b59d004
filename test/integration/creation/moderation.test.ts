import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { findFfmpeg } from '../../../src/engine/ffmpeg.js';
import { sampleFrames } from '../../../src/creation/tasks/run/sample-frames.js';
import { createLocalImageModeration, type LocalOptions } from '../../../src/moderation/image-check/local.js';
import type { ImageModeration } from '../../../src/moderation/image-check/port.js';
import { scoreOf } from '../../../src/moderation/image-check/verdict.js';
import { BUILT_IN } from '../../../src/moderation/policy/policy.shared.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;

// Safe pictures alone: that the network refuses what it must is not shown here, as no such picture may be kept.
describe('the network that looks at pictures, in its child process', () => {
  let folder: string;
  const opened: ImageModeration[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-look-'));
    await promisify(execFile)(process.execPath, ['src/build-server.mjs', join(folder, 'dist')]);
    await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  }, PATIENCE);
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await rm(folder, { recursive: true, force: true });
  }, PATIENCE);

  const open = (options: LocalOptions = {}): ImageModeration => {
    const images = createLocalImageModeration({
      entry: pathToFileURL(join(folder, 'dist/moderation/image-check/look-process.js')),
      ...options,
    });
    opened.push(images);
    return images;
  };
  const sample = (name: string): Promise<Buffer> => readFile(resolve('web/public', name));

  it(
    'has nothing against safe pictures of every kind that is taken in, and against frames of a film',
    async () => {
      const images = open();
      const grey = sharp({ create: { width: 90, height: 60, channels: 3, background: '#777' } });
      const safeImages = [
        await sample('samples/balloons.jpg'),
        await sample('samples/cut-out-after.webp'),
        await sample('showcase/04-a-friendly-robot.webp'),
        await grey.clone().toColourspace('b-w').png().toBuffer(),
        await grey.clone().toColourspace('rgb16').png().toBuffer(),
        await grey.clone().ensureAlpha(0).png().toBuffer(),
        await grey.clone().gif().toBuffer(),
        await grey.clone().avif().toBuffer(),
        ...(await sampleFrames(await findFfmpeg(), resolve('web/public/samples/animate.mp4'))),
      ];
      const scored = await Promise.all(safeImages.map((image) => images.score(image)));
      expect(scored.filter((scores) => scoreOf([scores]) >= BUILT_IN['image.before'].threshold)).toEqual([]);
      for (const scores of scored)
        expect(Object.values(scores).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3);
      // Different pictures score differently: it did look.
      expect(new Set(scored.map(({ Neutral }) => Neutral.toFixed(6))).size).toBeGreaterThan(6);
      expect(scored[0]?.Neutral).toBeGreaterThan(0.9);
    },
    PATIENCE,
  );

  it(
    'goes on after a file that does not open, after a look that takes too long and after one that takes too much memory',
    async () => {
      const photo = await sample('samples/car.jpg');
      const images = open();
      await expect(images.score(new Uint8Array([1, 2, 3]))).rejects.toThrow('unsupported image format');
      expect(scoreOf([await images.score(photo)])).toBeLessThan(BUILT_IN['image.before'].threshold);
      await expect(open({ limitMilliseconds: 1 }).score(photo)).rejects.toThrow(
        'image moderation was not finished within 1 ms',
      );
      await expect(open({ residentMegabytes: 1 }).score(photo)).rejects.toThrow('more than 1 MB');
      await expect(open({ entry: pathToFileURL(join(folder, 'nowhere.js')) }).score(photo)).rejects.toThrow(
        'the child process exited',
      );
    },
    PATIENCE,
  );

  it(
    'lets go of whoever no longer waits, and of all when it is closed',
    async () => {
      const images = open();
      const photo = await sample('samples/car.jpg');
      const gone = new Error('cancelled');
      const leaving = new AbortController();
      const [first, second] = [images.score(photo), images.score(photo, leaving.signal)];
      leaving.abort(gone);
      await expect(second).rejects.toBe(gone);
      expect(scoreOf([await first])).toBeLessThan(BUILT_IN['image.before'].threshold);
      const last = images.score(photo);
      const refused = expect(last).rejects.toThrow('image moderation is shutting down');
      await images.close();
      await refused;
      await expect(images.score(photo)).rejects.toThrow('image moderation is shutting down');
    },
    PATIENCE,
  );

  it(
    'is forked anew after it was let go for want of work',
    async () => {
      const images = open({ idleMilliseconds: 1 });
      const photo = await sample('samples/car.jpg');
      const before = await images.score(photo);
      await new Promise((done) => setTimeout(done, 50));
      expect(await images.score(photo)).toEqual(before);
    },
    PATIENCE,
  );
});
