import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { pair, PEOPLE, photograph } from '../../measures/people/people.js';
import { turned } from '../../fixtures/hostile/videos.js';
import {
  creating,
  PATIENCE,
  plainImage,
  pngOf,
  requestEnvelope,
  roundSubject,
  squareVideoBytes,
  stillVideoBytes,
  type Creating,
  type Uploaded,
} from '../../support/people/creating.js';
import { findProgram, itWith } from '../../support/needs.js';
import { refusalOf } from '../../support/refusal.js';

const SIZE = { width: 128, height: 72 };
const invalid = (input: string, reason: string) => ({
  identifier: 'INPUT_INVALID_FOR_SERVICE',
  params: { input, reason },
});

/** A film as cameras, phones and other programs leave them, and what comes of working on it. */
interface Odd {
  readonly what: string;
  readonly uploadedVideo: (here: Creating) => Promise<Buffer>;
  /** Pixels of what comes of it. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly hasSound?: boolean;
}
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt'] as const;
const ODD: readonly Odd[] = [
  {
    what: 'whose pictures come now fast, now slowly',
    uploadedVideo: (here) =>
      squareVideoBytes(here, {
        ...SIZE,
        fps: 30,
        through: "select='lt(t,1)+not(mod(n,4))'",
        as: [...H264, 'yuv420p', '-fps_mode', 'vfr'],
        sound: 'sine=440',
      }),
    hasSound: true,
  },
  {
    what: 'of ten bits a colour, without a sound',
    uploadedVideo: (here) => squareVideoBytes(here, { ...SIZE, as: [...H264, 'yuv420p10le'] }),
  },
  {
    what: 'that was held upright',
    uploadedVideo: async (here) => turned(await squareVideoBytes(here, SIZE), SIZE.height),
    size: { width: 72, height: 128 },
  },
  {
    what: 'of odd sides, which become even',
    uploadedVideo: (here) => squareVideoBytes(here, { width: 129, height: 73, as: [...H264, 'yuv444p'] }),
    size: { width: 130, height: 74 },
  },
];

describe('what people bring along that is not as it should be, over the wire, on the real engine', () => {
  const me = creating('bad-input');
  const uploadedVideo = async (): Promise<Uploaded> => me.upload(await squareVideoBytes(me, SIZE), 'video');
  const uploadedImage = async (): Promise<Uploaded> => me.upload(await roundSubject());
  const person = async (who: keyof typeof PEOPLE): Promise<Uploaded> =>
    me.upload(await pngOf(await photograph(PEOPLE[who])));
  /** The back of a head, as far as a network for faces sees: hair before a wall. */
  const behind = async (): Promise<Uploaded> =>
    me.upload(
      await sharp(
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" fill="#c9d2da"/><path d="M60 240 Q60 170 120 168 Q180 170 180 240 Z" fill="#3d5a80"/><ellipse cx="120" cy="108" rx="58" ry="72" fill="#3a2a20"/></svg>',
        ),
      )
        .png()
        .toBuffer(),
    );

  it.each(ODD)(
    'takes a film $what',
    async ({ uploadedVideo: made, size = SIZE, hasSound = false }) => {
      const video = await me.upload(await made(me), 'video');
      const { id, data } = await me.api.video.createVideoByVideo.mutate({
        ...requestEnvelope('film-restyle'),
        video,
        style: 'poster',
        strength: 0.5,
      });
      expect(data).toMatchObject({ ...size, seconds: 3 });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
      });
      expect(await me.opened(id)).toMatchObject({ ...size, fps: 25, seconds: 3, hasSound });
    },
    PATIENCE,
  );

  it(
    'takes a picture of odd sides, which keeps them',
    async () => {
      const { id } = await me.api.image2Image.create.mutate({
        ...requestEnvelope('preview-restyle'),
        image: await me.upload(await roundSubject({ width: 161, height: 121 })),
        style: 'oil',
        seed: 3,
      });
      expect(await me.settled(id)).toMatchObject({ status: 'succeeded', width: 161, height: 121 });
      expect(await sharp(await me.bytesOf(`/api/media/${id}/0`)).metadata()).toMatchObject({ width: 161, height: 121 });
    },
    PATIENCE,
  );

  it(
    'says of a picture that it is no video, of a video that it is no picture, and of either that it is no recording',
    async () => {
      expect(await refusalOf(me.upload(await roundSubject(), 'video'))).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { reason: 'not-a-video', found: 'image' },
      });
      expect(await refusalOf(me.upload(await squareVideoBytes(me, SIZE), 'image'))).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { reason: 'not-a-picture', found: 'video' },
      });
      expect(await refusalOf(me.upload(await squareVideoBytes(me, SIZE), 'audio'))).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { reason: 'no-recording' },
      });
      const [image, video] = [await uploadedImage(), await uploadedVideo()];
      expect(
        await refusalOf(
          me.api.video.createVideoByVideo.mutate({ ...requestEnvelope('film-restyle'), video: image, style: 'oil' }),
        ),
      ).toMatchObject(invalid('video', 'not-a-video'));
      expect(
        await refusalOf(me.api.imageTools.upscale.mutate({ ...requestEnvelope('esrgan'), image: video })),
      ).toMatchObject(invalid('image', 'not-a-picture'));
      expect(
        await refusalOf(
          me.api.task.createFaceSwapTask.mutate({
            ...requestEnvelope('face-tracks'),
            target: image,
            face: video,
            consent: true,
          }),
        ),
      ).toMatchObject(invalid('face', 'not-a-picture'));
      expect(await me.available()).toBe(10);
    },
    PATIENCE,
  );

  it(
    'says of a face from behind, one turned away and two faces what is wrong before it holds anything, and offers a part with one face',
    async () => {
      const target = await person('green');
      const swapped = async (face: Uploaded) =>
        refusalOf(
          me.api.imageTools.faceSwap.mutate({ ...requestEnvelope('face-swap'), image: target, face, consent: true }),
        );
      const looked = async (source: Uploaded) =>
        me.api.task.inspectSource.query({ procedure: 'imageTools.faceSwap', role: 'face', source });
      expect(await swapped(await behind())).toMatchObject({ identifier: 'NO_FACE_FOUND', params: { input: 'face' } });
      // Wider than for a measure: with the shoulders that tell what it is.
      const away = await me.upload(await pngOf(await photograph({ photo: 2, left: 150, top: 0, side: 700 }, 320)));
      expect(await swapped(away)).toMatchObject({ identifier: 'INVALID_FACE_POSE', params: { input: 'face' } });
      const several = await me.upload(await pngOf(await pair()));
      const { refusal, crop } = await looked(several);
      expect(refusal).toEqual(invalid('face', 'several-faces'));
      expect(await swapped(several)).toMatchObject(invalid('face', 'several-faces'));
      if (crop === undefined) throw new Error('no part is offered');
      const { id } = await me.api.upload.crop.mutate({ source: several, ...crop });
      expect(await looked({ from: 'upload', id })).toEqual({});
      expect(await me.available()).toBe(10);
    },
    PATIENCE,
  );

  itWith(
    findProgram('espeak-ng'),
    'eSpeak NG',
    'lets a video without a sound speak, and says of faces that cannot what is wrong',
    async () => {
      const request = { language: 'en', voice: 'woman', seconds: 3, consent: true } as const;
      const call = me.api.lipSync.createLipSyncTask;
      const silent = await me.upload(
        await stillVideoBytes(me, await photograph(PEOPLE.dark, 722), { seconds: 2.2 }),
        'video',
      );
      expect(await refusalOf(call.mutate({ ...requestEnvelope('lip-sync'), ...request, face: silent }))).toMatchObject(
        invalid('prompt', 'nothing-said'),
      );
      expect(
        await refusalOf(call.mutate({ ...requestEnvelope('lip-sync'), ...request, face: silent, audio: silent })),
      ).toMatchObject(invalid('audio', 'not-a-recording'));
      const { id } = await call.mutate({ ...requestEnvelope('lip-sync'), ...request, prompt: 'Hello', face: silent });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        outputs: [{ state: 'ready', type: 'video/mp4' }],
      });
      expect(await me.opened(id)).toMatchObject({ width: 722, height: 722, hasSound: true });
      const before = await me.available();
      const spoken = async (face: Uploaded) =>
        refusalOf(call.mutate({ ...requestEnvelope('lip-sync'), ...request, prompt: 'Hello', face }));
      expect(await spoken(await behind())).toMatchObject({
        identifier: 'NO_FACES_IN_IMAGE',
        params: { input: 'face' },
      });
      expect(await spoken(await me.upload(await pngOf(await pair())))).toMatchObject(invalid('face', 'several-faces'));
      expect(await me.available()).toBe(before);
    },
    PATIENCE,
  );

  it(
    'says of a template which field is missing',
    async () => {
      const missing = await refusalOf(
        me.api.template2Image.create.mutate({
          ...requestEnvelope('typesetter'),
          design: 'sale',
          palette: 'coral',
          sub: '',
          line: '',
        }),
      );
      expect(missing).toMatchObject({ identifier: 'VALIDATION_ERROR' });
      expect(JSON.stringify(missing)).toContain('headline');
      const plain = await me.upload(await plainImage(200, 160, '#8899aa'));
      const nameless = await refusalOf(
        me.api.template2Image.productPromotionalImage.mutate({ ...requestEnvelope('product-stage'), image: plain }),
      );
      expect(nameless).toMatchObject({ identifier: 'VALIDATION_ERROR' });
      expect(JSON.stringify(nameless)).toContain('headline');
      expect(await me.available()).toBe(10);
    },
    PATIENCE,
  );
});
