import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { encodeMp4 } from '../../../src/engine/local/video/io/encode.js';
import { creating, PATIENCE, requestEnvelope, type Uploaded } from '../../support/people/creating.js';
import { paintedOver, seenFrom, viewOf } from '../../support/planted.js';
import { refusalOf } from '../../support/refusal.js';

const SIZE = { width: 256, height: 144 };
const FRAMES = 75;

describe('taking something away from a video of one’s own, over the wire, on the real engine', () => {
  const me = creating('repairs');

  /** A camera over a lake, with words for two of its three seconds or without. */
  const worded = (words: string): Promise<Uploaded> =>
    upload((context, index) => {
      if (words === '' || index < 12 || index > 62) return;
      Object.assign(context, {
        font: 'bold 13px sans-serif',
        textAlign: 'center',
        lineWidth: 3,
        lineJoin: 'round',
        strokeStyle: '#000',
        fillStyle: '#fff',
      });
      context.strokeText(words, SIZE.width / 2, 132);
      context.fillText(words, SIZE.width / 2, 132);
    });
  /** The same, with a ball that rolls through it. */
  const ball = (): Promise<Uploaded> =>
    upload((context, index) => {
      context.fillStyle = '#b3261e';
      context.beginPath();
      context.arc(40 + index * 2, 90, 16, 0, 2 * Math.PI);
      context.fill();
    });

  let view: Promise<Raster> | undefined;
  async function upload(paint: (context: SKRSContext2D, index: number) => void): Promise<Uploaded> {
    const seen = await (view ??= viewOf('mountains and a lake at noon', 384, 192));
    const frames = Array.from(
      { length: FRAMES },
      (_, index) =>
        paintedOver(seenFrom(seen, 4 + index, 20, SIZE.width, SIZE.height), (context) => paint(context, index)).frame,
    );
    const path = join(me.dataDir, `${randomUUID()}.mp4`);
    await encodeMp4(me.programs, { ...SIZE, fps: 25, frames, path });
    return me.upload(await readFile(path), 'video');
  }
  /** A mask with a white square about the ball. */
  const mask = async ({ width, height }: typeof SIZE = SIZE): Promise<Uploaded> => {
    const square = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#000"/><rect x="18" y="68" width="44" height="44" fill="#fff"/></svg>`,
    );
    return me.upload(await sharp(square).png().toBuffer(), 'mask');
  };

  it(
    'takes words off it, as long and as large as it is',
    async () => {
      const { id, data } = await me.api.videoTools.videoSubtitlesRemove.mutate({
        ...requestEnvelope('subtitle-eraser'),
        video: await worded('We walk on until night.'),
        where: 'auto',
      });
      expect(data).toMatchObject({
        procedure: 'videoTools.videoSubtitlesRemove',
        media: 'video',
        ...SIZE,
        seconds: 3,
        price: 2,
        sources: [{ role: 'video', ...SIZE }],
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        params: { where: 'auto' },
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
      });
      expect(await me.opened(id)).toMatchObject({ ...SIZE, fps: 25, hasSound: false });
    },
    PATIENCE,
  );

  it(
    'says of a video without words that there are none, and takes nothing for it',
    async () => {
      const { id } = await me.api.videoTools.videoSubtitlesRemove.mutate({
        ...requestEnvelope('subtitle-eraser'),
        video: await worded(''),
        where: 'auto',
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'failed',
        captured: 0,
        outputs: [{ state: 'failed', error: 'INPUT_INVALID_FOR_SERVICE' }],
      });
    },
    PATIENCE,
  );

  it(
    'takes a thing out of it that is marked on its first frame, and no mask of another size',
    async () => {
      const video = await ball();
      const { id, data } = await me.api.video.videoObjectRemover.mutate({
        ...requestEnvelope('film-eraser'),
        video,
        mask: await mask(),
      });
      expect(data).toMatchObject({
        procedure: 'video.videoObjectRemover',
        media: 'video',
        ...SIZE,
        seconds: 3,
        price: 3,
        sources: [
          { role: 'video', ...SIZE },
          { role: 'mask', ...SIZE },
        ],
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 3,
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
      });
      expect(await me.opened(id)).toMatchObject({ ...SIZE, fps: 25, hasSound: false });
      const small = { width: 128, height: 128 };
      expect(
        await refusalOf(
          me.api.video.videoObjectRemover.mutate({ ...requestEnvelope('film-eraser'), video, mask: await mask(small) }),
        ),
      ).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'mask', reason: 'size' } });
    },
    PATIENCE,
  );

  it(
    'puts what is in it before something else',
    async () => {
      const { id, data } = await me.api.videoTools.videoBackgroundRemover.mutate({
        ...requestEnvelope('film-cut-out'),
        video: await ball(),
        behind: 'white',
      });
      expect(data).toMatchObject({
        procedure: 'videoTools.videoBackgroundRemover',
        media: 'video',
        ...SIZE,
        seconds: 3,
        price: 3,
        sources: [{ role: 'video', ...SIZE }],
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 3,
        params: { behind: 'white' },
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
      });
      expect(
        await refusalOf(
          me.api.videoTools.videoBackgroundRemover.mutate({
            ...requestEnvelope('film-cut-out'),
            video: { from: 'upload', id: randomUUID() },
            behind: 'white',
          }),
        ),
      ).toMatchObject({ identifier: 'VIDEO_NOT_FOUND', params: { input: 'video' } });
    },
    PATIENCE,
  );
});
