import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { readRecipe } from '../../src/creation/recipe/index.js';
import type { SourceRef, TaskView } from '../../src/creation/task.shared.js';
import { refusalOf } from '../support/refusal.js';
import { startServer, type Server } from '../support/server.js';
import { until } from '../support/until.js';
import { signInVisitor, type Visitor } from '../support/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const price = { amount: 100, priceVersion: 1 };
const pressed = (model: string) => ({ requestId: randomUUID(), model, price });

/** A round subject before a plain wall. */
const photo = (width: number, height: number): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="${width}" height="${height}"><rect width="320" height="240" fill="#cfd6dd"/><circle cx="160" cy="130" r="64" fill="#c2442d"/><circle cx="140" cy="110" r="18" fill="#e98a6c"/></svg>`)).png().toBuffer();

describe('working on a picture of one’s own, over the wire, on the real engine', () => {
  let dataDir: string;
  let server: Server;
  let visitor: Visitor;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-tools-'));
    server = await startServer({ dataDir, env: { ROLES: 'api,worker,projector' } });
    visitor = await signInVisitor(server.url);
    await until(() => visitor.api.credits.balance.query({}), ({ available }) => available === 10);
  }, PATIENCE);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE);

  async function upload(bytes: Buffer, purpose: 'image' | 'mask' = 'image', as = visitor): Promise<SourceRef & { from: 'upload' }> {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' }));
    form.set('purpose', purpose);
    return { from: 'upload', id: (await as.api.upload.create.mutate(form)).id };
  }
  const settled = (id: string): Promise<TaskView> => until(() => visitor.api.task.get.query({ id }), ({ captured }) => captured !== undefined);
  const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await visitor.fetch(url)).arrayBuffer());
  const available = async (): Promise<number> => (await visitor.api.credits.balance.query({})).available;

  it('enlarges an upload, keeps what it was made from, and goes on from the result', async () => {
    const image = await upload(await photo(160, 120));
    const { id, data } = await visitor.api.imageTools.upscale.mutate({ ...pressed('esrgan'), image });
    expect(data).toMatchObject({ procedure: 'imageTools.upscale', media: 'image', width: 320, height: 240, price: 1, sources: [{ role: 'image', width: 160, height: 120 }] });
    const done = await settled(id);
    expect(done).toMatchObject({ status: 'succeeded', captured: 1, outputs: [{ state: 'ready', type: 'image/png', width: 320, height: 240 }] });
    expect(await sharp(await bytesOf(`/api/media/${id}/0`)).metadata()).toMatchObject({ format: 'png', width: 320, height: 240 });
    const [source] = done.sources;
    expect(await sharp(await bytesOf(source?.url ?? '')).metadata()).toMatchObject({ width: 160, height: 120 });
    const given = await bytesOf(`/api/media/${id}/0?download=1`);
    expect(readRecipe(given)).toMatchObject({ kinora: 1, procedure: 'imageTools.upscale', model: 'esrgan', params: { scale: 2 } });
    const pixels = async (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();
    expect((await pixels(given)).equals(await pixels(await bytesOf(`/api/media/${id}/0`)))).toBe(true);
    await visitor.api.upload.delete.mutate({ id: image.id });
    expect(await sharp(await bytesOf(`${source?.url}?w=320`)).metadata()).toMatchObject({ format: 'webp', width: 160 });
    const again = await visitor.api.imageTools.upscale.mutate({ ...pressed('esrgan'), image: { from: 'source', taskId: id, role: 'image' }, scale: 2 });
    expect(await settled(again.id)).toMatchObject({ status: 'succeeded', width: 320, height: 240 });
    expect((await pixels(await bytesOf(`/api/media/${again.id}/0`))).equals(await pixels(given))).toBe(true);

    const next = await visitor.api.image2Image.create.mutate({ ...pressed('preview-restyle'), image: { from: 'output', taskId: id, index: 0 }, style: 'oil', seed: 3 });
    expect(await settled(next.id)).toMatchObject({ status: 'succeeded', width: 320, height: 240, params: { procedure: 'image2Image.create', style: 'oil', strength: 0.6 } });
    await visitor.api.task.delete.mutate({ id });
    expect((await visitor.fetch(source?.url ?? '')).status).toBe(404);
    expect((await visitor.fetch(`/api/media/${next.id}/source/image`)).status).toBe(200);
  }, PATIENCE);

  it('erases what a mask marks and leaves the rest as it was', async () => {
    const original = await photo(320, 240);
    const mask = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240"/><circle cx="160" cy="130" r="70" fill="#fff"/></svg>')).png().toBuffer();
    const { id } = await visitor.api.imageTools.objectRemover.mutate({ ...pressed('eraser'), image: await upload(original), mask: await upload(mask, 'mask') });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', sources: [{ role: 'image' }, { role: 'mask' }] });
    const at = async (bytes: Buffer, left: number, top: number): Promise<readonly number[]> => [...await sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()];
    const made = await bytesOf(`/api/media/${id}/0`);
    expect(await at(made, 20, 20)).toEqual(await at(original, 20, 20));
    const [red = 0, , blue = 0] = await at(made, 160, 130);
    expect(Math.abs(red - blue)).toBeLessThan(40);
  }, PATIENCE);

  it('refuses a mask of another size, and gives back what an empty one cost', async () => {
    const image = await upload(await photo(320, 240));
    const plain = async (width: number) => upload(await sharp({ create: { width, height: 240, channels: 3, background: '#000' } }).png().toBuffer(), 'mask');
    expect(await refusalOf(visitor.api.imageTools.objectRemover.mutate({ ...pressed('eraser'), image, mask: await plain(300) }))).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'mask', reason: 'size' } });
    const { id } = await visitor.api.imageTools.objectRemover.mutate({ ...pressed('eraser'), image, mask: await plain(320) });
    expect(await settled(id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'mask', reason: 'empty' } } });
  }, PATIENCE);

  it('paints words into what is marked and leaves the rest as it was', async () => {
    visitor = await signInVisitor(server.url);
    await until(available, (credits) => credits === 10);
    const original = await photo(320, 240);
    const mask = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240"/><rect x="20" y="20" width="90" height="90" fill="#fff"/></svg>')).png().toBuffer();
    const { id } = await visitor.api.imageTools.painting.mutate({ ...pressed('painter'), image: await upload(original), mask: await upload(mask, 'mask'), prompt: 'a sunset sky', seed: 2 });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 1, width: 320, height: 240, outputs: [{ state: 'ready', type: 'image/png' }] });
    const part = async (bytes: Buffer, left: number): Promise<Buffer> => sharp(bytes).removeAlpha().extract({ left, top: 40, width: 60, height: 60 }).raw().toBuffer();
    const made = await bytesOf(`/api/media/${id}/0`);
    expect((await part(made, 200)).equals(await part(original, 200))).toBe(true);
    expect((await part(made, 40)).equals(await part(original, 40))).toBe(false);
  }, PATIENCE);

  it('widens a picture that stays in it as it was, and refuses a frame that adds nothing', async () => {
    const original = await photo(320, 240);
    const image = await upload(original);
    const { id, data } = await visitor.api.imageTools.uncrop.mutate({ ...pressed('wide-frame'), image, left: 40, right: 24 });
    expect(data).toMatchObject({ procedure: 'imageTools.uncrop', width: 384, height: 240, price: 1 });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 1, outputs: [{ state: 'ready', width: 384, height: 240 }] });
    const within = await sharp(await bytesOf(`/api/media/${id}/0`)).removeAlpha().extract({ left: 40, top: 0, width: 320, height: 240 }).raw().toBuffer();
    expect(within.equals(await sharp(original).removeAlpha().raw().toBuffer())).toBe(true);
    expect(await refusalOf(visitor.api.imageTools.uncrop.mutate({ ...pressed('wide-frame'), image }))).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'frame', reason: 'frame-empty' } });
  }, PATIENCE);

  it('lays out a template with a picture and without, and refuses one without its headline or with words that nobody may use', async () => {
    const call = visitor.api.template2Image.create;
    const { id, data } = await call.mutate({ ...pressed('typesetter'), design: 'launch', palette: 'ocean', headline: 'Meet the lamp', sub: '', line: '', image: await upload(await photo(320, 240)) });
    expect(data).toMatchObject({ media: 'image', width: 2_048, height: 1_152, price: 1, sources: [{ role: 'image' }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 1, params: { design: 'launch', headline: 'Meet the lamp' } });
    expect(await sharp(await bytesOf(`/api/media/${id}/0`)).metadata()).toMatchObject({ format: 'png', width: 2_048, height: 1_152 });
    const bare = await call.mutate({ ...pressed('typesetter'), design: 'sale', palette: 'coral', headline: 'تخفيضات الصيف', sub: '٤٠٪', line: '' });
    expect(await settled(bare.id)).toMatchObject({ status: 'succeeded', width: 1_632, height: 2_048 });
    const design = { ...pressed('typesetter'), design: 'sale', palette: 'coral', sub: '', line: '' } as const;
    expect(await refusalOf(call.mutate({ ...design, headline: '   ' }))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    expect(await refusalOf(call.mutate({ ...design, headline: 'Sale', sub: 'a nude woman' }))).toMatchObject({ identifier: 'SENSITIVE_TEXT' });
  }, PATIENCE);

  it('cuts the subject out', async () => {
    const { id } = await visitor.api.imageTools.backgroundRemover.mutate({ ...pressed('cut-out'), image: await upload(await photo(320, 240)) });
    expect(await settled(id)).toMatchObject({ status: 'succeeded' });
    const { data, info } = await sharp(await bytesOf(`/api/media/${id}/0`)).raw().toBuffer({ resolveWithObject: true });
    const alpha = (x: number, y: number): number | undefined => data[(y * info.width + x) * info.channels + 3];
    expect(info.channels).toBe(4);
    expect([alpha(160, 130), alpha(5, 5), alpha(310, 200)]).toEqual([255, 0, 0]);
  }, PATIENCE);

  it('puts it before another ground: of a colour, of words, of another picture', async () => {
    const image = await upload(await photo(320, 240));
    const green = await upload(await sharp({ create: { width: 300, height: 300, channels: 3, background: '#20a040' } }).png().toBuffer());
    const corner = async (id: string): Promise<readonly number[]> => {
      const { data } = await sharp(await bytesOf(`/api/media/${id}/0`)).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer({ resolveWithObject: true });
      return [...data];
    };
    const call = visitor.api.imageTools.backgroundChanger;
    const colour = await call.mutate({ ...pressed('backdrop'), image, background: { kind: 'colour', colour: '#2040C0' } });
    expect(await settled(colour.id)).toMatchObject({ status: 'succeeded', params: { background: { kind: 'colour', colour: '#2040c0' } } });
    const [red = 0, , blue = 0] = await corner(colour.id);
    expect(blue).toBeGreaterThan(red);
    const picture = await call.mutate({ ...pressed('backdrop'), image, background: { kind: 'image', image: green } });
    expect(await settled(picture.id)).toMatchObject({ status: 'succeeded', sources: [{ role: 'image' }, { role: 'background' }] });
    expect(await corner(picture.id)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
    const [r = 0, g = 0] = await corner(picture.id);
    expect(g).toBeGreaterThan(r);
    const said = await call.mutate({ ...pressed('backdrop'), image, background: { kind: 'prompt', prompt: 'a beach at sunset' }, seed: 4 });
    expect(await settled(said.id)).toMatchObject({ status: 'succeeded', input: { prompt: 'a beach at sunset' } });
  }, PATIENCE);

  it('brings it to life as a film that plays, with a poster and ranges', async () => {
    const { id, data } = await visitor.api.video.createVideoByImage.mutate({ ...pressed('parallax'), image: await upload(await photo(320, 240)), motion: 'zoom-in', seconds: 3, resolution: '480p' });
    expect(data).toMatchObject({ media: 'video', width: 854, height: 640, seconds: 3, price: 2 });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 2, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }] });
    const part = await visitor.fetch(`/api/media/${id}/0`, { headers: { range: 'bytes=4-11' } });
    expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([206, 'video/mp4', expect.stringMatching(/^ftyp/)]);
    expect(await sharp(await bytesOf(`/api/media/${id}/0?w=640`)).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 });
    const file = await visitor.fetch(`/api/media/${id}/0?download=1`);
    expect(file.headers.get('content-disposition')).toContain('kinora-video-0.mp4');
    expect(readRecipe(Buffer.from(await file.arrayBuffer()))).toMatchObject({ procedure: 'video.createVideoByImage', params: { motion: 'zoom-in', seconds: 3 } });
  }, PATIENCE);

  it('films what words say', async () => {
    visitor = await signInVisitor(server.url);
    await until(() => visitor.api.credits.balance.query({}), ({ available: credits }) => credits === 10);
    const { id, data } = await visitor.api.video.createVideoByText.mutate({ ...pressed('preview-motion'), prompt: 'a lake at sunset', aspect: '16:9', seconds: 3, resolution: '480p', seed: 2 });
    expect(data).toMatchObject({ media: 'video', width: 848, height: 480, seconds: 3, price: 2 });
    const done = await settled(id);
    expect(done).toMatchObject({ status: 'succeeded', outputs: [{ type: 'video/mp4', seconds: 3 }] });
    expect(done.understanding?.understood.map(({ means }) => means)).toEqual(expect.arrayContaining(['lake', 'sunset']));
  }, PATIENCE);

  it('refuses before anything is held: a picture that is not there or is somebody else’s, one too small, a result too large', async () => {
    const before = await available();
    const upscale = (image: SourceRef, more = {}) => refusalOf(visitor.api.imageTools.upscale.mutate({ ...pressed('esrgan'), image, ...more }));
    const stranger = await signInVisitor(server.url);
    expect(await upscale({ from: 'upload', id: randomUUID() })).toMatchObject({ identifier: 'IMAGE_NOT_FOUND', params: { input: 'image' } });
    expect(await upscale(await upload(await photo(160, 120), 'image', stranger))).toMatchObject({ identifier: 'IMAGE_NOT_FOUND' });
    expect(await upscale(await upload(await photo(40, 30)))).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'image', reason: 'too-small' } });
    const large = await upload(await photo(1_600, 1_200));
    expect(await upscale(large, { scale: 4 })).toMatchObject({ identifier: 'UPSCALE_SIZE_TOO_LARGE', params: { limit: 4_096 } });
    expect(await upscale(large, { width: 800 })).toMatchObject({ identifier: 'UPSCALE_MODE_NOT_SUPPORTED' });
    expect(await available()).toBe(before);
  }, PATIENCE);

  it('sets a product on a stage with its headline, in a studio and before a scene of words, and refuses one without a headline', async () => {
    visitor = await signInVisitor(server.url);
    await until(available, (credits) => credits === 10);
    const call = visitor.api.template2Image.productPromotionalImage;
    const image = await upload(await photo(320, 240));
    const { id, data } = await call.mutate({ ...pressed('product-stage'), image, headline: 'A ball for every day', aspect: '1:1' });
    expect(data).toMatchObject({ media: 'image', width: 1_536, height: 1_536, price: 1, sources: [{ role: 'image' }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 1, params: { arrangement: 'centre', plinth: true, sub: '' }, outputs: [{ state: 'ready', type: 'image/png' }] });
    const before = await call.mutate({ ...pressed('product-stage'), image, prompt: 'a lake at sunset', headline: 'كرة لكل يوم', arrangement: 'panel', aspect: '16:9' });
    const done = await settled(before.id);
    expect(done).toMatchObject({ status: 'succeeded', width: 1_536, height: 864 });
    expect(done.understanding?.understood.map(({ means }) => means)).toEqual(expect.arrayContaining(['lake', 'sunset']));
    expect(readRecipe(await bytesOf(`/api/media/${id}/0?download=1`))).toMatchObject({ procedure: 'template2Image.productPromotionalImage', params: { headline: 'A ball for every day' } });
    expect(await refusalOf(call.mutate({ ...pressed('product-stage'), image, headline: '  ' }))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    const plain = await sharp({ create: { width: 200, height: 160, channels: 3, background: '#8899aa' } }).png().toBuffer();
    const empty = await call.mutate({ ...pressed('product-stage'), image: await upload(plain), headline: 'Nothing' });
    expect(await settled(empty.id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'image', reason: 'no-subject' } } });
  }, PATIENCE);

  it('gives the credits back when the engine finds nothing to work on, and says which input and why', async () => {
    const before = await available();
    const plain = await sharp({ create: { width: 200, height: 160, channels: 3, background: '#8899aa' } }).png().toBuffer();
    const { id } = await visitor.api.imageTools.backgroundRemover.mutate({ ...pressed('cut-out'), image: await upload(plain) });
    expect(await settled(id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'image', reason: 'no-subject' } } });
    expect(await until(available, (now) => now === before)).toBe(before);
  }, PATIENCE);
});
