import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { findFfmpeg, mediaFile, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { videoFacts, type VideoFacts } from '../../../src/engine/local/video/io/source.js';
import type { SourceRef, TaskView } from '../../../src/creation/tasks/task.shared.js';
import { PASSWORD } from './account.js';
import { ffmpeg, squareVideo, type Kept } from '../files/made-videos.js';
import { freePort, giveCredits, startServer, type Server } from '../servers/server.js';
import { until } from '../until.js';
import { signInVisitor, type Visitor } from './visitor.js';

/** How long a test that creates may take on a slow machine, milliseconds; nothing hangs on it. */
export const PATIENCE = 600_000;

/** What every press on Create sends, for a price that nothing exceeds. Each press is a request of its own. */
export const requestEnvelope = (model: string) => ({
  requestId: randomUUID(),
  model,
  price: { amount: 100, priceVersion: 1 },
});

/** What somebody brought along, as a creation names it. */
export type Uploaded = SourceRef & { readonly from: 'upload' };

const BROUGHT = {
  image: { name: 'photo.png', type: 'image/png' },
  mask: { name: 'mask.png', type: 'image/png' },
  video: { name: 'video.mp4', type: 'video/mp4' },
  audio: { name: 'voice.wav', type: 'audio/wav' },
} as const;

/** A visitor, and what the tests of creation do as one. */
export interface Creator extends Visitor {
  /** Brings a file along. @throws what the wire refuses it with */
  upload(bytes: Uint8Array, purpose?: keyof typeof BROUGHT): Promise<Uploaded>;
  /** The task of an id when it has ended and is paid for. */
  settled(id: string): Promise<TaskView>;
  /** Credits that are not held. */
  readonly available: () => Promise<number>;
  /** What an address of the product answers. */
  bytesOf(path: string): Promise<Buffer>;
  /** The film that came of a task, opened. */
  opened(id: string): Promise<VideoFacts>;
}

/**
 * A server on the real engine, a folder for what tests make, and who asks it in this test: somebody new, with ten
 * credits.
 */
export interface Creating extends Pick<
  Creator,
  'api' | 'fetch' | 'upload' | 'settled' | 'available' | 'bytesOf' | 'opened'
> {
  readonly dataDir: string;
  readonly server: Server;
  readonly programs: Programs;
  /** Signs another in, with ten credits. */
  arrive(): Promise<Creator>;
  /**
   * Gives somebody credits that pay for connected engines too, which those of a visitor do not. The server is started
   * again.
   */
  give(creator: Creator, credits: number): Promise<void>;
}

function creatorOf(visitor: Visitor, { dataDir, programs }: Pick<Creating, 'dataDir' | 'programs'>): Creator {
  const { api } = visitor;
  const bytesOf = async (path: string): Promise<Buffer> => Buffer.from(await (await visitor.fetch(path)).arrayBuffer());
  return {
    ...visitor,
    bytesOf,
    upload: async (bytes, purpose = 'image') => {
      const { name, type } = BROUGHT[purpose];
      const form = new FormData();
      form.set('file', new File([new Uint8Array(bytes)], name, { type }));
      form.set('purpose', purpose);
      return { from: 'upload', id: (await api.upload.create.mutate(form)).id };
    },
    settled: (id) =>
      until(
        () => api.task.get.query({ id }),
        ({ captured }) => captured !== undefined,
      ),
    available: async () => (await api.credits.balance.query({})).available,
    opened: async (id) => {
      const path = join(dataDir, `${id}.mp4`);
      await writeFile(path, await bytesOf(`/api/media/${id}/0`));
      return videoFacts(programs, path);
    },
  };
}

/**
 * Starts a server for the tests of a `describe`, and signs somebody new in before each of them.
 * @param name of its folder
 * @param env besides the roles of one that does all; told where the server will listen
 */
export function creating(name: string, env: (url: string) => Readonly<Record<string, string>> = () => ({})): Creating {
  let [dataDir, server, programs, visitor]: [string?, Server?, Programs?, Creator?] = [];
  /** Hooks run before any test does. */
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error(`${name}: asked for before it was started`);
    return value;
  };
  const here: Creating = {
    get dataDir() {
      return there(dataDir);
    },
    get server() {
      return there(server);
    },
    get programs() {
      return there(programs);
    },
    get api() {
      return there(visitor).api;
    },
    fetch: (path, init) => there(visitor).fetch(path, init),
    upload: (bytes, purpose) => there(visitor).upload(bytes, purpose),
    settled: (id) => there(visitor).settled(id),
    available: () => there(visitor).available(),
    bytesOf: (path) => there(visitor).bytesOf(path),
    opened: (id) => there(visitor).opened(id),
    arrive: async () => {
      const creator = creatorOf(await signInVisitor(here.server.url), here);
      await until(creator.available, (credits) => credits === 10);
      return creator;
    },
    give: async (creator, credits) => {
      const before = await creator.available();
      const { id } = await whoIs(creator);
      await here.server.stop();
      await giveCredits(here, id, credits);
      server = await startServer({
        dataDir: here.dataDir,
        port: here.server.port,
        env: { ROLES: 'api,worker,projector', ...env(here.server.url) },
      });
      await until(creator.available, (available) => available === before + credits);
    },
  };
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), `kinora-${name}-`));
    programs = await findFfmpeg();
    const port = await freePort();
    server = await startServer({
      dataDir,
      port,
      env: { ROLES: 'api,worker,projector', ...env(`http://127.0.0.1:${port}`) },
    });
  }, PATIENCE);
  beforeEach(async () => {
    visitor = await here.arrive();
  }, PATIENCE);
  afterAll(async () => {
    await server?.stop();
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE);
  return here;
}

/** Who a session says that somebody is. */
async function whoIs({ fetch }: Visitor): Promise<{ readonly id: string }> {
  return z.object({ user: z.object({ id: z.string() }) }).parse(await (await fetch('/api/auth/session')).json()).user;
}

/** Makes somebody the administrator by the address that a server prints at its first start. */
export async function claimAdmin({ server }: Pick<Creating, 'server'>, { api }: Visitor): Promise<void> {
  await api.account.claimAdmin.mutate({
    token: /\/admin\/first\?token=([\w-]+)/.exec(server.output())?.[1] ?? '',
    account: { email: 'operator@kinora.example', password: PASSWORD },
  });
}

/** A round subject before a plain wall, as PNG. */
export const roundSubject = ({
  colour = '#c2442d',
  width = 320,
  height = 240,
}: { colour?: string; width?: number; height?: number } = {}): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="${width}" height="${height}"><rect width="320" height="240" fill="#cfd6dd"/><circle cx="160" cy="130" r="64" fill="${colour}"/><circle cx="140" cy="110" r="18" fill="#e98a6c"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

/** A picture of one colour, as PNG. */
export const plainImage = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** A film of a square that goes through it, of three seconds unless told otherwise, as a file's bytes. */
export async function squareVideoBytes(
  { dataDir, programs }: Pick<Creating, 'dataDir' | 'programs'>,
  kept: Partial<Omit<Kept, 'path'>> = {},
): Promise<Buffer> {
  const path = join(dataDir, `${randomUUID()}.mp4`);
  await squareVideo(programs, { path, width: 160, height: 90, seconds: 3, ...kept });
  return readFile(path);
}

/** A picture as PNG. */
export const pngOf = ({ data, width, height }: Raster): Promise<Buffer> =>
  sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png()
    .toBuffer();

/**
 * A film of one picture in which nothing moves, as a file's bytes. @param sound as FFmpeg makes it: `sine=440`; silent
 * without
 */
export async function stillVideoBytes(
  { dataDir, programs }: Pick<Creating, 'dataDir' | 'programs'>,
  image: Raster,
  { seconds, sound }: { seconds: number; sound?: string },
): Promise<Buffer> {
  const path = join(dataDir, `${randomUUID()}.mp4`);
  const still = `${path}.png`;
  await writeFile(still, await pngOf(image));
  const heard = sound === undefined ? [] : ['-f', 'lavfi', '-i', sound, '-c:a', 'aac'];
  await ffmpeg(programs, [
    '-loop',
    '1',
    '-framerate',
    '25',
    '-i',
    mediaFile(still),
    ...heard,
    '-t',
    String(seconds),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '16',
    '-pix_fmt',
    'yuv420p',
    '-y',
    mediaFile(path),
  ]);
  return readFile(path);
}
