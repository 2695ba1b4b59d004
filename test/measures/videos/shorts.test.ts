import { beforeAll, expect, it } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { describeWith } from '../../support/needs.js';

const said = z.array(z.object({ text: z.string(), from: z.number(), to: z.number() }));
/** What `short-run.ts` tells: of each frame how much its caption changes it, and of each 10 ms how loud it is. */
const reported = z.object({
  captions: said,
  sentences: said,
  loudness: z.number(),
  level: z.array(z.number()),
  plainCaptions: z.number(),
  silent: z.number(),
  shown: z.array(z.number()),
  changed: z.array(z.number()),
  facts: z.object({ width: z.number(), height: z.number(), seconds: z.number(), hasSound: z.boolean() }),
  refused: z.record(z.string(), z.unknown()).optional(),
  one: z.object({ captions: z.array(z.string()), seconds: z.number(), loudness: z.number() }),
  alone: z.object({ words: said, level: z.array(z.number()) }),
});

const speaks = spawnSync('espeak-ng', ['--version']).status === 0 ? 'espeak-ng' : undefined;

/** A frame with a caption differs from the one without by more than this, grey levels on the average. */
const SEEN = 4;

/**
 * How far what is seen agrees with what is heard, of all frames: a caption where somebody speaks, none where nobody has
 * for a while.
 */
function agreement(shown: readonly number[], level: readonly number[]): number {
  const loud = Math.max(...level) * 0.08;
  const near = (frame: number, seconds: number): boolean =>
    level
      .slice(Math.max(0, frame * 4 - Math.round(seconds * 100)), frame * 4 + Math.round(seconds * 100))
      .some((one) => one > loud);
  const judged = shown.flatMap((amount, frame): readonly boolean[] => {
    if (level[frame * 4 + 2]! > loud) return [amount > SEEN];
    return near(frame, 0.4) ? [] : [amount <= SEEN];
  });
  return judged.filter(Boolean).length / judged.length;
}

describeWith(speaks, 'eSpeak NG', 'a short film of a script', () => {
  let short: z.infer<typeof reported>;
  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kinora-short-'));
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--import', './src/platform/sqlite/typescript-loader.mjs', 'test/measures/videos/short-run.ts', dir],
        { maxBuffer: 8_000_000 },
      );
      short = reported.parse(JSON.parse(stdout));
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('writes what is said while it is said; without captions, and with the sound of another time, that is not so', () => {
    expect(short.captions.map(({ text }) => text).join(' ')).toBe(
      'A lighthouse stands by the sea. Every night, its light crosses the dark water.',
    );
    expect(agreement(short.shown, short.level)).toBeGreaterThan(0.95);
    expect(
      agreement(
        short.shown.map(() => 0),
        short.level,
      ),
    ).toBeLessThan(0.5);
    const later = [...short.level.slice(-150), ...short.level.slice(0, -150)];
    expect(agreement(short.shown, later)).toBeLessThan(0.85);
    expect(short.plainCaptions).toBe(0);
  });

  it('changes its captions when the first of their words begins', () => {
    const moments = short.captions.map(({ from }) => Math.ceil(from * 25 - 1e-6));
    const usual = [...short.changed].sort((a, b) => a - b)[Math.floor(short.changed.length / 2)]!;
    for (const frame of moments) expect(short.changed[frame - 1]).toBeGreaterThan(Math.max(2, usual * 2));
  });

  it('has the length and the loudness that were asked for, upright; a silent one would not', () => {
    expect(short.facts).toMatchObject({ width: 180, height: 320, hasSound: true });
    expect(short.facts.seconds).toBeCloseTo(8, 1);
    expect(Math.abs(short.loudness + 16)).toBeLessThan(2);
    expect(Math.abs(short.silent + 16)).toBeGreaterThan(2);
  });

  it('works for one word, and says how long a script takes that does not fit', () => {
    expect(short.one).toMatchObject({ captions: ['Rain'] });
    expect(short.one.seconds).toBeCloseTo(3, 1);
    expect(Math.abs(short.one.loudness + 16)).toBeLessThan(2);
    expect(short.refused).toMatchObject({ input: 'prompt', reason: 'script-too-long' });
  });

  it('knows when each word is said: in their order, as long as they are, and nothing is heard before the first', () => {
    const { words, level } = short.alone;
    expect(words.map(({ text }) => text)).toEqual(['Open', 'the', 'old', 'harbour', 'gate']);
    for (const [index, { from, to }] of words.entries()) {
      expect(from).toBeGreaterThanOrEqual((words[index - 1]?.to ?? 0) - 0.011);
      expect(to - from).toBeGreaterThan(0.05);
      expect(Math.max(...level.slice(Math.round(from * 100), Math.round(to * 100)))).toBeGreaterThan(
        Math.max(...level) * 0.1,
      );
    }
    const length = (index: number): number => words[index]!.to - words[index]!.from;
    expect(length(3)).toBeGreaterThan(2 * length(1));
  });
});
