import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, probe } from '../../src/creation/engine/ffmpeg.js';
import type { TaskView } from '../../src/creation/task.shared.js';
import { refusalOf } from '../support/refusal.js';
import { startServer, type Server } from '../support/server.js';
import { until } from '../support/until.js';
import { signInVisitor, type Visitor } from '../support/visitor.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const pressed = (model: string) => ({ requestId: randomUUID(), model, price: { amount: 100, priceVersion: 1 }, negativePrompt: '', count: 1 });

describe('what is heard, over the wire, on the real engine', () => {
  let dataDir: string;
  let server: Server;
  let visitor: Visitor;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-sound-'));
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

  const settled = (id: string): Promise<TaskView> => until(() => visitor.api.task.get.query({ id }), ({ captured }) => captured !== undefined);

  it('draws a film of words and lets it be heard; what nothing sounds for is refused, and costs nothing', async () => {
    const { id } = await visitor.api.audioVideo.createAudioVideo.mutate({ ...pressed('foley'), prompt: 'rain over a lake', ownSound: 'keep', seconds: 3, seed: 4 });
    const silent = await visitor.api.audioVideo.createAudioVideo.mutate({ ...pressed('foley'), prompt: 'a red apple', ownSound: 'keep', seconds: 3, seed: 4 });
    const done = await settled(id);
    expect(done).toMatchObject({ status: 'succeeded', captured: 2, width: 1_280, height: 720, seconds: 3, outputs: [{ state: 'ready', type: 'video/mp4' }] });
    expect(done.understanding?.understood).toEqual(expect.arrayContaining([{ text: 'rain', kind: 'sound', means: 'rain' }]));
    const film = join(dataDir, 'heard.mp4');
    await writeFile(film, Buffer.from(await (await visitor.fetch(`/api/media/${id}/0`)).arrayBuffer()));
    const facts = await probe(await findFfmpeg(), film, { timeoutMs: 30_000 });
    expect(facts).toMatchObject({ video: { codec: 'h264', width: 1_280, height: 720, frames: 75 }, audio: { codec: 'aac', sampleRate: 48_000 } });
    expect(await settled(silent.id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'prompt', reason: 'no-sound' } } });
  }, PATIENCE);

  it('speaks a script over its scenes where the machine can speak; elsewhere that is not offered', async () => {
    const script = { ...pressed('narrator'), prompt: 'Snow falls on the village.', style: 'natural', language: 'en', voice: 'woman', captions: true, seconds: 10, seed: 1 } as const;
    const { models } = await visitor.api.catalog.models.query({ procedure: 'aiShorts.create' });
    if (spawnSync('espeak-ng', ['--version']).status !== 0) {
      expect(models).toEqual([]);
      expect(await refusalOf(visitor.api.aiShorts.create.mutate(script))).toMatchObject({ identifier: 'MODEL_NOT_SUPPORTED' });
      return;
    }
    expect(models.map(({ id }) => id)).toEqual(['narrator']);
    const { id } = await visitor.api.aiShorts.create.mutate(script);
    const long = await visitor.api.aiShorts.create.mutate({ ...script, ...pressed('narrator'), prompt: 'The snow falls on the village and on the hills behind it. '.repeat(8) });
    expect(await settled(id)).toMatchObject({ status: 'succeeded', captured: 5, width: 720, height: 1_280, seconds: 10, outputs: [{ state: 'ready', type: 'video/mp4' }] });
    expect(await settled(long.id)).toMatchObject({ status: 'failed', captured: 0, error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'prompt', reason: 'script-too-long' } } });
  }, PATIENCE);
});
