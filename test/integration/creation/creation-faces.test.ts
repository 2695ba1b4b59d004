import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { encodeWav } from '../../../src/engine/local/audio/wav.js';
import { LIKENESS } from '../../../src/creation/provenance/credential/claim.js';
import { readRecipe } from '../../../src/creation/provenance/index.js';
import { PEOPLE, photograph } from '../../measures/people/people.js';
import {
  creating,
  PATIENCE,
  plainImage,
  pngOf,
  requestEnvelope,
  squareVideoBytes,
  stillVideoBytes,
  type Uploaded,
} from '../../support/people/creating.js';
import { findProgram, itWith } from '../../support/needs.js';
import { refusalOf } from '../../support/refusal.js';
import { until } from '../../support/until.js';

const speaks = findProgram('espeak-ng');

describe('people in pictures, over the wire, on the real engine', () => {
  const me = creating('faces');

  const person = async (who: keyof typeof PEOPLE): Promise<Uploaded> =>
    me.upload(await pngOf(await photograph(PEOPLE[who])));
  /** Somebody who is filmed and does not move, with a tone. */
  const recorded = async (who: keyof typeof PEOPLE, seconds: number): Promise<Uploaded> =>
    me.upload(await stillVideoBytes(me, await photograph(PEOPLE[who]), { seconds, sound: 'sine=440' }), 'video');
  const landscape = (): Promise<Buffer> => plainImage(320, 200, '#88aacc');

  it(
    'swaps a face, for its price, and says in the file that consent was declared',
    async () => {
      const { id } = await me.api.imageTools.faceSwap.mutate({
        ...requestEnvelope('face-swap'),
        image: await person('green'),
        face: await person('dark'),
        consent: true,
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 1,
        width: 240,
        height: 240,
        params: { procedure: 'imageTools.faceSwap', faces: 'largest' },
        outputs: [{ state: 'ready', type: 'image/png', width: 240, height: 240 }],
        sources: [{ role: 'image' }, { role: 'face' }],
      });
      const bytes = await me.bytesOf(`/api/media/${id}/0?download=1`);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 240, height: 240 });
      expect(readRecipe(bytes)).toMatchObject({ procedure: 'imageTools.faceSwap', likeness: 'consent declared' });
      expect(bytes.includes(LIKENESS)).toBe(true);
    },
    PATIENCE,
  );

  itWith(
    speaks,
    'eSpeak NG',
    'lets a face of a picture speak, for its price, and says what does not',
    async () => {
      const request = {
        ...requestEnvelope('lip-sync'),
        prompt: 'Hello Anna',
        language: 'en',
        voice: 'woman',
        seconds: 3,
        consent: true,
      } as const;
      const face = await person('dark');
      const { id } = await me.api.lipSync.createLipSyncTask.mutate({ ...request, face });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 3,
        width: 240,
        height: 240,
        seconds: 3,
        params: { procedure: 'lipSync.createLipSyncTask', voice: 'woman' },
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
        sources: [{ role: 'face' }],
      });
      expect(
        await refusalOf(
          me.api.lipSync.createLipSyncTask.mutate({
            ...request,
            ...requestEnvelope('lip-sync'),
            prompt: 'Hello',
            face: await me.upload(await landscape()),
          }),
        ),
      ).toMatchObject({ identifier: 'NO_FACES_IN_IMAGE', params: { input: 'face' } });
      // What came of the first is a film: too small to be made to speak again.
      expect(
        await refusalOf(
          me.api.lipSync.createLipSyncTask.mutate({
            ...request,
            ...requestEnvelope('lip-sync'),
            prompt: 'Hello',
            face: { from: 'output', taskId: id, index: 0 },
          }),
        ),
      ).toMatchObject({ identifier: 'LIP_SYNC_VIDEO_DIMENSION' });
    },
    PATIENCE,
  );

  it(
    'swaps faces in a video or in a picture by the same call',
    async () => {
      const request = { ...requestEnvelope('face-tracks'), face: await person('dark'), consent: true } as const;
      const { id, data } = await me.api.task.createFaceSwapTask.mutate({
        ...request,
        target: await me.upload(
          await stillVideoBytes(me, await photograph(PEOPLE.green, 160), { seconds: 3 }),
          'video',
        ),
      });
      expect(data).toMatchObject({
        procedure: 'task.createFaceSwapTask',
        media: 'video',
        width: 160,
        height: 160,
        seconds: 3,
        price: 4,
        sources: [{ role: 'target', seconds: 3 }, { role: 'face' }],
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 4,
        outputs: [{ state: 'ready', type: 'video/mp4', width: 160, height: 160, seconds: 3 }],
      });
      const image = await me.api.task.createFaceSwapTask.mutate({
        ...requestEnvelope('face-tracks'),
        face: request.face,
        target: await person('green'),
        consent: true,
      });
      expect(await me.settled(image.id)).toMatchObject({
        status: 'succeeded',
        captured: 1,
        outputs: [{ state: 'ready', type: 'image/png', width: 240, height: 240 }],
      });
      expect(
        await refusalOf(
          me.api.task.createFaceSwapTask.mutate({
            ...requestEnvelope('face-tracks'),
            face: request.face,
            target: await me.upload(await landscape()),
            consent: true,
          }),
        ),
      ).toMatchObject({ identifier: 'NO_FACE_FOUND', params: { input: 'target' } });
    },
    PATIENCE,
  );

  itWith(
    speaks,
    'eSpeak NG',
    'lets a face say what was recorded, and nothing where there is neither a recording nor words',
    async () => {
      const request = {
        ...requestEnvelope('lip-sync'),
        language: 'en',
        voice: 'woman',
        seconds: 3,
        consent: true,
      } as const;
      const tone = new Float32Array(96_000).map(
        (_, at) => 0.4 * Math.sin(at / 30) * (0.5 + 0.5 * Math.sin(at / 6_000)),
      );
      const audio = await me.upload(encodeWav({ left: tone, right: tone }, 48_000), 'audio');
      const recording = await me.api.upload.get.query({ id: audio.id });
      expect(recording).toMatchObject({ kind: 'audio', type: 'audio/mp4', width: 640, height: 160 });
      expect((await me.fetch(recording.thumbUrl)).headers.get('content-type')).toBe('image/webp');
      const face = await person('dark');
      expect(await refusalOf(me.api.lipSync.createLipSyncTask.mutate({ ...request, face }))).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { input: 'prompt', reason: 'nothing-said' },
      });
      expect(
        await refusalOf(
          me.api.lipSync.createLipSyncTask.mutate({ ...request, ...requestEnvelope('lip-sync'), face, audio: face }),
        ),
      ).toMatchObject({ params: { input: 'audio', reason: 'not-a-recording' } });
      const { id } = await me.api.lipSync.createLipSyncTask.mutate({
        ...request,
        ...requestEnvelope('lip-sync'),
        face,
        audio,
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        outputs: [{ state: 'ready', type: 'video/mp4' }],
        sources: [
          { role: 'face', kind: 'image' },
          { role: 'audio', kind: 'audio' },
        ],
      });
    },
    PATIENCE,
  );

  it(
    'moves a portrait as a film does, heard as it is; a short film is refused before, one without a face after, and is given back',
    async () => {
      const request = {
        ...requestEnvelope('puppeteer'),
        image: await person('fair'),
        reach: 1,
        consent: true,
      } as const;
      const { id, data } = await me.api.video.createActionImitation.mutate({
        ...request,
        video: await recorded('green', 3),
      });
      expect(data).toMatchObject({
        procedure: 'video.createActionImitation',
        media: 'video',
        width: 240,
        height: 240,
        seconds: 3,
        price: 2,
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
        sources: [{ role: 'image' }, { role: 'video' }],
      });
      expect(await me.opened(id)).toMatchObject({ width: 240, height: 240, fps: 25, hasSound: true });
      expect(
        await refusalOf(
          me.api.video.createActionImitation.mutate({
            ...request,
            requestId: randomUUID(),
            video: await recorded('green', 1),
          }),
        ),
      ).toMatchObject({ identifier: 'DURATION_LIMIT' });
      const empty = await me.api.video.createActionImitation.mutate({
        ...request,
        requestId: randomUUID(),
        video: await me.upload(await squareVideoBytes(me), 'video'),
      });
      expect(await me.settled(empty.id)).toMatchObject({
        status: 'failed',
        captured: 0,
        error: { identifier: 'NO_FACE_FOUND', params: { input: 'video' } },
      });
      // The statement says why as well.
      expect(
        await until(
          () => me.api.credits.line.query({ id: empty.id }),
          (line) => line?.change === 0,
        ),
      ).toMatchObject({ net: 0, work: { error: { identifier: 'NO_FACE_FOUND', params: { input: 'video' } } } });
    },
    PATIENCE,
  );

  it(
    'takes nothing without consent, and nothing for a picture without a face',
    async () => {
      const [image, face] = [await person('green'), await me.upload(await landscape())];
      // What no form sends.
      const refused = await refusalOf(
        me.api.imageTools.faceSwap.mutate({ ...requestEnvelope('face-swap'), image, face } as unknown as Parameters<
          typeof me.api.imageTools.faceSwap.mutate
        >[0]),
      );
      expect(refused).toMatchObject({ identifier: 'VALIDATION_ERROR' });
      const before = await me.available();
      expect(
        await refusalOf(
          me.api.imageTools.faceSwap.mutate({ ...requestEnvelope('face-swap'), image, face, consent: true }),
        ),
      ).toMatchObject({ identifier: 'NO_FACE_FOUND', params: { input: 'face' } });
      expect(await me.available()).toBe(before);
    },
    PATIENCE,
  );

  it(
    'puts a garment on a person, for its price, and refuses without consent and where nobody is',
    async () => {
      const call = me.api.template2Image.modelFitting;
      const request = { requestId: randomUUID(), model: 'fitting', price: { amount: 100, priceVersion: 1 } };
      const image = await me.upload(
        await sharp(await pngOf(await photograph({ photo: 6, left: 60, top: 300, side: 900 }, 420)))
          .extract({ left: 0, top: 0, width: 261, height: 420 })
          .png()
          .toBuffer(),
      );
      const garment = await me.upload(
        await sharp(
          Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="240" height="240"><rect width="100" height="100" fill="#ece8e1"/><path d="M38 14 Q50 22 62 14 L76 19 L92 40 L80 48 L73 38 V88 H27 V38 L20 48 L8 40 L24 19 Z" fill="#c8281e"/></svg>',
          ),
        )
          .png()
          .toBuffer(),
      );
      // What no form sends.
      expect(
        await refusalOf(call.mutate({ ...request, image, garment } as unknown as Parameters<typeof call.mutate>[0])),
      ).toMatchObject({ identifier: 'VALIDATION_ERROR' });
      const { id } = await call.mutate({ ...request, requestId: randomUUID(), image, garment, consent: true });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 1,
        width: 261,
        height: 420,
        params: { procedure: 'template2Image.modelFitting', fit: 'regular' },
        sources: [{ role: 'image' }, { role: 'garment' }],
      });
      const bytes = await me.bytesOf(`/api/media/${id}/0?download=1`);
      expect(readRecipe(bytes)).toMatchObject({
        procedure: 'template2Image.modelFitting',
        likeness: 'consent declared',
      });
      expect(bytes.includes(LIKENESS)).toBe(true);
      expect(
        await refusalOf(
          call.mutate({
            ...request,
            requestId: randomUUID(),
            image: await me.upload(await landscape()),
            garment,
            consent: true,
          }),
        ),
      ).toMatchObject({ identifier: 'NO_FACE_FOUND', params: { input: 'image' } });
    },
    PATIENCE,
  );
});
