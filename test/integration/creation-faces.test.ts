import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { findFfmpeg, mediaFile, type Programs } from '../../src/creation/engine/ffmpeg.js';
import type { Raster } from '../../src/creation/engine/scene/scene.js';
import { encodeMp4 } from '../../src/creation/engine/video/encode.js';
import { encodeWav } from '../../src/creation/engine/sound/wav.js';
import { filmFacts } from '../../src/creation/engine/video/source.js';
import { LIKENESS } from '../../src/creation/recipe/credential/credential.js';
import { readRecipe } from '../../src/creation/recipe/index.js';
import type { SourceRef, TaskView } from '../../src/creation/task.shared.js';
import { PEOPLE, photograph } from '../measures/people.js';
import { ffmpeg, squareFilm } from '../support/made-films.js';
import { findProgram } from '../support/programs.js';
import { refusalOf } from '../support/refusal.js';
import { startServer, type Server } from '../support/server.js';
import { until } from '../support/until.js';
import { signInVisitor, type Visitor } from '../support/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const pressed = (model: string) => ({ requestId: randomUUID(), model, price: { amount: 100, priceVersion: 1 }, prompt: '', negativePrompt: '', count: 1, seed: 0, faces: 'largest' } as const);
const png = ({ data, width, height }: Raster): Promise<Buffer> => sharp(Buffer.from(data), { raw: { width, height, channels: 4 } }).removeAlpha().png().toBuffer();

describe('people in pictures, over the wire, on the real engine', () => {
  let dataDir: string;
  let server: Server;
  let visitor: Visitor;
  let programs: Programs;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-faces-'));
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

  async function upload(bytes: Buffer, type: 'image/png' | 'video/mp4' = 'image/png'): Promise<SourceRef> {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(bytes)], type === 'image/png' ? 'photo.png' : 'film.mp4', { type }));
    form.set('purpose', type === 'image/png' ? 'image' : 'video');
    return { from: 'upload', id: (await visitor.api.upload.create.mutate(form)).id };
  }
  const settled = (id: string): Promise<TaskView> => until(() => visitor.api.task.get.query({ id }), ({ captured }) => captured !== undefined);
  const person = async (who: keyof typeof PEOPLE): Promise<SourceRef> => upload(await png(await photograph(PEOPLE[who])));
  const written = async (path: string): Promise<SourceRef> => upload(await readFile(path), 'video/mp4');
  /** Somebody who is filmed and does not move, with a tone. */
  async function filmed(who: keyof typeof PEOPLE, seconds: number): Promise<SourceRef> {
    const [still, path] = [join(dataDir, `${who}.png`), join(dataDir, `${who}-${String(seconds)}.mp4`)];
    await writeFile(still, await png(await photograph(PEOPLE[who])));
    await ffmpeg(programs, ['-loop', '1', '-framerate', '25', '-i', mediaFile(still), '-f', 'lavfi', '-i', 'sine=440', '-t', String(seconds), '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-y', mediaFile(path)]);
    return written(path);
  }
  const landscape = (): Promise<Buffer> => sharp({ create: { width: 320, height: 200, channels: 3, background: '#88aacc' } }).png().toBuffer();

  it('swaps a face, for its price, and says in the file that consent was declared', async () => {
    const { id } = await visitor.api.imageTools.faceSwap.mutate({ ...pressed('face-swap'), image: await person('green'), face: await person('dark'), consent: true });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 1, width: 240, height: 240, params: { procedure: 'imageTools.faceSwap', faces: 'largest' }, outputs: [{ state: 'ready', type: 'image/png', width: 240, height: 240 }], sources: [{ role: 'image' }, { role: 'face' }] });
    const bytes = Buffer.from(await (await visitor.fetch(`/api/media/${id}/0?download=1`)).arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 240, height: 240 });
    expect(readRecipe(bytes)).toMatchObject({ procedure: 'imageTools.faceSwap', likeness: 'consent declared' });
    expect(bytes.includes(LIKENESS)).toBe(true);
  }, PATIENCE);

  it('lets a face of a picture speak, for its price, and says what does not', async () => {
    const asked = { ...pressed('lip-sync'), prompt: 'Hello Anna', language: 'en', voice: 'woman', seconds: 3, consent: true } as const;
    const face = await person('dark');
    if (findProgram('espeak-ng') === undefined) {
      expect(await refusalOf(visitor.api.lipSync.createLipSyncTask.mutate({ ...asked, face }))).toMatchObject({ identifier: 'MODEL_NOT_SUPPORTED' });
      return;
    }
    const { id } = await visitor.api.lipSync.createLipSyncTask.mutate({ ...asked, face });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 3, width: 240, height: 240, seconds: 3, params: { procedure: 'lipSync.createLipSyncTask', voice: 'woman' }, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }], sources: [{ role: 'face' }] });
    const empty = await visitor.api.lipSync.createLipSyncTask.mutate({ ...asked, ...pressed('lip-sync'), prompt: 'Hello', face: await upload(await landscape()) });
    expect(await settled(empty.id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'NO_FACES_IN_IMAGE', params: { input: 'face' } } });
    // What came of the first is a film: too small to be made to speak again.
    expect(await refusalOf(visitor.api.lipSync.createLipSyncTask.mutate({ ...asked, ...pressed('lip-sync'), prompt: 'Hello', face: { from: 'output', taskId: id, index: 0 } }))).toMatchObject({ identifier: 'LIP_SYNC_VIDEO_DIMENSION' });
    for (let again = 0; again < 3; again += 1) await refusalOf(visitor.api.lipSync.createLipSyncTask.mutate({ ...asked, ...pressed('lip-sync'), prompt: 'Hello', face: { from: 'output', taskId: randomUUID(), index: 0 } }));
    expect(await refusalOf(visitor.api.lipSync.createLipSyncTask.mutate({ ...asked, ...pressed('lip-sync'), prompt: 'Hello', face }))).toMatchObject({ identifier: 'SPEECH_TOO_FREQUENT' });
  }, PATIENCE);

  /** Three seconds of one picture. */
  async function still(picture: Raster): Promise<SourceRef> {
    const path = join(dataDir, `${randomUUID()}.mp4`);
    await encodeMp4(await findFfmpeg(), { width: picture.width, height: picture.height, fps: 25, frames: Array.from({ length: 75 }, () => picture), path });
    return upload(await readFile(path), 'video/mp4');
  }

  it('swaps faces in a video or in a picture by the same call', async () => {
    const asked = { ...pressed('face-tracks'), face: await person('dark'), consent: true } as const;
    const { id, data } = await visitor.api.task.createFaceSwapTask.mutate({ ...asked, target: await still(await photograph(PEOPLE.green, 160)) });
    expect(data).toMatchObject({ procedure: 'task.createFaceSwapTask', media: 'video', width: 160, height: 160, seconds: 3, price: 4, sources: [{ role: 'target', seconds: 3 }, { role: 'face' }] });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 4, outputs: [{ state: 'ready', type: 'video/mp4', width: 160, height: 160, seconds: 3 }] });
    const picture = await visitor.api.task.createFaceSwapTask.mutate({ ...pressed('face-tracks'), face: asked.face, target: await person('green'), consent: true });
    expect(await settled(picture.id)).toMatchObject({ status: 'succeeded', captured: 1, outputs: [{ state: 'ready', type: 'image/png', width: 240, height: 240 }] });
    const empty = await visitor.api.task.createFaceSwapTask.mutate({ ...pressed('face-tracks'), face: asked.face, target: await upload(await landscape()), consent: true });
    expect(await settled(empty.id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'NO_FACE_FOUND', params: { input: 'target' } } });
  }, PATIENCE);

  it('lets a face say what was recorded, and nothing where there is neither a recording nor words', async () => {
    if (findProgram('espeak-ng') === undefined) return;
    const asked = { ...pressed('lip-sync'), language: 'en', voice: 'woman', seconds: 3, consent: true } as const;
    const tone = new Float32Array(96_000).map((_, at) => 0.4 * Math.sin(at / 30) * (0.5 + 0.5 * Math.sin(at / 6_000)));
    const form = new FormData();
    form.set('file', new File([new Uint8Array(encodeWav({ left: tone, right: tone }, 48_000))], 'voice.wav', { type: 'audio/wav' }));
    form.set('purpose', 'audio');
    const guest = await signInVisitor(server.url);
    const recording = await guest.api.upload.create.mutate(form);
    expect(recording).toMatchObject({ kind: 'audio', type: 'audio/mp4', width: 640, height: 160 });
    expect((await guest.fetch(recording.thumbUrl)).headers.get('content-type')).toBe('image/webp');
    const photo = new FormData();
    photo.set('file', new File([new Uint8Array(await png(await photograph(PEOPLE.dark)))], 'photo.png', { type: 'image/png' }));
    const face = { from: 'upload', id: (await guest.api.upload.create.mutate(photo)).id } as const;
    expect(await refusalOf(guest.api.lipSync.createLipSyncTask.mutate({ ...asked, face }))).toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'prompt', reason: 'nothing-said' } });
    expect(await refusalOf(guest.api.lipSync.createLipSyncTask.mutate({ ...asked, ...pressed('lip-sync'), face, audio: face }))).toMatchObject({ params: { input: 'audio', reason: 'not-a-recording' } });
    const { id } = await guest.api.lipSync.createLipSyncTask.mutate({ ...asked, ...pressed('lip-sync'), face, audio: { from: 'upload', id: recording.id } });
    expect(await until(() => guest.api.task.get.query({ id }), ({ captured }) => captured !== undefined)).toMatchObject({ status: 'succeeded', outputs: [{ state: 'ready', type: 'video/mp4' }], sources: [{ role: 'face', kind: 'image' }, { role: 'audio', kind: 'audio' }] });
  }, PATIENCE);

  it('moves a portrait as a film does, heard as it is; a short film is refused before, one without a face after, and is given back', async () => {
    const asked = { ...pressed('puppeteer'), image: await person('fair'), reach: 1, consent: true } as const;
    const { id, data } = await visitor.api.video.createActionImitation.mutate({ ...asked, video: await filmed('green', 3) });
    expect(data).toMatchObject({ procedure: 'video.createActionImitation', media: 'video', width: 240, height: 240, seconds: 3, price: 2 });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 2, outputs: [{ state: 'ready', type: 'video/mp4', seconds: 3 }], sources: [{ role: 'image' }, { role: 'video' }] });
    const path = join(dataDir, 'moved.mp4');
    await writeFile(path, Buffer.from(await (await visitor.fetch(`/api/media/${id}/0`)).arrayBuffer()));
    expect(await filmFacts(programs, path)).toMatchObject({ width: 240, height: 240, fps: 25, hasSound: true });
    expect(await refusalOf(visitor.api.video.createActionImitation.mutate({ ...asked, requestId: randomUUID(), video: await filmed('green', 1) }))).toMatchObject({ identifier: 'DURATION_LIMIT' });
    const plain = join(dataDir, 'square.mp4');
    await squareFilm(programs, { path: plain, width: 160, height: 90, seconds: 3 });
    const empty = await visitor.api.video.createActionImitation.mutate({ ...asked, requestId: randomUUID(), video: await written(plain) });
    expect(await settled(empty.id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'NO_FACE_FOUND', params: { input: 'video' } } });
  }, PATIENCE);

  it('takes nothing without consent, and gives back what a picture without a face cost', async () => {
    const [image, face] = [await person('green'), await upload(await landscape())];
    // What no form sends.
    const refused = await refusalOf(visitor.api.imageTools.faceSwap.mutate({ ...pressed('face-swap'), image, face } as unknown as Parameters<typeof visitor.api.imageTools.faceSwap.mutate>[0]));
    expect(refused).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    const before = (await visitor.api.credits.balance.query({})).available;
    const { id } = await visitor.api.imageTools.faceSwap.mutate({ ...pressed('face-swap'), image, face, consent: true });
    expect(await settled(id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'NO_FACE_FOUND', params: { input: 'face' } } });
    expect((await visitor.api.credits.balance.query({})).available).toBe(before);
  }, PATIENCE);

  it('puts a garment on a person, for its price, and refuses without consent and where nobody is', async () => {
    const call = visitor.api.template2Image.modelFitting;
    const asked = { requestId: randomUUID(), model: 'fitting', price: { amount: 100, priceVersion: 1 } };
    const { data, width, height } = await photograph({ photo: 6, left: 60, top: 300, side: 900 }, 420);
    const image = await upload(await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } }).extract({ left: 0, top: 0, width: 261, height: 420 }).removeAlpha().png().toBuffer());
    const garment = await upload(await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="240" height="240"><rect width="100" height="100" fill="#ece8e1"/><path d="M38 14 Q50 22 62 14 L76 19 L92 40 L80 48 L73 38 V88 H27 V38 L20 48 L8 40 L24 19 Z" fill="#c8281e"/></svg>')).png().toBuffer());
    // What no form sends.
    expect(await refusalOf(call.mutate({ ...asked, image, garment } as unknown as Parameters<typeof call.mutate>[0]))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    const { id } = await call.mutate({ ...asked, requestId: randomUUID(), image, garment, consent: true });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 1, width: 261, height: 420, params: { procedure: 'template2Image.modelFitting', fit: 'regular' }, sources: [{ role: 'image' }, { role: 'garment' }] });
    const bytes = Buffer.from(await (await visitor.fetch(`/api/media/${id}/0?download=1`)).arrayBuffer());
    expect(readRecipe(bytes)).toMatchObject({ procedure: 'template2Image.modelFitting', likeness: 'consent declared' });
    expect(bytes.includes(LIKENESS)).toBe(true);
    const nobody = await call.mutate({ ...asked, requestId: randomUUID(), image: await upload(await landscape()), garment, consent: true });
    expect(await settled(nobody.id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'NO_FACE_FOUND', params: { input: 'image' } } });
  }, PATIENCE);
});
