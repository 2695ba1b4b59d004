import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { creating, PATIENCE, plainImage, requestEnvelope, roundSubject } from '../../support/people/creating.js';
import { refusalOf } from '../../support/refusal.js';

describe('films of pictures and words, over the wire, on the real engine', () => {
  const me = creating('films');

  it(
    'puts pictures into a film with an effect',
    async () => {
      const subject = [
        await me.upload(await roundSubject()),
        await me.upload(await roundSubject({ colour: '#2d6cc2', width: 200, height: 300 })),
      ];
      const { id, data } = await me.api.video.createVideoByTemplate.mutate({
        ...requestEnvelope('effect-timelines'),
        subject,
        template: 'hearts',
        aspect: '16:9',
        seconds: 3,
        resolution: '480p',
      });
      expect(data).toMatchObject({
        procedure: 'video.createVideoByTemplate',
        media: 'video',
        width: 848,
        height: 480,
        seconds: 3,
        price: 2,
        sources: [{ role: 'subject-1' }, { role: 'subject-2' }],
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        params: { template: 'hearts' },
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
      });
      expect(await me.opened(id)).toMatchObject({ width: 848, height: 480, fps: 25, seconds: 3, hasSound: false });
    },
    PATIENCE,
  );

  it(
    'goes from one picture to another',
    async () => {
      const [image, end] = [
        await me.upload(await roundSubject({ height: 120 })),
        await me.upload(await roundSubject({ colour: '#2d6cc2', width: 200, height: 300 })),
      ];
      const { id, data } = await me.api.video.createVideoByImageV2.mutate({
        ...requestEnvelope('layers'),
        image,
        end,
        camera: 'drift',
        reach: 1,
        seconds: 3,
        resolution: '480p',
      });
      expect(data).toMatchObject({
        media: 'video',
        width: 854,
        height: 320,
        seconds: 3,
        price: 2,
        sources: [{ role: 'image' }, { role: 'end' }],
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        params: { camera: 'drift', reach: 1 },
      });
      expect(await me.opened(id)).toMatchObject({ width: 854, height: 320, fps: 25, seconds: 3, hasSound: false });
      expect(
        await refusalOf(
          me.api.video.createVideoByImageV2.mutate({
            ...requestEnvelope('layers'),
            image: { from: 'upload', id: randomUUID() },
            camera: 'drift',
            reach: 1,
            seconds: 3,
            resolution: '480p',
          }),
        ),
      ).toMatchObject({ identifier: 'IMAGE_NOT_FOUND', params: { input: 'image' } });
    },
    PATIENCE,
  );

  it(
    'films words in shots, with their sounds',
    async () => {
      const request = {
        camera: 'pan-right',
        shots: 2,
        transition: 'wipe',
        sound: true,
        style: 'natural',
        aspect: '16:9',
        seconds: 3,
        resolution: '480p',
      } as const;
      const { id, data } = await me.api.video.createVideoByTextV2.mutate({
        ...requestEnvelope('preview-shots'),
        prompt: 'a lake at sunset. A city at night',
        ...request,
      });
      expect(data).toMatchObject({ media: 'video', width: 848, height: 480, seconds: 3, price: 2, sources: [] });
      const done = await me.settled(id);
      expect(done).toMatchObject({
        status: 'succeeded',
        captured: 2,
        params: { shots: 2, transition: 'wipe', sound: true },
      });
      expect(done.understanding?.understood.map(({ means }) => means)).toEqual(
        expect.arrayContaining(['lake', 'city']),
      );
      expect(await me.opened(id)).toMatchObject({ width: 848, height: 480, fps: 25, seconds: 3, hasSound: true });
      expect(
        await refusalOf(me.api.video.createVideoByTextV2.mutate({ ...requestEnvelope('preview-shots'), ...request })),
      ).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    },
    PATIENCE,
  );

  it(
    'puts the subjects of pictures into the scene of words',
    async () => {
      const call = me.api.video.createVideoBySubjects;
      const request = {
        ...requestEnvelope('puppet-stage'),
        prompt: 'they hop on a beach at sunset',
        aspect: '16:9',
        seconds: 3,
        resolution: '480p',
      } as const;
      const { id, data } = await call.mutate({
        ...request,
        subject: [
          await me.upload(await roundSubject()),
          await me.upload(await roundSubject({ colour: '#2d6cc2', width: 200, height: 300 })),
        ],
      });
      expect(data).toMatchObject({
        procedure: 'video.createVideoBySubjects',
        media: 'video',
        width: 848,
        height: 480,
        seconds: 3,
        price: 2,
        sources: [{ role: 'subject-1' }, { role: 'subject-2' }],
      });
      const done = await me.settled(id);
      expect(done).toMatchObject({
        status: 'succeeded',
        captured: 2,
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
      });
      expect(done.understanding).toMatchObject({ understood: [{ means: 'beach' }, { means: 'sunset' }], ignored: [] });
      const plain = await plainImage(200, 160, '#b9c4cc');
      expect(
        await refusalOf(call.mutate({ ...request, requestId: randomUUID(), subject: [await me.upload(plain)] })),
      ).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { input: 'subject-1', reason: 'no-subject' },
      });
      expect(await refusalOf(call.mutate({ ...request, requestId: randomUUID(), subject: [] }))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
      });
    },
    PATIENCE,
  );

  it(
    'draws an animated video of pictures or of words',
    async () => {
      const subject = [await me.upload(await roundSubject())];
      const call = me.api.anime.createAnimatedVideo;
      const request = {
        ...requestEnvelope('cel-animation'),
        look: 'cel',
        hold: 2,
        aspect: '16:9',
        seconds: 3,
        resolution: '480p',
      } as const;
      const of = await call.mutate({ ...request, subject });
      expect(of.data).toMatchObject({
        procedure: 'anime.createAnimatedVideo',
        media: 'video',
        width: 848,
        height: 480,
        seconds: 3,
        price: 2,
        sources: [{ role: 'subject-1' }],
      });
      const worded = await call.mutate({
        ...request,
        requestId: randomUUID(),
        prompt: 'a lake at sunset',
        look: 'manga',
        hold: 3,
      });
      for (const { id } of [of, worded])
        expect(await me.settled(id)).toMatchObject({
          status: 'succeeded',
          captured: 2,
          outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
        });
      expect(await refusalOf(call.mutate({ ...request, requestId: randomUUID() }))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
      });
      expect(await refusalOf(call.mutate({ ...request, requestId: randomUUID(), subject: [] }))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
      });
    },
    PATIENCE,
  );

  it(
    'takes no film without a picture, of one that is too small, or with an effect that there is not',
    async () => {
      const before = await me.available();
      const call = (more: object) =>
        refusalOf(
          me.api.video.createVideoByTemplate.mutate({
            ...requestEnvelope('effect-timelines'),
            subject: [],
            template: 'snow',
            aspect: '16:9',
            seconds: 3,
            resolution: '480p',
            ...more,
          }),
        );
      expect(await call({})).toMatchObject({ identifier: 'VALIDATION_ERROR' });
      const subject = [
        await me.upload(await roundSubject()),
        await me.upload(await roundSubject({ colour: '#2d6cc2', width: 60, height: 40 })),
      ];
      expect(await call({ subject })).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { input: 'subject-2', reason: 'too-small' },
      });
      expect(await call({ subject: subject.slice(0, 1), template: 'fireworks' })).toMatchObject({
        identifier: 'VALIDATION_ERROR',
      });
      expect(await me.available()).toBe(before);
    },
    PATIENCE,
  );
});
