import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, mediaFile, probe, type Programs } from '../../../src/engine/ffmpeg.js';
import { trimBytes, trimVideo } from '../../../src/creation/uploads/inspect/trim.js';
import { takeVideo } from '../../../src/creation/uploads/inspect/video.js';
import { UPLOAD_LIMITS } from '../../../src/creation/uploads/upload.shared.js';
import { ok } from '../../../src/kernel/result.js';
import { ffmpeg } from '../../support/files/made-videos.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const part = { from: 500, to: 2_500 } as const;

describe('films that are trimmed', () => {
  let folder: string;
  let programs: Programs;
  /** Noise with a sound: as many bytes as a coder lets it have. */
  let noise: string;
  const at = (name: string): string => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-trim-'));
    programs = await findFfmpeg();
    noise = at('noise.mp4');
    await ffmpeg(programs, [
      '-f',
      'lavfi',
      '-i',
      "nullsrc=s=320x240:r=25:d=3,geq=lum='random(1)*255':cb=128:cr=128",
      '-f',
      'lavfi',
      '-i',
      'anoisesrc',
      '-t',
      '3',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-crf',
      '12',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-y',
      mediaFile(noise),
    ]);
  }, PATIENCE);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(
    'are coded for the room there is, and whole',
    async () => {
      const [wide, narrow] = [at('wide.mp4'), at('narrow.mp4')];
      expect(await trimVideo(programs, { path: noise, to: wide, container: 'mp4', part })).toMatchObject({ ok: true });
      const room = 400_000;
      expect((await stat(wide)).size).toBeGreaterThan(2 * room);
      expect(await trimVideo(programs, { path: noise, to: narrow, container: 'mp4', part, bytes: room })).toEqual(
        ok({ path: narrow, kind: 'mp4' }),
      );
      expect((await stat(narrow)).size).toBeLessThanOrEqual(room);
      expect(Math.abs(((await probe(programs, narrow, { timeoutMs: PATIENCE })).seconds ?? 0) - 2)).toBeLessThan(0.1);
    },
    PATIENCE,
  );

  it(
    'are refused where they do not fit, instead of ending before their time',
    async () => {
      expect(
        await trimVideo(programs, { path: noise, to: at('none.mp4'), container: 'mp4', part, bytes: 20_000 }),
      ).toMatchObject({
        ok: false,
        error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { reason: 'trim-too-large' } },
      });
    },
    PATIENCE,
  );

  it.each([
    ['vp9', 'libvpx-vp9'],
    ['vp8', 'libvpx'],
  ])(
    'can be seen through where the whole can be (%s), and when they are taken in',
    async (name, coder) => {
      const [whole, to] = [at(`${name}.webm`), at(`${name}-part`)];
      await ffmpeg(programs, [
        '-f',
        'lavfi',
        '-i',
        "color=red:s=162x121:r=25:d=3,format=rgba,geq=r=255:g=0:b=0:a='if(lt(X,80),0,255)'",
        '-f',
        'lavfi',
        '-i',
        'sine=440',
        '-t',
        '3',
        '-c:v',
        coder,
        '-pix_fmt',
        'yuva420p',
        '-b:v',
        '500k',
        '-deadline',
        'realtime',
        '-cpu-used',
        '8',
        '-auto-alt-ref',
        '0',
        '-c:a',
        'libopus',
        '-y',
        mediaFile(whole),
      ]);
      const trimmed = await trimVideo(programs, { path: whole, to, container: 'webm', part });
      expect(trimmed).toEqual(ok({ path: to, kind: 'webm' }));
      // Its first picture is of no matter here.
      const kept = await takeVideo(programs, { from: to, to: `${to}-kept`, kind: 'webm' }, async (_from, path) =>
        ok({ path, kind: 'image', type: 'image/png', width: 162, height: 121, animated: false, notes: [] }),
      );
      if (!kept.ok) throw new Error(kept.error.identifier);
      expect(kept.value).toMatchObject({ type: 'video/webm', width: 162, height: 121, notes: [] });
      const { video, audio, seconds } = await probe(programs, kept.value.path, { timeoutMs: PATIENCE });
      expect([video?.alpha, audio?.codec]).toEqual([true, 'opus']);
      expect(Math.abs((seconds ?? 0) - 2)).toBeLessThan(0.1);
      const pixels = await ffmpeg(programs, [
        '-c:v',
        'libvpx-vp9',
        '-i',
        mediaFile(kept.value.path),
        '-frames:v',
        '1',
        '-vf',
        'alphaextract',
        '-f',
        'rawvideo',
        '-pix_fmt',
        'gray',
        'pipe:1',
      ]);
      const row = pixels.subarray(60 * 162, 61 * 162);
      expect(row[20]).toBeLessThan(20);
      expect(row[140]).toBeGreaterThan(235);
    },
    PATIENCE,
  );

  it(
    'end with the signal',
    async () => {
      const gone = new AbortController();
      const reason = new Error('gone');
      const request = trimVideo(programs, {
        path: noise,
        to: at('gone.mp4'),
        container: 'mp4',
        part,
        signal: gone.signal,
      });
      gone.abort(reason);
      await expect(request).rejects.toBe(reason);
    },
    PATIENCE,
  );

  it('have no more bytes than a file may have, and fewer where they are short', () => {
    expect(trimBytes({ from: 0, to: 180_000 })).toBe(UPLOAD_LIMITS.bytes);
    expect(trimBytes({ from: 1_000, to: 4_000 })).toBeLessThan(UPLOAD_LIMITS.bytes / 2);
  });
});
