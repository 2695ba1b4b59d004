import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { findFfmpeg, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { encodeMp4 } from '../../../src/engine/local/video/io/encode.js';
import { findSubtitles, type DecodedVideo } from '../../../src/engine/local/video/repair/find-subtitles.js';
import { holesOf, removeSubtitles } from '../../../src/engine/local/video/repair/remove-subtitles.js';
import { repaired } from '../../../src/engine/local/video/repair/repair.js';
import { framesOf } from '../../../src/engine/local/video/io/source.js';
import { copiesOf, oncePerPrompt, paintedOver, psnrWhere, seenFrom, viewOf } from '../../support/planted.js';

const SIZE = { width: 384, height: 216 };
const FPS = 25;
const FRAMES = 50;
/** What the words' places come nearer the clean film than a blurred band does, and how near at least, dB. */
const NEARER = { than: 5, min: 23 } as const;
const quiet = (): void => undefined;

interface Planted {
  readonly clean: readonly Raster[];
  readonly frames: readonly Raster[];
  /** Where words hide the film. */
  readonly masks: readonly Uint8Array[];
}

const SAID = [
  { from: 6, to: 26, lines: ['Nobody told us it would', 'be this far, did they?'] },
  { from: 31, to: 46, lines: ['We walk on until night.'] },
] as const;

/**
 * A film over which words are laid as players and editors do: white, with a dark edge, low in the middle. Made once.
 */
const planted = oncePerPrompt(
  async (prompt: string, path: (index: number) => readonly [number, number]): Promise<Planted> => {
    const view = await viewOf(prompt, 512, 288);
    const clean = Array.from({ length: FRAMES }, (_, index) => seenFrom(view, ...path(index), SIZE.width, SIZE.height));
    const painted = clean.map((frame, index) => {
      const said = SAID.find(({ from, to }) => index >= from && index < to);
      return said === undefined
        ? { frame, alpha: new Uint8Array(SIZE.width * SIZE.height) }
        : paintedOver(frame, (context) => {
            Object.assign(context, {
              font: 'bold 17px sans-serif',
              textAlign: 'center',
              lineWidth: 3.5,
              lineJoin: 'round',
              strokeStyle: '#000',
              fillStyle: '#fff',
            });
            for (const [line, text] of said.lines.entries()) {
              const y = SIZE.height - 14 - (said.lines.length - 1 - line) * 22;
              context.strokeText(text, SIZE.width / 2, y);
              context.fillText(text, SIZE.width / 2, y);
            }
          });
    });
    return { clean, frames: painted.map(({ frame }) => frame), masks: painted.map(({ alpha }) => alpha) };
  },
);

const videoOf = (frames: readonly Raster[]): DecodedVideo => ({ ...SIZE, fps: FPS, open: () => copiesOf(frames) });

/** The control: what blurs the band hides the words and the film. */
const blurred = (frames: readonly Raster[]): Promise<readonly Raster[]> =>
  Promise.all(
    frames.map(async ({ width, height, data }) => {
      const out = await sharp(new Uint8Array(data), { raw: { width, height, channels: 4 } })
        .blur(8)
        .raw()
        .toBuffer();
      return { width, height, data: new Uint8ClampedArray(out) };
    }),
  );

const CASES: readonly {
  readonly name: string;
  readonly prompt: string;
  readonly path: (index: number) => readonly [number, number];
}[] = [
  {
    name: 'a camera over a lake',
    prompt: 'mountains and a lake at noon',
    path: (index) => [8 + index * 1.37, 40 + 10 * Math.sin(index / 20)],
  },
  { name: 'a camera that stands before a forest', prompt: 'a forest path in autumn', path: () => [40, 50] },
];

describe('words taken off a film', () => {
  let folder = '';
  let programs: Programs;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-words-'));
    programs = await findFfmpeg();
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(CASES)(
    '$name: they are found from frame to frame, what was behind them is near the clean film, and none is found after',
    async ({ prompt, path }) => {
      const { clean, frames, masks } = await planted(prompt, path);
      const found = await findSubtitles(videoOf(frames), 'auto', quiet);
      expect(found).toBeDefined();
      if (found === undefined) return;
      const repair = holesOf(found, SIZE);
      const hidden = masks.map((mask, index) => {
        const hole = repair.holeOf(index);
        return mask.filter((alpha, at) => alpha > 12 && hole?.[at - repair.area.y * SIZE.width] !== 1).length;
      });
      expect(hidden.reduce((sum, missed) => sum + missed, 0)).toBeLessThan(
        0.002 * masks.reduce((sum, mask) => sum + mask.filter((alpha) => alpha > 12).length, 0),
      );
      const made: Raster[] = [];
      for await (const frame of repaired(copiesOf(frames), repair)) made.push(frame);
      expect(made).toHaveLength(FRAMES);
      const [near, control, given] = [
        psnrWhere(clean, made, masks),
        psnrWhere(clean, await blurred(frames), masks),
        psnrWhere(clean, frames, masks),
      ];
      expect(near).toBeGreaterThan(NEARER.min);
      expect(near).toBeGreaterThan(control + NEARER.than);
      expect(control).toBeLessThan(NEARER.min);
      expect(given).toBeLessThan(control);
      expect(await findSubtitles(videoOf(made), 'auto', quiet)).toBeUndefined();
    },
    600_000,
  );

  it('works from file to file: no word is found in the MP4 that comes of it, and what is not the band is as it was', async () => {
    const { clean, frames, masks } = await planted(CASES[0]!.prompt, CASES[0]!.path);
    const path = join(folder, 'given.mp4');
    await encodeMp4(programs, { ...SIZE, fps: FPS, frames, path });
    const { mp4 } = await removeSubtitles(
      { path, hasSound: false },
      { ...SIZE, fps: FPS, seconds: FRAMES / FPS, where: 'bottom' },
      { dir: folder, programs },
      quiet,
      new AbortController().signal,
    );
    const made: Raster[] = [];
    for await (const frame of framesOf(programs, mp4, { ...SIZE, fps: FPS })) made.push(frame);
    expect(made).toHaveLength(FRAMES);
    expect(psnrWhere(clean, made, masks)).toBeGreaterThan(NEARER.min);
    const above = masks.map(() => new Uint8Array(SIZE.width * SIZE.height).fill(1, 0, SIZE.width * 120));
    expect(psnrWhere(clean, made, above)).toBeGreaterThan(33);
    expect(await findSubtitles(videoOf(made), 'auto', quiet)).toBeUndefined();
  }, 600_000);

  it('says of a film without words that there are none', async () => {
    const view = await viewOf(CASES[0]!.prompt, 512, 288);
    const frames = Array.from({ length: 30 }, (_, index) =>
      seenFrom(view, 8 + index * 1.2, 40, SIZE.width, SIZE.height),
    );
    expect(await findSubtitles(videoOf(frames), 'auto', quiet)).toBeUndefined();
  }, 600_000);
});
