import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { SourceRef } from '../../../src/creation/tasks/task.shared.js';
import { creating, PATIENCE, requestEnvelope, squareVideoBytes, type Uploaded } from '../../support/people/creating.js';
import type { Kept } from '../../support/files/made-videos.js';
import { refusalOf } from '../../support/refusal.js';

describe('working on a video of one’s own, over the wire, on the real engine', () => {
  const me = creating('videos');

  const upload = async (kept: Partial<Omit<Kept, 'path'>> = {}): Promise<Uploaded> =>
    me.upload(await squareVideoBytes(me, kept), 'video');

  it(
    'makes it over in a style, as long as it is and heard as it is',
    async () => {
      const video = await upload({ fps: 30, sound: 'sine=440:d=3' });
      const { id, data } = await me.api.video.createVideoByVideo.mutate({
        ...requestEnvelope('film-restyle'),
        video,
        style: 'poster',
        strength: 0.7,
      });
      expect(data).toMatchObject({
        procedure: 'video.createVideoByVideo',
        media: 'video',
        width: 160,
        height: 90,
        seconds: 3,
        price: 2,
        sources: [{ role: 'video', width: 160, height: 90 }],
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        params: { style: 'poster' },
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
      });
      expect(await me.opened(id)).toMatchObject({ width: 160, height: 90, fps: 25, hasSound: true });
    },
    PATIENCE,
  );

  it(
    'lets it go on, and not beyond three minutes',
    async () => {
      const { id, data } = await me.api.video.videoExtender.mutate({
        ...requestEnvelope('continuation'),
        video: await upload({ sound: 'sine=440:d=3' }),
        added: 3,
      });
      expect(data).toMatchObject({ procedure: 'video.videoExtender', width: 160, height: 90, seconds: 6, price: 4 });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 4,
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 6 }],
      });
      expect(await me.opened(id)).toMatchObject({ width: 160, height: 90, fps: 25, hasSound: true });
      const long = await upload({ width: 64, height: 64, seconds: 182, fps: 2 });
      expect(
        await refusalOf(
          me.api.video.videoExtender.mutate({ ...requestEnvelope('continuation'), video: long, added: 3 }),
        ),
      ).toMatchObject({ identifier: 'VIDEO_EXTENSION_NOT_SUPPORTED', params: { limit: 180 } });
    },
    PATIENCE,
  );

  it(
    'makes it larger, and not to 4K beyond a minute',
    async () => {
      const { id, data } = await me.api.video.upscaleVideo.mutate({
        ...requestEnvelope('film-upscaler'),
        video: await upload({ sound: 'sine=440:d=3' }),
        width: 640,
      });
      expect(data).toMatchObject({ procedure: 'video.upscaleVideo', width: 640, height: 360, seconds: 3, price: 2 });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        params: { width: 640 },
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
      });
      expect(await me.opened(id)).toMatchObject({ width: 640, height: 360, fps: 25, hasSound: true });
      const before = await me.available();
      const long = await upload({ width: 128, height: 72, seconds: 62, fps: 2 });
      expect(
        await refusalOf(
          me.api.video.upscaleVideo.mutate({ ...requestEnvelope('film-upscaler'), video: long, width: 3840 }),
        ),
      ).toMatchObject({ identifier: 'UPSCALE_CAPABILITY_NOT_SUPPORTED', params: { limit: 60 } });
      expect(await me.available()).toBe(before);
    },
    PATIENCE,
  );

  it(
    'cuts clips together as a timeline says, and refuses what lies beyond a clip',
    async () => {
      const clip = [await upload({ sound: 'sine=440:d=3' }), await upload({ width: 90, height: 160 })];
      const call = { ...requestEnvelope('cutting-room'), clip, resolution: '480p' as const };
      const timeline = {
        cuts: [
          { clip: 2, from: 500, to: 1_500, way: 'cut' as const },
          { clip: 1, from: 0, to: 1_000, way: 'dissolve' as const },
        ],
        texts: [{ text: 'Hello', from: 0, to: 800, place: 'top' as const, size: 'large' as const, colour: '#ffffff' }],
      };
      const { id, data } = await me.api.videoEdit.createVideoEdit.mutate({ ...call, timeline });
      expect(data).toMatchObject({
        procedure: 'videoEdit.createVideoEdit',
        width: 848,
        height: 480,
        seconds: 1.52,
        sources: [{ role: 'clip-1' }, { role: 'clip-2' }],
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        params: { timeline, aspect: '16:9' },
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 1.52 }],
      });
      expect(await me.opened(id)).toMatchObject({ width: 848, height: 480, fps: 25, hasSound: true });
      const outside = { cuts: [{ clip: 1, from: 0, to: 3_500, way: 'cut' as const }], texts: [] };
      expect(
        await refusalOf(
          me.api.videoEdit.createVideoEdit.mutate({ ...call, ...requestEnvelope('cutting-room'), timeline: outside }),
        ),
      ).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { input: 'clip-1', reason: 'trim-outside', limit: 3 },
      });
    },
    PATIENCE,
  );

  it(
    'takes no video that is too short, too small or not there',
    async () => {
      const before = await me.available();
      const call = (video: SourceRef) =>
        refusalOf(
          me.api.video.createVideoByVideo.mutate({
            ...requestEnvelope('film-restyle'),
            video,
            style: 'oil',
            strength: 0.7,
          }),
        );
      expect(await call(await upload({ seconds: 2 }))).toMatchObject({
        identifier: 'DURATION_LIMIT',
        params: { least: 3, most: 30, seconds: 2 },
      });
      expect(await call(await upload({ width: 160, height: 60 }))).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { input: 'video', reason: 'too-small' },
      });
      expect(await call({ from: 'upload', id: randomUUID() })).toMatchObject({
        identifier: 'VIDEO_NOT_FOUND',
        params: { input: 'video' },
      });
      expect(await me.available()).toBe(before);
    },
    PATIENCE,
  );
});
