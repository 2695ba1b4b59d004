import type { Canvas } from '@napi-rs/canvas';
import type { Raster } from '../../scene/scene.js';
import { ToolRefusal } from '../../refusal.js';
import { lettering, unknownLetter } from '../../type/faces.js';
import { directionOf } from '../../type/setting.js';
import { event, launch, podcast, quote, recipe, sale } from './designs.js';
import { TEMPLATE_COLOURS } from './palettes.js';
import { Sheet, type Fields, type Placed } from './sheet.js';

const DESIGNS = { sale, quote, event, recipe, podcast, launch } as const;
export type TemplateId = keyof typeof DESIGNS;
export type TemplatePalette = keyof typeof TEMPLATE_COLOURS;

export interface TemplateOptions {
  readonly template: TemplateId;
  readonly palette: TemplatePalette;
  readonly fields: Fields;
  /** Pixels; each template has a fixed aspect ratio. */
  readonly width: number;
  readonly height: number;
  readonly image?: Raster;
}

/**
 * Renders a template with text and, optionally, an image. The same options give the same bytes.
 * @returns the image, and each text as placed in it, in pixels
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: a field, reason: `letter-unknown` with that letter, or
 * `words-too-long`}
 */
export async function composeTemplate({
  template,
  palette,
  fields,
  width,
  height,
  image,
}: TemplateOptions): Promise<{ readonly raster: Raster; readonly placed: readonly Placed[] }> {
  const canvas = await lettering();
  await knownLetters(fields);
  const context = canvas.createCanvas(width, height).getContext('2d');
  const words = Object.values(fields).join('\n');
  const sheet = new Sheet(
    context,
    { width, height },
    { words, toward: directionOf(words) },
    TEMPLATE_COLOURS[palette],
    fields,
    image && imageOf(canvas, image),
  );
  DESIGNS[template](sheet);
  roomForAll(sheet);
  return { raster: { width, height, data: context.getImageData(0, 0, width, height).data }, placed: sheet.placed };
}

/**
 * Checks that the fonts contain every letter of the fields.
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: a field, reason: 'letter-unknown', letter} otherwise
 */
export async function knownLetters(fields: Fields): Promise<void> {
  for (const input of ['headline', 'sub', 'line'] as const) {
    const letter = await unknownLetter(fields[input]);
    if (letter !== undefined)
      throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input, reason: 'letter-unknown', letter });
  }
}

/**
 * Checks that all fields fitted on the sheet.
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: a field, reason: 'words-too-long'} otherwise
 */
export function roomForAll({ overfull }: Pick<Sheet, 'overfull'>): void {
  const [input] = overfull;
  if (input !== undefined) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input, reason: 'words-too-long' });
}

/** An image in the canvas's format. */
export function imageOf(
  { createCanvas, ImageData }: Awaited<ReturnType<typeof lettering>>,
  { width, height, data }: Raster,
): Canvas {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  return canvas;
}
