import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** What `kokoro-run.ts` tells: of each tenth of a second the level, and how often a second the wave crosses zero. */
const reported = z.array(
  z.object({
    sha256: z.string(),
    seconds: z.number(),
    length: z.number(),
    words: z.array(z.object({ text: z.string(), from: z.number(), to: z.number() })),
    phones: z.number(),
    tenths: z.array(z.number()),
    peak: z.number(),
    level: z.number(),
    crossings: z.number(),
  }),
);
type Heard = z.infer<typeof reported>[number];

describe('speech by Kokoro', () => {
  let heard: readonly Heard[];
  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--no-warnings',
        '--import',
        './src/platform/sqlite/typescript-loader.mjs',
        'test/measures/sound/kokoro-run.ts',
        join(tmpdir(), 'kinora-optional-models'),
      ],
      { maxBuffer: 8_000_000 },
    );
    heard = reported.parse(JSON.parse(stdout));
  }, 900_000);

  it('has the same samples for the same text and voice, and others for another voice or language', () => {
    const [first, again, ...others] = heard.map(({ sha256 }) => sha256);
    expect(again).toBe(first);
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it('is as long as such a text takes, as loud as speech, not clipped, and begins and ends at once', () => {
    for (const { seconds, length, peak, level, tenths } of heard) {
      expect(seconds).toBeGreaterThan(4);
      expect(seconds).toBeLessThan(11);
      expect(Math.abs(length - seconds)).toBeLessThan(0.01);
      expect(peak).toBeLessThanOrEqual(0.92);
      expect(level).toBeGreaterThan(0.02);
      expect(Math.max(...tenths.slice(0, 3))).toBeGreaterThan(level / 4);
      // A tenth of a second of rest, and a consonant that fades.
      expect(Math.max(...tenths.slice(-4))).toBeGreaterThan(level / 20);
    }
  });

  it('has the pitch and hiss of speech: neither a tone nor noise', () => {
    for (const { crossings } of heard) {
      expect(crossings).toBeGreaterThan(500);
      expect(crossings).toBeLessThan(12_000);
    }
  });

  it('knows when each word is said: in order, louder than between sentences', () => {
    for (const { words, phones, seconds, tenths } of heard) {
      expect(words.map(({ text }) => text).join(' ')).toBe(
        'The train to the north leaves at seven. In 1990, it took 12 hours!',
      );
      words.forEach(({ from, to }, index) => {
        expect(to).toBeGreaterThan(from);
        expect(from).toBeGreaterThanOrEqual(words[index - 1]?.to ?? 0);
        expect(to).toBeLessThanOrEqual(seconds);
      });
      expect(phones).toBeGreaterThan(35);
      const level = (from: number, to: number): number =>
        Math.max(...tenths.slice(Math.round(from * 10), Math.max(Math.round(from * 10) + 1, Math.round(to * 10))));
      const spoken = words.map(({ from, to }) => level(from, to)).sort((one, other) => one - other);
      expect(spoken[Math.floor(spoken.length / 2)]).toBeGreaterThan(0.03);
    }
  });
});
