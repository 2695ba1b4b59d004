import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { planOf, type SourceFacts } from '../../../src/creation/procedures/plan.shared.js';
import { describeWith, findProgram } from '../../support/needs.js';

const numbers = z.array(z.number());
const read = z.object({ open: numbers, nose: z.array(z.object({ x: z.number(), y: z.number() })) });
const videoFacts = read.extend({
  heard: numbers,
  facts: z.object({ width: z.number(), height: z.number(), seconds: z.number(), hasSound: z.boolean() }),
});
const reported = z.object({
  picture: videoFacts,
  film: videoFacts,
  recording: videoFacts,
  untouched: z.object({ picture: numbers, film: read }),
  moved: z.object({ inside: z.number(), outside: z.number(), above: z.number() }),
  same: z.boolean(),
  differs: z.boolean(),
  refused: z.record(z.string(), z.unknown()),
});

/** How well two rows of numbers go together (Pearson); 0 where one of them does not change. */
function together(one: readonly number[], other: readonly number[]): number {
  const mean = (row: readonly number[]): number => row.reduce((sum, value) => sum + value, 0) / row.length;
  const [a, b] = [mean(one), mean(other)];
  const sum = (of: (index: number) => number): number => one.reduce((all, _, index) => all + of(index), 0);
  const both = Math.sqrt(sum((k) => (one[k]! - a) ** 2) * sum((k) => (other[k]! - b) ** 2));
  return both < 1e-12 ? 0 : sum((k) => (one[k]! - a) * (other[k]! - b)) / both;
}

/** The voice a second later. */
const later = (heard: readonly number[]): readonly number[] => [...heard.slice(-25), ...heard.slice(0, -25)];
const MIN = 0.6;

describeWith(findProgram('espeak-ng'), 'eSpeak NG', 'a face that speaks', () => {
  let lips: z.infer<typeof reported>;
  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kinora-lips-'));
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          '--no-warnings',
          '--import',
          './src/platform/sqlite/typescript-loader.mjs',
          'test/measures/people/lip-sync-run.ts',
          dir,
        ],
        { maxBuffer: 8_000_000 },
      );
      lips = reported.parse(JSON.parse(stdout));
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }, 600_000);

  it('opens its mouth with the voice, in a picture and in a film, also of a recording; frames that were left alone do not, nor is it so of another time', () => {
    for (const { open, heard } of [lips.picture, lips.film, lips.recording]) {
      expect(together(open, heard)).toBeGreaterThan(MIN);
      expect(together(open, later(heard))).toBeLessThan(MIN / 2);
    }
    expect(together(lips.untouched.picture, lips.picture.heard)).toBeLessThan(MIN / 2);
    expect(together(lips.untouched.film.open, lips.film.heard)).toBeLessThan(MIN / 2);
  });

  it('moves nothing in a film but mouth, jaw and neck: the nose stays where it was', () => {
    expect(lips.moved.outside).toBe(0);
    expect(lips.moved.above).toBe(0);
    expect(lips.moved.inside).toBeGreaterThan(1_000);
    const apart = lips.film.nose.map(({ x, y }, index) =>
      Math.hypot(x - lips.untouched.film.nose[index]!.x, y - lips.untouched.film.nose[index]!.y),
    );
    expect(apart.toSorted((a, b) => a - b)[Math.floor(apart.length / 2)]).toBeLessThan(2);
  });

  it('moves the head of a still picture a little, and by the seed alone', () => {
    const xs = lips.picture.nose.map(({ x }) => x);
    const swing = Math.max(...xs) - Math.min(...xs);
    expect(swing).toBeGreaterThan(1);
    expect(swing).toBeLessThan(300 * 0.04);
    expect(lips.same).toBe(true);
    expect(lips.differs).toBe(true);
  });

  it('has the size and length that were asked for, and is heard', () => {
    for (const { facts } of [lips.picture, lips.film, lips.recording]) {
      expect(facts).toMatchObject({ width: 300, height: 300, hasSound: true });
      expect(facts.seconds).toBeCloseTo(4, 1);
    }
  });

  it('says what is wrong with what was given', () => {
    expect(lips.refused).toEqual({
      empty: { identifier: 'NO_FACES_IN_IMAGE', input: 'face' },
      several: { identifier: 'INPUT_INVALID_FOR_SERVICE', input: 'face', reason: 'several-faces' },
      profile: { identifier: 'INVALID_FACE_POSE', input: 'face' },
      emptyFilm: { identifier: 'LIP_SYNC_VIDEO_FACE' },
      profileFilm: { identifier: 'LIP_SYNC_VIDEO_FACE' },
      silent: { identifier: 'INPUT_INVALID_FOR_SERVICE', input: 'audio', reason: 'silent' },
      long: {
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        input: 'prompt',
        reason: 'script-too-long',
        seconds: expect.any(Number),
      },
    });
  });
});

describe('a video that is to speak', () => {
  const video: SourceFacts = { role: 'face', width: 1_280, height: 722, seconds: 5, bytes: 1_000_000 };
  const planned = (more: Partial<SourceFacts>) =>
    planOf(
      { procedure: 'lipSync.createLipSyncTask', language: 'en', voice: 'woman', seconds: 3 },
      [{ ...video, ...more }],
      1_920,
    );

  it('keeps its size and its length', () => {
    expect(planned({})).toEqual({ ok: true, value: { media: 'video', width: 1_280, height: 722, seconds: 5 } });
    expect(planned({ width: 1_918, height: 1_080, seconds: 9.96, bytes: 99_999_999 })).toMatchObject({
      ok: true,
      value: { width: 1_918, seconds: 9.96 },
    });
  });

  it.each([
    ['as large as the bound', { bytes: 100_000_000 }, 'LIP_SYNC_VIDEO_SIZE'],
    ['a short side of 720', { height: 720 }, 'LIP_SYNC_VIDEO_DIMENSION'],
    ['a long side of 1920', { width: 1_920 }, 'LIP_SYNC_VIDEO_DIMENSION'],
    ['upright and too narrow', { width: 720, height: 1_280 }, 'LIP_SYNC_VIDEO_DIMENSION'],
    ['two seconds', { seconds: 2 }, 'LIP_SYNC_VIDEO_DURATION'],
    ['ten seconds', { seconds: 10 }, 'LIP_SYNC_VIDEO_DURATION'],
  ] as const)('is refused with %s', (_why, more, identifier) => {
    expect(planned(more)).toMatchObject({ ok: false, error: { identifier } });
  });

  it('says a recording no longer than it is; a picture becomes as long', () => {
    const said = (seconds: number): SourceFacts => ({ role: 'audio', width: 640, height: 160, seconds, bytes: 40_000 });
    const params = { procedure: 'lipSync.createLipSyncTask', language: 'en', voice: 'woman', seconds: 3 } as const;
    const { seconds: _video, ...image } = video;
    expect(planOf(params, [video, said(4.2)], 1_920)).toMatchObject({ ok: true, value: { seconds: 5 } });
    expect(planOf(params, [video, said(5.4)], 1_920)).toMatchObject({
      ok: false,
      error: {
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { input: 'audio', reason: 'recording-length', least: 1, most: 5 },
      },
    });
    expect(planOf(params, [image, said(12.4)], 1_920)).toMatchObject({ ok: true, value: { seconds: 12.4 } });
    for (const seconds of [0.5, 31])
      expect(planOf(params, [image, said(seconds)], 1_920)).toMatchObject({
        ok: false,
        error: { params: { input: 'audio', reason: 'recording-length', least: 1, most: 30 } },
      });
  });

  it('may be a picture, which becomes a film of the length that was chosen', () => {
    const { seconds: _video, ...image } = video;
    expect(
      planOf(
        { procedure: 'lipSync.createLipSyncTask', language: 'en', voice: 'woman', seconds: 8 },
        [{ ...image, width: 3_000, height: 4_000 }],
        1_920,
      ),
    ).toMatchObject({ ok: true, value: { media: 'video', width: 960, height: 1_280, seconds: 8 } });
  });
});
