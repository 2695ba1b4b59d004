import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { findFfmpeg, probe, type Programs } from '../../../src/engine/ffmpeg.js';
import type { UploadView } from '../../../src/creation/uploads/upload.shared.js';
import { framesOf } from '../../support/files/video-file.js';
import { SQUARE, squareVideo } from '../../support/files/made-videos.js';
import { refusalOf } from '../../support/refusal.js';
import { startServer, type Server } from '../../support/servers/server.js';
import { formOf, photoPixels } from '../../support/files/upload-files.js';
import { signInVisitor, type Visitor } from '../../support/people/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const alone = { context: { skipBatch: true } };
const refused = z.object({
  identifier: z.literal('INPUT_INVALID_FOR_SERVICE'),
  params: z.object({ input: z.literal('file'), reason: z.string() }),
});
/** Of the film. */
const VIDEO = { width: 320, height: 240, seconds: 6 } as const;

describe('parts of uploads, over the wire', () => {
  let dataDir: string;
  let server: Server;
  let programs: Programs;
  let visitor: Visitor;
  let video: UploadView;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-cut-'));
    server = await startServer({ dataDir, env: { ROLES: 'api,worker,projector' } });
    programs = await findFfmpeg();
    visitor = await signInVisitor(server.url);
    const path = join(dataDir, 'square.mp4');
    // One key frame alone: a copy could begin nowhere but at its start.
    await squareVideo(programs, {
      path,
      ...VIDEO,
      sound: 'sine=440',
      as: ['-c:v', 'libx264', '-g', '1000', '-pix_fmt', 'yuv420p'],
    });
    video = await visitor.api.upload.create.mutate(formOf(await readFile(path), 'video', 'square.mp4'), alone);
  }, PATIENCE);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE);

  async function fetched({ url }: UploadView): Promise<Buffer> {
    return Buffer.from(await (await visitor.fetch(url)).arrayBuffer());
  }

  it(
    'are cropped to the pixel, without loss where the whole lost nothing',
    async () => {
      const whole = await sharp(photoPixels(300, 200), { raw: { width: 300, height: 200, channels: 3 } })
        .png()
        .toBuffer();
      // As a mask is kept: a photo would become a JPEG.
      const { id } = await visitor.api.upload.create.mutate(formOf(whole, 'mask'), alone);
      const part = await visitor.api.upload.crop.mutate({
        source: { from: 'upload', id },
        left: 20,
        top: 30,
        width: 150,
        height: 90,
      });
      expect(part).toMatchObject({
        kind: 'image',
        purpose: 'image',
        width: 150,
        height: 90,
        type: 'image/png',
        notes: [],
      });
      expect(part.id).not.toBe(id);
      const pixels = (
        file: Buffer,
        at?: { left: number; top: number; width: number; height: number },
      ): Promise<Buffer> => (at === undefined ? sharp(file) : sharp(file).extract(at)).removeAlpha().raw().toBuffer();
      expect(
        (await pixels(await fetched(part))).equals(await pixels(whole, { left: 20, top: 30, width: 150, height: 90 })),
      ).toBe(true);
      expect(await visitor.api.upload.get.query({ id })).toMatchObject({ width: 300, height: 200 });
    },
    PATIENCE,
  );

  it(
    'are trimmed to the frame, with their sound',
    async () => {
      const part = await visitor.api.upload.trim.mutate({
        source: { from: 'upload', id: video.id },
        from: 1_480,
        to: 4_480,
      });
      expect(part).toMatchObject({
        kind: 'video',
        purpose: 'video',
        width: VIDEO.width,
        height: VIDEO.height,
        type: 'video/mp4',
      });
      expect(Math.abs((part.seconds ?? 0) - 3)).toBeLessThan(0.05);
      const path = join(dataDir, 'part.mp4');
      await writeFile(path, await fetched(part));
      expect((await probe(programs, path, { timeoutMs: 60_000 })).audio).toMatchObject({ codec: 'aac' });
      const { width, height, list } = await framesOf(programs, path, VIDEO.width, VIDEO.height);
      expect(list).toHaveLength(75);
      // Where the square is says which moment of the film a frame shows.
      for (const index of [0, 37, 74]) {
        const row = (list[index] ?? new Uint8Array()).subarray((height / 2) * width, (height / 2 + 1) * width);
        const bright = [...row.keys()].filter((x) => (row[x] ?? 0) > 145);
        const middle = ((bright[0] ?? 0) + (bright.at(-1) ?? 0)) / 2;
        expect(Math.abs(middle - (SQUARE.from + SQUARE.speed * (1.48 + index / 25)))).toBeLessThan(1.6);
      }
      // Another part of the part: it is an upload like any other.
      expect(
        await visitor.api.upload.trim.mutate({ source: { from: 'upload', id: part.id }, from: 0, to: 1_000 }),
      ).toMatchObject({ kind: 'video' });
    },
    PATIENCE,
  );

  it(
    'are refused where they are somebody else’s, of another kind, or do not lie within the whole',
    async () => {
      const source = { from: 'upload', id: video.id } as const;
      const image = {
        from: 'upload',
        id: (
          await visitor.api.upload.create.mutate(
            formOf(
              await sharp(photoPixels(200, 100), { raw: { width: 200, height: 100, channels: 3 } })
                .jpeg()
                .toBuffer(),
            ),
            alone,
          )
        ).id,
      } as const;
      const stranger = await signInVisitor(server.url);
      const box = { left: 0, top: 0, width: 100, height: 100 };
      expect(await refusalOf(stranger.api.upload.trim.mutate({ source, from: 0, to: 2_000 }))).toMatchObject({
        identifier: 'VIDEO_NOT_FOUND',
      });
      expect(await refusalOf(stranger.api.upload.crop.mutate({ source: image, ...box }))).toMatchObject({
        identifier: 'IMAGE_NOT_FOUND',
      });
      const reason = async (call: Promise<unknown>): Promise<unknown> =>
        refused.parse(await refusalOf(call)).params.reason;
      expect(await reason(visitor.api.upload.trim.mutate({ source: image, from: 0, to: 2_000 }))).toBe('not-a-video');
      expect(await reason(visitor.api.upload.crop.mutate({ source, ...box }))).toBe('not-a-picture');
      expect(await reason(visitor.api.upload.trim.mutate({ source, from: 4_000, to: 9_000 }))).toBe('trim-outside');
      expect(await reason(visitor.api.upload.trim.mutate({ source, from: 3_000, to: 3_500 }))).toBe('trim-too-short');
      expect(await reason(visitor.api.upload.trim.mutate({ source, from: 3_000, to: 1_000 }))).toBe('trim-too-short');
      expect(await reason(visitor.api.upload.crop.mutate({ source: image, ...box, left: 150 }))).toBe('crop-outside');
      expect(await reason(visitor.api.upload.crop.mutate({ source: image, ...box, height: 40 }))).toBe(
        'crop-too-small',
      );
      expect(await refusalOf(visitor.api.upload.crop.mutate({ source: image, ...box, left: -5 }))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
      });
    },
    PATIENCE,
  );
});
