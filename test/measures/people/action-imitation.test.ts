import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const KEYS = ['x', 'y', 'roll', 'open'] as const;
const moment = z.object({ x: z.number(), y: z.number(), roll: z.number(), open: z.number() });
const reported = z.object({
  driven: z.array(moment),
  made: z.array(moment),
  still: moment,
  left: z.array(z.string()),
  checked: z.unknown(),
  hasSound: z.boolean(),
  refused: z.record(z.string(), z.unknown()),
});
type Course = readonly z.infer<typeof moment>[];

/** How two courses go together (Pearson), −1 to 1; 0 where one of them does not move. */
function together(one: readonly number[], other: readonly number[]): number {
  const mean = (row: readonly number[]): number => row.reduce((sum, value) => sum + value, 0) / row.length;
  const [a, b] = [mean(one), mean(other)];
  const both = Math.hypot(...one.map((value) => value - a)) * Math.hypot(...other.map((value) => value - b));
  return both < 1e-9 ? 0 : one.reduce((sum, value, k) => sum + (value - a) * (other[k]! - b), 0) / both;
}

const MIN = { x: 0.85, y: 0.75, roll: 0.85, open: 0.8 } as const;

describe('a portrait that moves as somebody does', () => {
  let seen: z.infer<typeof reported>;
  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kinora-mimic-'));
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          '--no-warnings',
          '--import',
          './src/platform/sqlite/typescript-loader.mjs',
          'test/measures/people/action-imitation-run.ts',
          dir,
        ],
        { maxBuffer: 8_000_000 },
      );
      seen = reported.parse(JSON.parse(stdout));
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }, 600_000);

  /** How well each thing that a film's face does goes with what the driver was made to do. */
  const likeness = (video: Course) =>
    Object.fromEntries(
      KEYS.map((key) => [
        key,
        Number(
          together(
            video.map((one) => one[key]),
            seen.driven.map((one) => one[key]),
          ).toFixed(2),
        ),
      ]),
    );
  /** What of a film does not go as its driver does; nothing where all of it does. */
  const unlike = (video: Course): readonly string[] => KEYS.filter((key) => (likeness(video)[key] ?? 0) < MIN[key]);

  it('goes where the driver’s head goes, turns with it and opens its mouth with it; controls: the portrait still, the film backwards', () => {
    expect(seen.made).toHaveLength(seen.driven.length);
    expect([likeness(seen.made), unlike(seen.made)]).toEqual([expect.anything(), []]);
    expect(unlike(seen.made.map(() => seen.still))).toEqual(KEYS);
    expect(unlike(seen.made.toReversed())).toEqual(KEYS);
  });

  it('is as long as the driver, sounds as it does, and leaves nothing else behind', () => {
    expect(seen.checked).toEqual({ ok: true });
    expect(seen.hasSound).toBe(true);
    expect(seen.left).toEqual(['film.mp4']);
  });

  it('is refused where there is no one face, in the portrait or in the film', () => {
    expect(seen.refused).toEqual({
      empty: { identifier: 'NO_FACE_FOUND', input: 'image' },
      several: { identifier: 'INPUT_INVALID_FOR_SERVICE', input: 'image', reason: 'several-faces' },
      emptyFilm: { identifier: 'NO_FACE_FOUND', input: 'video' },
      severalFilm: { identifier: 'INPUT_INVALID_FOR_SERVICE', input: 'video', reason: 'several-faces' },
    });
  });
});
