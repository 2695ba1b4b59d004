import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { probe } from '../../../src/engine/ffmpeg.js';
import { creating, PATIENCE, requestEnvelope } from '../../support/people/creating.js';
import { refusalOf } from '../../support/refusal.js';

describe('what is heard, over the wire, on the real engine', () => {
  const me = creating('sound');

  it(
    'draws a film of words and lets it be heard; what nothing sounds for is refused, and costs nothing',
    async () => {
      const { id } = await me.api.audioVideo.createAudioVideo.mutate({
        ...requestEnvelope('foley'),
        prompt: 'rain over a lake',
        ownSound: 'keep',
        seconds: 3,
        seed: 4,
      });
      const silent = me.api.audioVideo.createAudioVideo.mutate({
        ...requestEnvelope('foley'),
        prompt: 'a red apple',
        ownSound: 'keep',
        seconds: 3,
        seed: 4,
      });
      expect(await refusalOf(silent)).toMatchObject({
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { input: 'prompt', reason: 'no-sound' },
      });
      const done = await me.settled(id);
      expect(done).toMatchObject({
        status: 'succeeded',
        captured: 2,
        width: 1_280,
        height: 720,
        seconds: 3,
        outputs: [{ state: 'ready', type: 'video/mp4' }],
      });
      expect(done.understanding?.understood).toEqual(
        expect.arrayContaining([{ text: 'rain', kind: 'sound', means: 'rain' }]),
      );
      const video = join(me.dataDir, 'heard.mp4');
      await writeFile(video, await me.bytesOf(`/api/media/${id}/0`));
      const facts = await probe(me.programs, video, { timeoutMs: 30_000 });
      expect(facts).toMatchObject({
        video: { codec: 'h264', width: 1_280, height: 720, frames: 75 },
        audio: { codec: 'aac', sampleRate: 48_000 },
      });
    },
    PATIENCE,
  );

  it(
    'speaks a script, of one word too, over its scenes where the machine can speak; elsewhere that is not offered',
    async () => {
      const script = {
        ...requestEnvelope('narrator'),
        prompt: 'Snow.',
        style: 'natural',
        language: 'en',
        voice: 'woman',
        captions: true,
        seconds: 10,
        seed: 1,
      } as const;
      const { models } = await me.api.catalog.models.query({ procedure: 'aiShorts.create' });
      if (spawnSync('espeak-ng', ['--version']).status !== 0) {
        expect(models).toEqual([]);
        expect(await refusalOf(me.api.aiShorts.create.mutate(script))).toMatchObject({
          identifier: 'MODEL_NOT_SUPPORTED',
        });
        return;
      }
      expect(models.map(({ id }) => id)).toEqual(['narrator']);
      const { id } = await me.api.aiShorts.create.mutate(script);
      const long = await me.api.aiShorts.create.mutate({
        ...script,
        ...requestEnvelope('narrator'),
        prompt: 'The snow falls on the village and on the hills behind it. '.repeat(8),
      });
      expect(await me.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 5,
        width: 720,
        height: 1_280,
        seconds: 10,
        outputs: [{ state: 'ready', type: 'video/mp4' }],
      });
      expect(await me.settled(long.id)).toMatchObject({
        status: 'failed',
        captured: 0,
        error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'prompt', reason: 'script-too-long' } },
      });
    },
    PATIENCE,
  );
});
