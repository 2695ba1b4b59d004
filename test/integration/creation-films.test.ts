import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { findFfmpeg } from '../../src/creation/engine/ffmpeg.js';
import { filmFacts, type FilmFacts } from '../../src/creation/engine/video/source.js';
import type { SourceRef, TaskView } from '../../src/creation/task.shared.js';
import { refusalOf } from '../support/refusal.js';
import { startServer, type Server } from '../support/server.js';
import { until } from '../support/until.js';
import { signInVisitor, type Visitor } from '../support/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const pressed = (model: string) => ({ requestId: randomUUID(), model, price: { amount: 100, priceVersion: 1 }, prompt: '', negativePrompt: '', count: 1, seed: 3 });

/** A round subject before a plain wall. */
const photo = (colour: string, width = 320, height = 240): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="${width}" height="${height}"><rect width="320" height="240" fill="#cfd6dd"/><circle cx="160" cy="130" r="64" fill="${colour}"/><circle cx="140" cy="110" r="18" fill="#e98a6c"/></svg>`)).png().toBuffer();

describe('films of pictures and words, over the wire, on the real engine', () => {
  let dataDir: string;
  let server: Server;
  let visitor: Visitor;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-films-'));
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

  async function upload(bytes: Buffer): Promise<SourceRef & { from: 'upload' }> {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' }));
    form.set('purpose', 'image');
    return { from: 'upload', id: (await visitor.api.upload.create.mutate(form)).id };
  }
  const settled = (id: string): Promise<TaskView> => until(() => visitor.api.task.get.query({ id }), ({ captured }) => captured !== undefined);
  const available = async (): Promise<number> => (await visitor.api.credits.balance.query({})).available;
  /** What came of a task, opened. */
  async function opened(id: string): Promise<FilmFacts> {
    const path = join(dataDir, `${id}.mp4`);
    await writeFile(path, Buffer.from(await (await visitor.fetch(`/api/media/${id}/0`)).arrayBuffer()));
    return filmFacts(await findFfmpeg(), path);
  }

  it('puts pictures into a film with an effect', async () => {
    const subject = [await upload(await photo('#c2442d')), await upload(await photo('#2d6cc2', 200, 300))];
    const { id, data } = await visitor.api.video.createVideoByTemplate.mutate({ ...pressed('effect-timelines'), subject, template: 'hearts', aspect: '1:1', seconds: 3, resolution: '480p' });
    expect(data).toMatchObject({ procedure: 'video.createVideoByTemplate', media: 'video', width: 848, height: 848, seconds: 3, price: 2, sources: [{ role: 'subject-1' }, { role: 'subject-2' }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 2, params: { template: 'hearts' }, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }] });
    expect(await opened(id)).toMatchObject({ width: 848, height: 848, fps: 25, seconds: 3, hasSound: false });
  }, PATIENCE);

  it('goes from one picture to another', async () => {
    const [image, end] = [await upload(await photo('#c2442d')), await upload(await photo('#2d6cc2', 200, 300))];
    const { id, data } = await visitor.api.video.createVideoByImageV2.mutate({ ...pressed('layers'), image, end, camera: 'drift', reach: 1, seconds: 3, resolution: '480p' });
    expect(data).toMatchObject({ media: 'video', width: 854, height: 640, seconds: 3, price: 2, sources: [{ role: 'image' }, { role: 'end' }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 2, params: { camera: 'drift', reach: 1 } });
    expect(await opened(id)).toMatchObject({ width: 854, height: 640, fps: 25, seconds: 3, hasSound: false });
    expect(await refusalOf(visitor.api.video.createVideoByImageV2.mutate({ ...pressed('layers'), image: { from: 'upload', id: randomUUID() }, camera: 'drift', reach: 1, seconds: 3, resolution: '480p' }))).toMatchObject({ identifier: 'IMAGE_NOT_FOUND', params: { input: 'image' } });
  }, PATIENCE);

  it('films words in shots, with their sounds', async () => {
    const asked = { camera: 'pan-right', shots: 2, transition: 'wipe', sound: true, style: 'natural', aspect: '16:9', seconds: 3, resolution: '480p' } as const;
    const { id, data } = await visitor.api.video.createVideoByTextV2.mutate({ ...pressed('preview-shots'), prompt: 'a lake at sunset. A city at night', ...asked });
    expect(data).toMatchObject({ media: 'video', width: 848, height: 480, seconds: 3, price: 2, sources: [] });
    const done = await settled(id);
    expect(done).toMatchObject({ status: 'succeeded', captured: 2, params: { shots: 2, transition: 'wipe', sound: true } });
    expect(done.understanding?.understood.map(({ means }) => means)).toEqual(expect.arrayContaining(['lake', 'city']));
    expect(await opened(id)).toMatchObject({ width: 848, height: 480, fps: 25, seconds: 3, hasSound: true });
    expect(await refusalOf(visitor.api.video.createVideoByTextV2.mutate({ ...pressed('preview-shots'), ...asked }))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
  }, PATIENCE);

  it('puts the subjects of pictures into the scene of words', async () => {
    // Three films of free models a day are one visitor's.
    const other = await signInVisitor(server.url);
    await until(() => other.api.credits.balance.query({}), ({ available: left }) => left === 10);
    const given = async (bytes: Buffer): Promise<SourceRef> => {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' }));
      form.set('purpose', 'image');
      return { from: 'upload', id: (await other.api.upload.create.mutate(form)).id };
    };
    const call = other.api.video.createVideoBySubjects;
    const asked = { ...pressed('puppet-stage'), prompt: 'they hop on a beach at sunset', aspect: '16:9', seconds: 3, resolution: '480p' } as const;
    const { id, data } = await call.mutate({ ...asked, subject: [await given(await photo('#c2442d')), await given(await photo('#2d6cc2', 200, 300))] });
    expect(data).toMatchObject({ procedure: 'video.createVideoBySubjects', media: 'video', width: 848, height: 480, seconds: 3, price: 2, sources: [{ role: 'subject-1' }, { role: 'subject-2' }] });
    const done = await until(() => other.api.task.get.query({ id }), ({ captured }) => captured !== undefined);
    expect(done).toMatchObject({ status: 'succeeded', captured: 2, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }] });
    expect(done.understanding).toMatchObject({ understood: [{ means: 'beach' }, { means: 'sunset' }], ignored: [] });
    const plain = await sharp({ create: { width: 200, height: 160, channels: 3, background: '#b9c4cc' } }).png().toBuffer();
    const empty = await call.mutate({ ...asked, requestId: randomUUID(), subject: [await given(plain)] });
    expect(await until(() => other.api.task.get.query({ id: empty.id }), ({ captured }) => captured !== undefined)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'subject-1', reason: 'no-subject' } } });
    expect(await refusalOf(call.mutate({ ...asked, requestId: randomUUID(), subject: [] }))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
  }, PATIENCE);

  it('draws an animated film of pictures or of words', async () => {
    const other = await signInVisitor(server.url);
    await until(() => other.api.credits.balance.query({}), ({ available: left }) => left === 10);
    const form = new FormData();
    form.set('file', new File([new Uint8Array(await photo('#c2442d'))], 'photo.png', { type: 'image/png' }));
    form.set('purpose', 'image');
    const subject = [{ from: 'upload' as const, id: (await other.api.upload.create.mutate(form)).id }];
    const call = other.api.anime.createAnimatedVideo;
    const asked = { ...pressed('cel-animation'), look: 'cel', hold: 2, aspect: '1:1', seconds: 3, resolution: '480p' } as const;
    const of = await call.mutate({ ...asked, subject });
    expect(of.data).toMatchObject({ procedure: 'anime.createAnimatedVideo', media: 'video', width: 848, height: 848, seconds: 3, price: 2, sources: [{ role: 'subject-1' }] });
    const worded = await call.mutate({ ...asked, requestId: randomUUID(), prompt: 'a lake at sunset', look: 'manga', hold: 3, aspect: '16:9' });
    for (const { id } of [of, worded]) expect(await until(() => other.api.task.get.query({ id }), ({ captured }) => captured !== undefined)).toMatchObject({ status: 'succeeded', captured: 2, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }] });
    expect(await refusalOf(call.mutate({ ...asked, requestId: randomUUID() }))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    expect(await refusalOf(call.mutate({ ...asked, requestId: randomUUID(), subject: [] }))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
  }, PATIENCE);

  it('takes no film without a picture, of one that is too small, or with an effect that there is not', async () => {
    const before = await available();
    const call = (more: object) => refusalOf(visitor.api.video.createVideoByTemplate.mutate({ ...pressed('effect-timelines'), subject: [], template: 'snow', aspect: '16:9', seconds: 3, resolution: '480p', ...more }));
    expect(await call({})).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    const subject = [await upload(await photo('#c2442d')), await upload(await photo('#2d6cc2', 60, 40))];
    expect(await call({ subject })).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'subject-2', reason: 'too-small' } });
    expect(await call({ subject: subject.slice(0, 1), template: 'fireworks' })).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    expect(await available()).toBe(before);
  }, PATIENCE);
});
