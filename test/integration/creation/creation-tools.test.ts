import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { readRecipe } from '../../../src/creation/provenance/index.js';
import type { SourceRef } from '../../../src/creation/tasks/task.shared.js';
import { creating, PATIENCE, plainImage, requestEnvelope, roundSubject } from '../../support/people/creating.js';
import { refusalOf } from '../../support/refusal.js';

describe('working on a picture of one’s own, over the wire, on the real engine', () => {
  const me = creating('tools');

  it(
    'enlarges an upload, keeps what it was made from, and goes on from the result',
    async () => {
      const image = await me.upload(await roundSubject({ width: 160, height: 120 }));
      const { id, data } = await me.api.imageTools.upscale.mutate({ ...requestEnvelope('esrgan'), image, scale: 4 });
      expect(data).toMatchObject({
        procedure: 'imageTools.upscale',
        media: 'image',
        width: 640,
        height: 480,
        price: 1,
        sources: [{ role: 'image', width: 160, height: 120 }],
      });
      const done = await me.settled(id);
      expect(done).toMatchObject({
        status: 'succeeded',
        captured: 1,
        outputs: [{ state: 'ready', type: 'image/png', width: 640, height: 480 }],
      });
      expect(await sharp(await me.bytesOf(`/api/media/${id}/0`)).metadata()).toMatchObject({
        format: 'png',
        width: 640,
        height: 480,
      });
      const [source] = done.sources;
      expect(await sharp(await me.bytesOf(source?.url ?? '')).metadata()).toMatchObject({ width: 160, height: 120 });
      const given = await me.bytesOf(`/api/media/${id}/0?download=1`);
      expect(readRecipe(given)).toMatchObject({
        kinora: 1,
        procedure: 'imageTools.upscale',
        model: 'esrgan',
        params: { scale: 4 },
      });
      const pixels = async (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();
      expect((await pixels(given)).equals(await pixels(await me.bytesOf(`/api/media/${id}/0`)))).toBe(true);
      await me.api.upload.delete.mutate({ id: image.id });
      expect(await sharp(await me.bytesOf(`${source?.url}?w=320`)).metadata()).toMatchObject({
        format: 'webp',
        width: 160,
      });
      const again = await me.api.imageTools.upscale.mutate({
        ...requestEnvelope('esrgan'),
        image: { from: 'source', taskId: id, role: 'image' },
        scale: 4,
      });
      expect(await me.settled(again.id)).toMatchObject({ status: 'succeeded', width: 640, height: 480 });
      expect((await pixels(await me.bytesOf(`/api/media/${again.id}/0`))).equals(await pixels(given))).toBe(true);

      const next = await me.api.image2Image.create.mutate({
        ...requestEnvelope('preview-restyle'),
        image: { from: 'output', taskId: id, index: 0 },
        style: 'oil',
        seed: 3,
      });
      expect(await me.settled(next.id)).toMatchObject({
        status: 'succeeded',
        width: 640,
        height: 480,
        params: { procedure: 'image2Image.create', style: 'oil', strength: 0.6 },
      });
      await me.api.task.delete.mutate({ id });
      expect((await me.fetch(source?.url ?? '')).status).toBe(404);
      expect((await me.fetch(`/api/media/${next.id}/source/image`)).status).toBe(200);
    },
    PATIENCE,
  );

  it(
    'erases what a mask marks and leaves the rest as it was',
    async () => {
      const original = await roundSubject();
      const mask = await sharp(
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240"/><circle cx="160" cy="130" r="70" fill="#fff"/></svg>',
        ),
      )
        .png()
        .toBuffer();
      const { id } = await me.api.imageTools.objectRemover.mutate({
        ...requestEnvelope('eraser'),
        image: await me.upload(original),
        mask: await me.upload(mask, 'mask'),
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        sources: [{ role: 'image' }, { role: 'mask' }],
      });
      const at = async (bytes: Buffer, left: number, top: number): Promise<readonly number[]> => [
        ...(await sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
      ];
      const made = await me.bytesOf(`/api/media/${id}/0`);
      expect(await at(made, 20, 20)).toEqual(await at(original, 20, 20));
      const [red = 0, , blue = 0] = await at(made, 160, 130);
      expect(Math.abs(red - blue)).toBeLessThan(40);
    },
    PATIENCE,
  );

  it(
    'refuses a mask of another size, and gives back what an empty one cost',
    async () => {
      const image = await me.upload(await roundSubject());
      const plain = async (width: number) => me.upload(await plainImage(width, 240, '#000'), 'mask');
      expect(
        await refusalOf(
          me.api.imageTools.objectRemover.mutate({ ...requestEnvelope('eraser'), image, mask: await plain(300) }),
        ),
      ).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'mask', reason: 'size' } });
      const { id } = await me.api.imageTools.objectRemover.mutate({
        ...requestEnvelope('eraser'),
        image,
        mask: await plain(320),
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'failed',
        captured: 0,
        error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'mask', reason: 'empty' } },
      });
    },
    PATIENCE,
  );

  it(
    'paints words into what is marked and leaves the rest as it was',
    async () => {
      const original = await roundSubject();
      const mask = await sharp(
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240"/><rect x="20" y="20" width="90" height="90" fill="#fff"/></svg>',
        ),
      )
        .png()
        .toBuffer();
      const { id } = await me.api.imageTools.painting.mutate({
        ...requestEnvelope('painter'),
        image: await me.upload(original),
        mask: await me.upload(mask, 'mask'),
        prompt: 'a sunset sky',
        seed: 2,
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 1,
        width: 320,
        height: 240,
        outputs: [{ state: 'ready', type: 'image/png' }],
      });
      const part = async (bytes: Buffer, left: number): Promise<Buffer> =>
        sharp(bytes).removeAlpha().extract({ left, top: 40, width: 60, height: 60 }).raw().toBuffer();
      const made = await me.bytesOf(`/api/media/${id}/0`);
      expect((await part(made, 200)).equals(await part(original, 200))).toBe(true);
      expect((await part(made, 40)).equals(await part(original, 40))).toBe(false);
    },
    PATIENCE,
  );

  it(
    'widens a picture that stays in it as it was, and refuses a frame that adds nothing',
    async () => {
      const original = await roundSubject();
      const image = await me.upload(original);
      const { id, data } = await me.api.imageTools.uncrop.mutate({
        ...requestEnvelope('wide-frame'),
        image,
        left: 40,
        right: 24,
      });
      expect(data).toMatchObject({ procedure: 'imageTools.uncrop', width: 384, height: 240, price: 1 });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 1,
        outputs: [{ state: 'ready', width: 384, height: 240 }],
      });
      const within = await sharp(await me.bytesOf(`/api/media/${id}/0`))
        .removeAlpha()
        .extract({ left: 40, top: 0, width: 320, height: 240 })
        .raw()
        .toBuffer();
      expect(within.equals(await sharp(original).removeAlpha().raw().toBuffer())).toBe(true);
      expect(
        await refusalOf(me.api.imageTools.uncrop.mutate({ ...requestEnvelope('wide-frame'), image })),
      ).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'frame', reason: 'frame-empty' } });
    },
    PATIENCE,
  );

  it(
    'lays out a template with a picture and without, and refuses one without its headline or with words that nobody may use',
    async () => {
      const call = me.api.template2Image.create;
      const { id, data } = await call.mutate({
        ...requestEnvelope('typesetter'),
        design: 'launch',
        palette: 'ocean',
        headline: 'Meet the lamp',
        sub: '',
        line: '',
        image: await me.upload(await roundSubject()),
      });
      expect(data).toMatchObject({
        media: 'image',
        width: 2_048,
        height: 1_152,
        price: 1,
        sources: [{ role: 'image' }],
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 1,
        params: { design: 'launch', headline: 'Meet the lamp' },
      });
      expect(await sharp(await me.bytesOf(`/api/media/${id}/0`)).metadata()).toMatchObject({
        format: 'png',
        width: 2_048,
        height: 1_152,
      });
      const bare = await call.mutate({
        ...requestEnvelope('typesetter'),
        design: 'sale',
        palette: 'coral',
        headline: 'تخفيضات الصيف',
        sub: '٤٠٪',
        line: '',
      });
      expect(await me.settled(bare.id)).toMatchObject({ status: 'succeeded', width: 1_632, height: 2_048 });
      const design = { ...requestEnvelope('typesetter'), design: 'sale', palette: 'coral', sub: '', line: '' } as const;
      expect(await refusalOf(call.mutate({ ...design, headline: '   ' }))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
      });
      expect(await refusalOf(call.mutate({ ...design, headline: 'Sale', sub: 'a nude woman' }))).toMatchObject({
        identifier: 'SENSITIVE_TEXT',
      });
    },
    PATIENCE,
  );

  it(
    'cuts the subject out',
    async () => {
      const { id } = await me.api.imageTools.backgroundRemover.mutate({
        ...requestEnvelope('cut-out'),
        image: await me.upload(await roundSubject()),
      });
      expect(await me.settled(id)).toMatchObject({ status: 'succeeded' });
      const { data, info } = await sharp(await me.bytesOf(`/api/media/${id}/0`))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const alpha = (x: number, y: number): number | undefined => data[(y * info.width + x) * info.channels + 3];
      expect(info.channels).toBe(4);
      expect([alpha(160, 130), alpha(5, 5), alpha(310, 200)]).toEqual([255, 0, 0]);
    },
    PATIENCE,
  );

  it(
    'puts it before another ground: of a colour, of words, of another picture',
    async () => {
      const image = await me.upload(await roundSubject());
      const green = await me.upload(await plainImage(300, 300, '#20a040'));
      const corner = async (id: string): Promise<readonly number[]> => {
        const { data } = await sharp(await me.bytesOf(`/api/media/${id}/0`))
          .extract({ left: 0, top: 0, width: 1, height: 1 })
          .raw()
          .toBuffer({ resolveWithObject: true });
        return [...data];
      };
      const call = me.api.imageTools.backgroundChanger;
      const colour = await call.mutate({ ...requestEnvelope('backdrop'), image, behind: 'colour', colour: '#2040C0' });
      expect(await me.settled(colour.id)).toMatchObject({
        status: 'succeeded',
        params: { behind: 'colour', colour: '#2040c0' },
      });
      const [red = 0, , blue = 0] = await corner(colour.id);
      expect(blue).toBeGreaterThan(red);
      const withImage = await call.mutate({
        ...requestEnvelope('backdrop'),
        image,
        behind: 'image',
        background: green,
      });
      expect(await me.settled(withImage.id)).toMatchObject({
        status: 'succeeded',
        sources: [{ role: 'image' }, { role: 'background' }],
      });
      expect(await corner(withImage.id)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
      const [r = 0, g = 0] = await corner(withImage.id);
      expect(g).toBeGreaterThan(r);
      const said = await call.mutate({
        ...requestEnvelope('backdrop'),
        image,
        behind: 'prompt',
        prompt: 'a beach at sunset',
        seed: 4,
      });
      expect(await me.settled(said.id)).toMatchObject({ status: 'succeeded', input: { prompt: 'a beach at sunset' } });
    },
    PATIENCE,
  );

  it(
    'brings it to life as a film that plays, with a poster and ranges',
    async () => {
      const { id, data } = await me.api.video.createVideoByImage.mutate({
        ...requestEnvelope('parallax'),
        image: await me.upload(await roundSubject()),
        motion: 'zoom-in',
        seconds: 3,
        resolution: '480p',
      });
      expect(data).toMatchObject({ media: 'video', width: 854, height: 640, seconds: 3, price: 2 });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }],
      });
      const part = await me.fetch(`/api/media/${id}/0`, { headers: { range: 'bytes=4-11' } });
      expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([
        206,
        'video/mp4',
        expect.stringMatching(/^ftyp/),
      ]);
      expect(await sharp(await me.bytesOf(`/api/media/${id}/0?w=640`)).metadata()).toMatchObject({
        format: 'webp',
        width: 640,
        height: 480,
      });
      const file = await me.fetch(`/api/media/${id}/0?download=1`);
      expect(file.headers.get('content-disposition')).toContain('kinora-video-0.mp4');
      expect(readRecipe(Buffer.from(await file.arrayBuffer()))).toMatchObject({
        procedure: 'video.createVideoByImage',
        params: { motion: 'zoom-in', seconds: 3 },
      });
    },
    PATIENCE,
  );

  it(
    'films what words say',
    async () => {
      const { id, data } = await me.api.video.createVideoByText.mutate({
        ...requestEnvelope('preview-motion'),
        prompt: 'a lake at sunset',
        aspect: '16:9',
        seconds: 3,
        resolution: '480p',
        seed: 2,
      });
      expect(data).toMatchObject({ media: 'video', width: 848, height: 480, seconds: 3, price: 2 });
      const done = await me.settled(id);
      expect(done).toMatchObject({ status: 'succeeded', outputs: [{ type: 'video/mp4', seconds: 3 }] });
      expect(done.understanding?.understood.map(({ means }) => means)).toEqual(
        expect.arrayContaining(['lake', 'sunset']),
      );
    },
    PATIENCE,
  );

  it(
    'refuses before anything is held: a picture that is not there or is somebody else’s, one too small, a result too large',
    async () => {
      const before = await me.available();
      const upscale = (image: SourceRef, more: object = { scale: 2 }) =>
        refusalOf(me.api.imageTools.upscale.mutate({ ...requestEnvelope('esrgan'), image, ...more }));
      const stranger = await me.arrive();
      expect(await upscale({ from: 'upload', id: randomUUID() })).toMatchObject({
        identifier: 'IMAGE_NOT_FOUND',
        params: { input: 'image' },
      });
      expect(await upscale(await stranger.upload(await roundSubject({ width: 160, height: 120 })))).toMatchObject({
        identifier: 'IMAGE_NOT_FOUND',
      });
      expect(await upscale(await me.upload(await roundSubject({ width: 40, height: 30 })))).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { input: 'image', reason: 'too-small' },
      });
      const large = await me.upload(await roundSubject({ width: 1_600, height: 1_200 }));
      expect(await upscale(large, { scale: 4 })).toMatchObject({
        identifier: 'UPSCALE_SIZE_TOO_LARGE',
        params: { limit: 3_840 },
      });
      expect(await upscale(large, {})).toMatchObject({ identifier: 'IMAGE_SIZE_REQUIRED', httpStatus: 400 });
      expect(await upscale(large, { width: 639 })).toMatchObject({
        identifier: 'VALIDATION_ERROR',
        params: { field: 'width' },
      });
      expect(await upscale(large, { width: 800 })).toMatchObject({ identifier: 'UPSCALE_MODE_NOT_SUPPORTED' });
      expect(await me.available()).toBe(before);
    },
    PATIENCE,
  );

  it(
    'sets a product on a stage with its headline, in a studio and before a scene of words, and refuses one without a headline',
    async () => {
      const call = me.api.template2Image.productPromotionalImage;
      const image = await me.upload(await roundSubject());
      const { id, data } = await call.mutate({
        ...requestEnvelope('product-stage'),
        image,
        headline: 'A ball for every day',
        aspect: '1:1',
      });
      expect(data).toMatchObject({
        media: 'image',
        width: 1_536,
        height: 1_536,
        price: 1,
        sources: [{ role: 'image' }],
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 1,
        params: { arrangement: 'centre', plinth: true, sub: '' },
        outputs: [{ state: 'ready', type: 'image/png' }],
      });
      const before = await call.mutate({
        ...requestEnvelope('product-stage'),
        image,
        prompt: 'a lake at sunset',
        headline: 'كرة لكل يوم',
        arrangement: 'panel',
        aspect: '16:9',
      });
      const done = await me.settled(before.id);
      expect(done).toMatchObject({ status: 'succeeded', width: 1_536, height: 864 });
      expect(done.understanding?.understood.map(({ means }) => means)).toEqual(
        expect.arrayContaining(['lake', 'sunset']),
      );
      expect(readRecipe(await me.bytesOf(`/api/media/${id}/0?download=1`))).toMatchObject({
        procedure: 'template2Image.productPromotionalImage',
        params: { headline: 'A ball for every day' },
      });
      expect(
        await refusalOf(call.mutate({ ...requestEnvelope('product-stage'), image, headline: '  ' })),
      ).toMatchObject({ identifier: 'VALIDATION_ERROR' });
      const plain = await plainImage(200, 160, '#8899aa');
      expect(
        await refusalOf(
          call.mutate({ ...requestEnvelope('product-stage'), image: await me.upload(plain), headline: 'Nothing' }),
        ),
      ).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'image', reason: 'no-subject' } });
    },
    PATIENCE,
  );

  it(
    'holds nothing where the engine finds nothing to work on, and says which input and why',
    async () => {
      const before = await me.available();
      const plain = await plainImage(200, 160, '#8899aa');
      expect(
        await refusalOf(
          me.api.imageTools.backgroundRemover.mutate({ ...requestEnvelope('cut-out'), image: await me.upload(plain) }),
        ),
      ).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'image', reason: 'no-subject' } });
      expect(await me.available()).toBe(before);
    },
    PATIENCE,
  );
});
