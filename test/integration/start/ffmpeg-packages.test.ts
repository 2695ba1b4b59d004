import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, probe, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { encodeMp4, videoPath, verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { ffmpegAtStart, programChoice } from '../../../src/creation/engines/programs.js';
import { describeUnless } from '../../support/needs.js';

const SIZE = { width: 128, height: 72 };

/** A square that goes over a slope of grey. */
function* moving(frames: number): Generator<Raster> {
  for (let index = 0; index < frames; index += 1) {
    const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(255);
    for (let i = 0; i < SIZE.width * SIZE.height; i += 1)
      data.fill(Math.abs((i % SIZE.width) - 10 - index) < 8 ? 240 : 40 + (i % SIZE.width), i * 4, i * 4 + 3);
    yield { ...SIZE, data };
  }
}

const missing = existsSync('packages/ffmpeg/node_modules/.package-lock.json')
  ? undefined
  : 'needs the packaged FFmpeg, which npm run services fetches';

/** The packages bring an FFmpeg of 2018: what is asked of it must be what it knew. */
describeUnless(missing, 'FFmpeg from the npm packages, where the system has none', () => {
  const path = process.env['PATH'];
  let folder = '';
  let programs: Programs;
  const withoutSystem = <T>(find: () => Promise<T>): Promise<T> => {
    process.env['PATH'] = folder;
    return find().finally(() => {
      process.env['PATH'] = path;
    });
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-ffmpeg-packages-'));
    programs = await withoutSystem(() => findFfmpeg(programChoice({ publicUrl: 'http://127.0.0.1:3000' })));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('is found', async () => {
    expect(programs.ffmpeg).toContain('@ffmpeg-installer');
    expect(programs.ffprobe).toContain('@ffprobe-installer');
    expect(await withoutSystem(() => ffmpegAtStart({}))).toEqual({ state: 'found' });
  });

  it('is not used on a public service', async () => {
    const found = withoutSystem(() => findFfmpeg(programChoice({ publicUrl: 'https://kinora.example' })));
    await expect(found).rejects.toThrow('none found: install FFmpeg');
    expect(await withoutSystem(() => ffmpegAtStart({ publicUrl: 'https://kinora.example' }))).toMatchObject({
      state: 'missing',
    });
  });

  it('is not fetched in place of a path that does not work', async () => {
    const why = expect.stringContaining('the configured path /nowhere is not a working ffmpeg');
    expect(await withoutSystem(() => ffmpegAtStart({ ffmpegPath: '/nowhere' }))).toEqual({ state: 'missing', why });
  });

  it.each([25, 30])(
    'encodes a film at %d frames a second that it decodes again, and so does any other',
    async (fps) => {
      const file = videoPath({ dir: folder });
      await encodeMp4(programs, { ...SIZE, fps, frames: moving(fps), path: file });
      expect(await verifyVideo(programs, file, { ...SIZE, seconds: 1, fps })).toEqual({ ok: true });
      expect(await verifyVideo(await findFfmpeg(), file, { ...SIZE, seconds: 1, fps })).toEqual({ ok: true });
      expect((await probe(programs, file, { timeoutMs: 60_000 })).video).toMatchObject({
        codec: 'h264',
        pixelFormat: 'yuv420p',
        ...SIZE,
        fps,
        frames: fps,
        seconds: 1,
        rotation: 0,
      });
    },
  );

  it('leaves no half film when the frames end in a fault', async () => {
    const dir = await mkdtemp(join(folder, 'broken-'));
    const frames = (async function* () {
      yield* moving(3);
      throw new RangeError('no more');
    })();
    await expect(encodeMp4(programs, { ...SIZE, fps: 25, frames, path: videoPath({ dir }) })).rejects.toThrow(
      'no more',
    );
    expect(await readdir(dir)).toEqual([]);
  });
});
