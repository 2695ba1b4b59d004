import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, type Programs } from '../../src/creation/engine/ffmpeg.js';
import { encodeMp4 } from '../../src/creation/engine/video/encode.js';
import { filmFacts } from '../../src/creation/engine/video/source.js';
import type { SourceRef, TaskView } from '../../src/creation/task.shared.js';
import { paintedOver, seenFrom, viewOf } from '../support/planted.js';
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
    visitor = await signInVisitor(server.url);
    await until(() => visitor.api.credits.balance.query({}), ({ available }) => available === 10);
  }, PATIENCE);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE);

  /** A camera over a lake, with words for two of its three seconds or without. */
  async function upload(words: string): Promise<SourceRef & { from: 'upload' }> {
    const view = await viewOf('mountains and a lake at noon', 384, 192);
    const frames = Array.from({ length: FRAMES }, (_, index) => {
      const clean = seenFrom(view, 4 + index, 20, SIZE.width, SIZE.height);
      return index < 12 || index > 62 ? clean : paintedOver(clean, (context) => {
        Object.assign(context, { font: 'bold 13px sans-serif', textAlign: 'center', lineWidth: 3, lineJoin: 'round', strokeStyle: '#000', fillStyle: '#fff' });
        context.strokeText(words, SIZE.width / 2, 132);
        context.fillText(words, SIZE.width / 2, 132);
      }).frame;
    });
    const path = join(dataDir, `${randomUUID()}.mp4`);
    await encodeMp4(programs, { ...SIZE, fps: 25, frames, path });
    const form = new FormData();
    form.set('file', new File([new Uint8Array(await readFile(path))], 'video.mp4', { type: 'video/mp4' }));
    form.set('purpose', 'video');
    return { from: 'upload', id: (await visitor.api.upload.create.mutate(form)).id };
  }
  const settled = (id: string): Promise<TaskView> => until(() => visitor.api.task.get.query({ id }), ({ captured }) => captured !== undefined);

  it('takes words off it, as long and as large as it is', async () => {
    const { id, data } = await visitor.api.videoTools.videoSubtitlesRemove.mutate({ ...pressed('subtitle-eraser'), video: await upload('We walk on until night.'), where: 'auto' });
    expect(data).toMatchObject({ procedure: 'videoTools.videoSubtitlesRemove', media: 'video', ...SIZE, seconds: 3, price: 2, sources: [{ role: 'video', ...SIZE }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 2, params: { where: 'auto' }, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }] });
    const path = join(dataDir, `${id}.mp4`);
    await writeFile(path, Buffer.from(await (await visitor.fetch(`/api/media/${id}/0`)).arrayBuffer()));
    expect(await filmFacts(programs, path)).toMatchObject({ ...SIZE, fps: 25, hasSound: false });
  }, PATIENCE);

  it('says of a video without words that there are none, and takes nothing for it', async () => {
    const { id } = await visitor.api.videoTools.videoSubtitlesRemove.mutate({ ...pressed('subtitle-eraser'), video: await upload(''), where: 'auto' });
    expect(await settled(id)).toMatchObject({ status: 'failed', captured: 0, outputs: [{ state: 'failed', error: 'INPUT_INVALID_FOR_SERVICE' }] });
  }, PATIENCE);
});
