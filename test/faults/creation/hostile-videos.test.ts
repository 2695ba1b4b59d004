import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { findFfmpeg, probe } from '../../../src/engine/ffmpeg.js';
import type { Taken } from '../../../src/creation/uploads/inspect/taken.js';
import { embedRecipe } from '../../../src/creation/provenance/embed.js';
import type { ProductError } from '../../../src/kernel/errors.shared.js';
import type { Result } from '../../../src/kernel/result.js';
import {
  video,
  homeVideo,
  lieAboutLength,
  longVideo,
  playlists,
  pointElsewhere,
  referenceMovie,
  turned,
} from '../../fixtures/hostile/videos.js';
import { buildInspector, type BuiltInspector } from '../../support/files/upload-built.js';
import { photo } from '../../support/files/upload-files.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;

describe('a film is kept as it is but for what it says of its maker, and a hostile one hurts nobody', () => {
  let built: BuiltInspector;
  let listening: Server;
  let calls = 0;
  let address: string;
  beforeAll(async () => {
    built = await buildInspector();
    listening = createServer((socket) => {
      calls += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const bound = listening.address();
    address = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}/secret.ts`;
  }, PATIENCE);
  afterAll(async () => {
    listening.close();
    await built.close();
  });

  const taken = (result: Result<Taken, ProductError>): Taken => {
    if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
    return result.value;
  };
  const refused = (reason: string, more: Record<string, unknown> = {}) => ({
    ok: false,
    error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { reason, ...more } },
  });

  it(
    'with its pictures and sound, its length and its first picture',
    async () => {
      for (const name of ['film.mp4', 'film.mov']) {
        const original = await homeVideo(2, name);
        expect(original.includes('Ann Example')).toBe(true);
        const kept = taken(await built.take(original, 'video'));
        expect(kept).toMatchObject({ kind: 'video', type: 'video/mp4', width: 320, height: 240, notes: [] });
        expect(Math.abs((kept.seconds ?? 0) - 2)).toBeLessThan(0.2);
        const file = await readFile(kept.path);
        for (const trace of ['Ann Example', '+51.5']) expect(file.includes(trace)).toBe(false);
        expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
        const facts = await probe(await findFfmpeg(), kept.path, { timeoutMs: 60_000 });
        expect([facts.video?.codec, facts.video?.frames, facts.audio?.codec]).toEqual(['h264', 50, 'aac']);
        expect(await sharp(await readFile(kept.posterPath ?? '')).metadata()).toMatchObject({
          width: 320,
          height: 240,
        });
      }
    },
    PATIENCE,
  );

  it(
    'that is a result of ours: its recipe is read, and is still a film that plays',
    async () => {
      const recipe = {
        kinora: 1 as const,
        procedure: 'video.createVideoByText',
        model: 'preview-motion',
        prompt: 'Wellen & Möwen',
        negativePrompt: '',
        seed: 3,
        count: 1,
        params: { seconds: 3 },
      };
      const original = await homeVideo(1, 'film.mp4', ['-movflags', '+faststart']);
      const kept = taken(await built.take(Buffer.from(embedRecipe(original, 'video/mp4', recipe)), 'video'));
      expect(kept.recipe).toEqual(recipe);
      expect((await readFile(kept.path)).includes('Wellen')).toBe(false);
      expect((await probe(await findFfmpeg(), kept.path, { timeoutMs: 60_000 })).video?.frames).toBe(25);
    },
    PATIENCE,
  );

  it(
    'from a browser, as WebM',
    async () => {
      const webm = await video(
        [
          '-f',
          'lavfi',
          '-i',
          'testsrc2=size=160x120:rate=25:duration=1',
          '-c:v',
          'libvpx',
          '-deadline',
          'realtime',
          '-b:v',
          '200k',
          '-metadata',
          'title=Ann Example',
        ],
        'film.webm',
      );
      const kept = taken(await built.take(webm, 'video'));
      expect(kept).toMatchObject({ type: 'video/webm', width: 160, height: 120 });
      expect((await readFile(kept.path)).includes('Ann Example')).toBe(false);
    },
    PATIENCE,
  );

  it(
    'held upright: as it is shown',
    async () => {
      const kept = taken(await built.take(turned(await homeVideo(1, 'film.mp4', ['-an']), 240), 'video'));
      expect([kept.width, kept.height]).toEqual([240, 320]);
      expect(await sharp(await readFile(kept.posterPath ?? '')).metadata()).toMatchObject({ width: 240, height: 320 });
    },
    PATIENCE,
  );

  async function saved(file: Buffer): Promise<string> {
    const path = join(built.folder, `saved-${Math.abs(file.readInt32BE(file.byteLength - 5))}.mp4`);
    await writeFile(path, file);
    return path;
  }

  it(
    'of twelve minutes: refused, though it says it has three seconds',
    async () => {
      const long = await longVideo(12);
      expect(long.byteLength).toBeLessThan(200_000);
      expect(await built.take(long, 'video')).toMatchObject(refused('too-long', { seconds: 720, limit: 600 }));
      const lying = lieAboutLength(long, 3);
      expect((await probe(await findFfmpeg(), await saved(lying), { timeoutMs: 60_000 })).seconds).toBeLessThan(10);
      expect(await built.take(lying, 'video')).toMatchObject(refused('too-long', { limit: 600 }));
      expect((await built.take(await longVideo(9), 'video')).ok).toBe(true);
    },
    PATIENCE,
  );

  it(
    'that is a playlist or a script: never opened, whatever it points at',
    async () => {
      for (const text of playlists(address)) {
        for (const purpose of ['video', 'image'] as const)
          expect((await built.take(Buffer.from(text), purpose)).ok).toBe(false);
        // Behind what the first bytes of a film look like.
        expect(
          await built.take(
            Buffer.concat([Buffer.from('\0\0\0\x14ftypmp42\0\0\0\0mp42\n', 'latin1'), Buffer.from(text)]),
            'video',
          ),
        ).toMatchObject(refused('damaged'));
      }
      expect(calls).toBe(0);
    },
    PATIENCE,
  );

  it(
    'whose data is said to be in another file or at another address: nothing is read or fetched',
    async () => {
      const original = await homeVideo(1, 'film.mov', ['-an']);
      for (const target of ['file:///etc/passwd', '/etc/passwd', address]) {
        for (const hostile of [pointElsewhere(original, target), referenceMovie(target)]) {
          const result = await built.take(hostile, 'video');
          if (result.ok) expect((await readFile(result.value.path)).includes('root:')).toBe(false);
          else expect(result).toMatchObject({ error: { identifier: 'INPUT_INVALID_FOR_SERVICE' } });
        }
      }
      expect(calls).toBe(0);
    },
    PATIENCE,
  );

  it(
    'that breaks off, holds sound alone, is coded in a way browsers do not play, or is a picture',
    async () => {
      const whole = await homeVideo(1);
      expect(await built.take(whole.subarray(0, 2_000), 'video')).toMatchObject(refused('damaged'));
      expect(
        await built.take(await video(['-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac'], 'sound.mp4'), 'video'),
      ).toMatchObject(refused('no-moving-picture'));
      expect(
        await built.take(
          await video(['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=1', '-c:v', 'prores_ks'], 'film.mov'),
          'video',
        ),
      ).toMatchObject(refused('codec', { codec: 'prores' }));
      expect(await built.take(await photo(64, 64), 'video')).toMatchObject(refused('not-a-video', { found: 'image' }));
      expect(await built.take(whole, 'image')).toMatchObject(refused('not-a-picture', { found: 'video' }));
    },
    PATIENCE,
  );

  it(
    'that carries other things: only pictures and sound are kept',
    async () => {
      const subtitles = join(built.folder, 'words.srt');
      await writeFile(subtitles, '1\n00:00:00,000 --> 00:00:01,000\n<script>alert(1)</script>\n');
      const carrying = await video([
        '-i',
        await saved(await homeVideo(1)),
        '-i',
        subtitles,
        '-map',
        '0',
        '-map',
        '1',
        '-c',
        'copy',
        '-c:s',
        'mov_text',
        '-metadata',
        'comment=<script>alert(2)</script>',
      ]);
      expect(carrying.includes('<script>')).toBe(true);
      const kept = taken(await built.take(carrying, 'video'));
      expect((await readFile(kept.path)).includes('<script>')).toBe(false);
    },
    PATIENCE,
  );

  it(
    'whose bytes were changed here and there: refused or kept, never a fault',
    async () => {
      let seed = 4_321;
      const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
      const whole = await homeVideo(1, 'film.mp4', ['-movflags', '+faststart']);
      for (let time = 0; time < 10; time += 1) {
        const changed = Buffer.from(whole);
        for (let byte = 0; byte < 20; byte += 1)
          changed[32 + random(Math.min(6_000, changed.byteLength - 32))] = random(256);
        const result = await built.take(changed, 'video');
        if (!result.ok)
          expect(['INPUT_INVALID_FOR_SERVICE', 'RESOLUTION_LIMIT_EXCEEDED']).toContain(result.error.identifier);
      }
      expect(calls).toBe(0);
    },
    PATIENCE,
  );
});
