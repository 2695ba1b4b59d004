import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, type Programs } from '../../src/creation/engine/ffmpeg.js';
import { filmFacts, type FilmFacts } from '../../src/creation/engine/video/source.js';
import type { SourceRef } from '../../src/creation/task.shared.js';
import { squareFilm, type Kept } from '../support/made-films.js';
import { refusalOf } from '../support/refusal.js';
import { startServer, type Server } from '../support/server.js';
import { until } from '../support/until.js';
import { signInVisitor, type Visitor } from '../support/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const pressed = (model: string) => ({ requestId: randomUUID(), model, price: { amount: 100, priceVersion: 1 }, prompt: '', negativePrompt: '', count: 1, seed: 3 });

describe('working on a video of one’s own, over the wire, on the real engine', () => {
  let dataDir: string;
  let server: Server;
  let visitor: Visitor;
  let programs: Programs;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-videos-'));
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

  async function upload(kept: Partial<Kept> = {}): Promise<SourceRef & { from: 'upload' }> {
    const path = join(dataDir, `${randomUUID()}.mp4`);
    await squareFilm(programs, { path, width: 160, height: 90, seconds: 3, ...kept });
    const form = new FormData();
    form.set('file', new File([new Uint8Array(await readFile(path))], 'video.mp4', { type: 'video/mp4' }));
    form.set('purpose', 'video');
    return { from: 'upload', id: (await visitor.api.upload.create.mutate(form)).id };
  }
  const settled = (id: string) => until(() => visitor.api.task.get.query({ id }), ({ captured }) => captured !== undefined);
  const available = async (): Promise<number> => (await visitor.api.credits.balance.query({})).available;
  /** What came of a task, opened. */
  async function opened(id: string): Promise<FilmFacts> {
    const path = join(dataDir, `${id}.mp4`);
    await writeFile(path, Buffer.from(await (await visitor.fetch(`/api/media/${id}/0`)).arrayBuffer()));
    return filmFacts(programs, path);
  }

  it('makes it over in a style, as long as it is and heard as it is', async () => {
    const video = await upload({ fps: 30, sound: 'sine=440:d=3' });
    const { id, data } = await visitor.api.video.createVideoByVideo.mutate({ ...pressed('film-restyle'), video, style: 'poster', strength: 0.7 });
    expect(data).toMatchObject({ procedure: 'video.createVideoByVideo', media: 'video', width: 160, height: 90, seconds: 3, price: 2, sources: [{ role: 'video', width: 160, height: 90 }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 2, params: { style: 'poster' }, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }] });
    expect(await opened(id)).toMatchObject({ width: 160, height: 90, fps: 25, hasSound: true });
  }, PATIENCE);

  it('lets it go on, and not beyond three minutes', async () => {
    const { id, data } = await visitor.api.video.videoExtender.mutate({ ...pressed('continuation'), video: await upload({ sound: 'sine=440:d=3' }), added: 3 });
    expect(data).toMatchObject({ procedure: 'video.videoExtender', width: 160, height: 90, seconds: 6, price: 4 });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 4, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 6 }] });
    expect(await opened(id)).toMatchObject({ width: 160, height: 90, fps: 25, hasSound: true });
    const long = await upload({ width: 64, height: 64, seconds: 182, fps: 2 });
    expect(await refusalOf(visitor.api.video.videoExtender.mutate({ ...pressed('continuation'), video: long, added: 3 }))).toMatchObject({ identifier: 'VIDEO_EXTENSION_NOT_SUPPORTED', params: { limit: 180 } });
  }, PATIENCE);

  it('makes it larger, and not to 4K beyond a minute', async () => {
    const { id, data } = await visitor.api.video.upscaleVideo.mutate({ ...pressed('film-upscaler'), video: await upload({ sound: 'sine=440:d=3' }), width: 640 });
    expect(data).toMatchObject({ procedure: 'video.upscaleVideo', width: 640, height: 360, seconds: 3, price: 2 });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 2, params: { width: 640 }, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }] });
    expect(await opened(id)).toMatchObject({ width: 640, height: 360, fps: 25, hasSound: true });
    const before = await available();
    const long = await upload({ width: 128, height: 72, seconds: 62, fps: 2 });
    expect(await refusalOf(visitor.api.video.upscaleVideo.mutate({ ...pressed('film-upscaler'), video: long, width: 3840 }))).toMatchObject({ identifier: 'UPSCALE_CAPABILITY_NOT_SUPPORTED', params: { limit: 60 } });
    expect(await available()).toBe(before);
  }, PATIENCE);

  it('cuts clips together as a timeline says, and refuses what lies beyond a clip', async () => {
    const clip = [await upload({ sound: 'sine=440:d=3' }), await upload({ width: 90, height: 160 })];
    const call = { ...pressed('cutting-room'), clip, resolution: '480p' as const };
    const timeline = { cuts: [{ clip: 2, from: 500, to: 1_500, way: 'cut' as const }, { clip: 1, from: 0, to: 1_000, way: 'dissolve' as const }], texts: [{ text: 'Hello', from: 0, to: 800, place: 'top' as const, size: 'large' as const, colour: '#ffffff' }] };
    const { id, data } = await visitor.api.videoEdit.createVideoEdit.mutate({ ...call, timeline });
    expect(data).toMatchObject({ procedure: 'videoEdit.createVideoEdit', width: 848, height: 480, seconds: 1.52, sources: [{ role: 'clip-1' }, { role: 'clip-2' }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', params: { timeline, aspect: '16:9' }, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 1.52 }] });
    expect(await opened(id)).toMatchObject({ width: 848, height: 480, fps: 25, hasSound: true });
    const outside = { cuts: [{ clip: 1, from: 0, to: 3_500, way: 'cut' as const }], texts: [] };
    expect(await refusalOf(visitor.api.videoEdit.createVideoEdit.mutate({ ...call, ...pressed('cutting-room'), timeline: outside }))).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'clip-1', reason: 'trim-outside', limit: 3 } });
  }, PATIENCE);

  it('takes no video that is too short, too small or not there', async () => {
    const before = await available();
    const call = (video: SourceRef) => refusalOf(visitor.api.video.createVideoByVideo.mutate({ ...pressed('film-restyle'), video, style: 'oil', strength: 0.7 }));
    expect(await call(await upload({ seconds: 2 }))).toMatchObject({ identifier: 'DURATION_LIMIT', params: { least: 3, most: 30, seconds: 2 } });
    expect(await call(await upload({ width: 160, height: 60 }))).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'video', reason: 'too-small' } });
    expect(await call({ from: 'upload', id: randomUUID() })).toMatchObject({ identifier: 'VIDEO_NOT_FOUND', params: { input: 'video' } });
    expect(await available()).toBe(before);
  }, PATIENCE);
});
