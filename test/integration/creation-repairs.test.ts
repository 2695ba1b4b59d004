import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { findFfmpeg, type Programs } from '../../src/creation/engine/ffmpeg.js';
import { encodeMp4 } from '../../src/creation/engine/video/encode.js';
import { filmFacts } from '../../src/creation/engine/video/source.js';
import type { SourceRef, TaskView } from '../../src/creation/task.shared.js';
import { paintedOver, seenFrom, viewOf } from '../support/planted.js';
import { refusalOf } from '../support/refusal.js';
import { startServer, type Server } from '../support/server.js';
import { until } from '../support/until.js';
import { signInVisitor, type Visitor } from '../support/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const SIZE = { width: 256, height: 144 };
const FRAMES = 75;
const pressed = (model: string) => ({ requestId: randomUUID(), model, price: { amount: 100, priceVersion: 1 }, prompt: '' as const, negativePrompt: '' as const, count: 1, seed: 0 });

describe('taking something away from a video of one’s own, over the wire, on the real engine', () => {
  let dataDir: string;
  let server: Server;
  let visitor: Visitor;
  let programs: Programs;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-repairs-'));
    programs = await findFfmpeg();
    server = await startServer({ dataDir, env: { ROLES: 'api,worker,projector' } });
  }, PATIENCE);
  // Each with credits of their own.
  beforeEach(async () => {
    visitor = await signInVisitor(server.url);
    await until(() => visitor.api.credits.balance.query({}), ({ available }) => available === 10);
  }, PATIENCE);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE);

  /** A camera over a lake, with words for two of its three seconds or without. */
  const worded = (words: string): Promise<SourceRef & { from: 'upload' }> => upload((context, index) => {
    if (words === '' || index < 12 || index > 62) return;
    Object.assign(context, { font: 'bold 13px sans-serif', textAlign: 'center', lineWidth: 3, lineJoin: 'round', strokeStyle: '#000', fillStyle: '#fff' });
    context.strokeText(words, SIZE.width / 2, 132);
    context.fillText(words, SIZE.width / 2, 132);
  });
  /** The same, with a ball that rolls through it. */
  const ball = (): Promise<SourceRef & { from: 'upload' }> => upload((context, index) => {
    context.fillStyle = '#b3261e';
    context.beginPath();
    context.arc(40 + index * 2, 90, 16, 0, 2 * Math.PI);
    context.fill();
  });

  async function upload(paint: (context: SKRSContext2D, index: number) => void): Promise<SourceRef & { from: 'upload' }> {
    const view = await viewOf('mountains and a lake at noon', 384, 192);
    const frames = Array.from({ length: FRAMES }, (_, index) => paintedOver(seenFrom(view, 4 + index, 20, SIZE.width, SIZE.height), (context) => paint(context, index)).frame);
    const path = join(dataDir, `${randomUUID()}.mp4`);
    await encodeMp4(programs, { ...SIZE, fps: 25, frames, path });
    return sent(new Uint8Array(await readFile(path)), 'video.mp4', 'video/mp4', 'video');
  }
  /** A mask with a white square about the ball. */
  const mask = async ({ width, height }: typeof SIZE = SIZE): Promise<SourceRef & { from: 'upload' }> => {
    const square = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#000"/><rect x="18" y="68" width="44" height="44" fill="#fff"/></svg>`);
    return sent(new Uint8Array(await sharp(square).png().toBuffer()), 'mask.png', 'image/png', 'mask');
  };
  async function sent(bytes: Uint8Array<ArrayBuffer>, name: string, type: string, purpose: string): Promise<SourceRef & { from: 'upload' }> {
    const form = new FormData();
    form.set('file', new File([bytes], name, { type }));
    form.set('purpose', purpose);
    return { from: 'upload', id: (await visitor.api.upload.create.mutate(form)).id };
  }
  const settled = (id: string): Promise<TaskView> => until(() => visitor.api.task.get.query({ id }), ({ captured }) => captured !== undefined);

  it('takes words off it, as long and as large as it is', async () => {
    const { id, data } = await visitor.api.videoTools.videoSubtitlesRemove.mutate({ ...pressed('subtitle-eraser'), video: await worded('We walk on until night.'), where: 'auto' });
    expect(data).toMatchObject({ procedure: 'videoTools.videoSubtitlesRemove', media: 'video', ...SIZE, seconds: 3, price: 2, sources: [{ role: 'video', ...SIZE }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 2, params: { where: 'auto' }, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }] });
    const path = join(dataDir, `${id}.mp4`);
    await writeFile(path, Buffer.from(await (await visitor.fetch(`/api/media/${id}/0`)).arrayBuffer()));
    expect(await filmFacts(programs, path)).toMatchObject({ ...SIZE, fps: 25, hasSound: false });
  }, PATIENCE);

  it('says of a video without words that there are none, and takes nothing for it', async () => {
    const { id } = await visitor.api.videoTools.videoSubtitlesRemove.mutate({ ...pressed('subtitle-eraser'), video: await worded(''), where: 'auto' });
    expect(await settled(id)).toMatchObject({ status: 'failed', captured: 0, outputs: [{ state: 'failed', error: 'INPUT_INVALID_FOR_SERVICE' }] });
  }, PATIENCE);

  it('takes a thing out of it that is marked on its first frame, and no mask of another size', async () => {
    const video = await ball();
    const { id, data } = await visitor.api.video.videoObjectRemover.mutate({ ...pressed('film-eraser'), video, mask: await mask() });
    expect(data).toMatchObject({ procedure: 'video.videoObjectRemover', media: 'video', ...SIZE, seconds: 3, price: 3, sources: [{ role: 'video', ...SIZE }, { role: 'mask', ...SIZE }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 3, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }] });
    const path = join(dataDir, `${id}.mp4`);
    await writeFile(path, Buffer.from(await (await visitor.fetch(`/api/media/${id}/0`)).arrayBuffer()));
    expect(await filmFacts(programs, path)).toMatchObject({ ...SIZE, fps: 25, hasSound: false });
    const small = { width: 128, height: 128 };
    expect(await refusalOf(visitor.api.video.videoObjectRemover.mutate({ ...pressed('film-eraser'), video, mask: await mask(small) }))).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'mask', reason: 'size' } });
  }, PATIENCE);

  it('puts what is in it before something else', async () => {
    const { id, data } = await visitor.api.videoTools.videoBackgroundRemover.mutate({ ...pressed('film-cut-out'), video: await ball(), behind: 'white' });
    expect(data).toMatchObject({ procedure: 'videoTools.videoBackgroundRemover', media: 'video', ...SIZE, seconds: 3, price: 3, sources: [{ role: 'video', ...SIZE }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 3, params: { behind: 'white' }, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }] });
    expect(await refusalOf(visitor.api.videoTools.videoBackgroundRemover.mutate({ ...pressed('film-cut-out'), video: { from: 'upload', id: randomUUID() }, behind: 'white' }))).toMatchObject({ identifier: 'VIDEO_NOT_FOUND', params: { input: 'video' } });
  }, PATIENCE);
});
