import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { findFfmpeg, probe } from '../../../src/engine/ffmpeg.js';
import type { Taken } from '../../../src/creation/uploads/inspect/taken.js';
import type { ProductError } from '../../../src/kernel/errors.shared.js';
import type { Result } from '../../../src/kernel/result.js';
import { video, homeVideo, playlists, pointElsewhere } from '../../fixtures/hostile/videos.js';
import { buildInspector, type BuiltInspector } from '../../support/files/upload-built.js';
import { photo } from '../../support/files/upload-files.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
/** A tone of two seconds by somebody who is named in it. */
const tone = (name: string, ...how: readonly string[]): Promise<Buffer> =>
  video(['-f', 'lavfi', '-i', 'sine=frequency=220:duration=2', '-metadata', 'artist=Ann Example', ...how], name);

describe('a recording is kept as sound alone, and a hostile one hurts nobody', () => {
  let built: BuiltInspector;
  beforeAll(async () => {
    built = await buildInspector();
  }, PATIENCE);
  afterAll(async () => built.close());

  const taken = (result: Result<Taken, ProductError>): Taken => {
    if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
    return result.value;
  };
  const refused = (reason: string, more: Record<string, unknown> = {}) => ({
    ok: false,
    error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { reason, ...more } },
  });

  it.each([
    ['tone.mp3', []],
    ['tone.mp3', ['-id3v2_version', '0', '-write_xing', '0']],
    ['tone.wav', []],
    ['tone.ogg', ['-c:a', 'libopus']],
    ['tone.m4a', []],
  ] as const)(
    'from %s %j: coded anew, without a name, with a picture of its waves',
    async (name, how) => {
      const kept = taken(await built.take(await tone(name, ...how), 'audio'));
      expect(kept).toMatchObject({ kind: 'audio', type: 'audio/mp4', width: 640, height: 160, notes: [] });
      expect(Math.abs((kept.seconds ?? 0) - 2)).toBeLessThan(0.2);
      expect((await readFile(kept.path)).includes('Ann Example')).toBe(false);
      expect(await probe(await findFfmpeg(), kept.path, { timeoutMs: 60_000 })).toMatchObject({
        video: undefined,
        audio: { codec: 'aac', sampleRate: 48_000 },
      });
      expect(await sharp(await readFile(kept.posterPath ?? '')).metadata()).toMatchObject({ width: 640, height: 160 });
    },
    PATIENCE,
  );

  it(
    'that is something else, breaks off, or has no sound',
    async () => {
      const whole = await tone('tone.wav');
      expect(await built.take(whole.subarray(0, 60), 'audio')).toMatchObject(refused('damaged'));
      expect(await built.take(Buffer.from('a text'), 'audio')).toMatchObject(refused('not-a-recording'));
      expect(await built.take(await photo(64, 64), 'audio')).toMatchObject(
        refused('not-a-recording', { found: 'image' }),
      );
      expect(await built.take(await homeVideo(1, 'film.mp4', ['-an']), 'audio')).toMatchObject(refused('no-recording'));
      expect(await built.take(whole, 'video')).toMatchObject(refused('not-a-video', { found: 'audio' }));
      expect(await built.take(whole, 'image')).toMatchObject(refused('not-a-picture', { found: 'audio' }));
    },
    PATIENCE,
  );

  it(
    'of eleven minutes, and one that says that it is short',
    async () => {
      const long = await video(
        ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:d=660', '-c:a', 'libmp3lame', '-b:a', '8k'],
        'long.mp3',
      );
      expect(await built.take(long, 'audio')).toMatchObject(refused('too-long', { limit: 600 }));
    },
    PATIENCE,
  );

  it(
    'that is a playlist, or whose data is said to lie elsewhere: nothing is opened',
    async () => {
      for (const text of playlists('http://127.0.0.1:9/secret.ts')) {
        for (const head of ['ID3', 'OggS', 'RIFF\0\0\0\0WAVE'])
          expect((await built.take(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(text)]), 'audio')).ok).toBe(
            false,
          );
      }
      const result = await built.take(pointElsewhere(await homeVideo(1, 'film.mov'), 'file:///etc/passwd'), 'audio');
      if (result.ok) expect((await readFile(result.value.path)).includes('root:')).toBe(false);
      else expect(result).toMatchObject({ error: { identifier: 'INPUT_INVALID_FOR_SERVICE' } });
    },
    PATIENCE,
  );
});
