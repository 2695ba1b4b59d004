import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { drawBlock, setText, type Block, type Box, type Page, type TypeStyle } from '../../type/setting.js';
import type { TemplateColours } from './palettes.js';

/** Text of a template; an empty field is left out of the design. */
export interface Fields {
  readonly headline: string;
  readonly sub: string;
  readonly line: string;
}

/** A placed text and its field. */
export interface Placed extends Block {
  readonly field: keyof Fields;
  readonly colour: string;
}

export type Painter = (context: SKRSContext2D) => void;

/** The drawing surface of a template. Its unit is a hundredth of the width. A right-to-left design is mirrored. */
export class Sheet {
  /** Hundredths of the width. */
  readonly height: number;
  readonly placed: Placed[] = [];
  /** Fields that did not fit. */
  readonly overfull: (keyof Fields)[] = [];
  private readonly unit: number;
  private readonly isMirrored: boolean;

  constructor(
    readonly context: SKRSContext2D,
    size: { readonly width: number; readonly height: number },
    private readonly page: Page,
    readonly colours: TemplateColours,
    readonly fields: Fields,
    readonly source: Canvas | undefined,
  ) {
    this.unit = size.width / 100;
    this.height = size.height / this.unit;
    this.isMirrored = page.toward === 'rtl';
  }

  /** Runs a painter in units, mirrored with the page. For shapes only, never for text or images. */
  shapes(paint: Painter): void {
    const { context, unit } = this;
    context.save();
    if (this.isMirrored) context.transform(-1, 0, 0, 1, 100 * unit, 0);
    context.scale(unit, unit);
    paint(context);
    context.restore();
  }

  /** Fills an area with one colour. */
  fill(colour: string, { x, y, width, height }: Box = { x: 0, y: 0, width: 100, height: this.height }): void {
    this.shapes((context) => {
      context.fillStyle = colour;
      context.fillRect(x, y, width, height);
    });
  }

  /**
   * Draws the image into a box, clipped to a shape. The image itself is not mirrored.
   * @param focus share of its height that is kept in view, 0 top to 1
   */
  image(box: Box, shape: Painter, focus = 0.4): void {
    const { source: image, context } = this;
    if (image === undefined) return;
    this.shapes((pen) => {
      pen.beginPath();
      shape(pen);
      pen.clip();
      // The clip is mirrored with the page; the image drawn into it is not.
      const at = this.isMirrored ? 100 - box.x - box.width : box.x;
      if (this.isMirrored) context.transform(-1, 0, 0, 1, 100, 0);
      const scale = Math.max(box.width / image.width, box.height / image.height);
      const [width, height] = [image.width * scale, image.height * scale];
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(image, at - (width - box.width) / 2, box.y - (height - box.height) * focus, width, height);
    });
  }

  /**
   * Typesets a field in a box and draws it.
   * @param style sizes in units
   * @returns the upper edge and height of its ink; undefined for an empty field
   */
  text(field: keyof Fields, box: Box, style: TypeStyle, colour: string): Pick<Box, 'y' | 'height'> | undefined {
    const set = this.set(field, box, style);
    if (set === undefined) return undefined;
    set.draw(set.ink.y, colour);
    return set.ink;
  }

  /**
   * Typesets a field without drawing it, for shapes that depend on its size.
   * @returns its ink in units, `x` from the page's own side, and a function that draws it with a different upper edge
   */
  set(
    field: keyof Fields,
    box: Box,
    style: TypeStyle,
  ): { readonly ink: Box; readonly draw: (y: number, colour: string) => void } | undefined {
    const { unit, context, isMirrored } = this;
    const left = isMirrored ? 100 - box.x - box.width : box.x;
    const pixels = { x: left * unit, y: box.y * unit, width: box.width * unit, height: box.height * unit };
    if (this.fields[field] === '') return undefined;
    const block = setText(
      context,
      this.fields[field],
      pixels,
      { ...style, size: { max: style.size.max * unit, min: style.size.min * unit } },
      this.page,
    );
    if (block === undefined) {
      this.overfull.push(field);
      return undefined;
    }
    const { ink } = block;
    const [x, width] = [ink.x / unit, ink.width / unit];
    return {
      ink: { x: isMirrored ? 100 - x - width : x, y: ink.y / unit, width, height: ink.height / unit },
      draw: (y, colour) => {
        const moved = movedDown(block, y * unit - ink.y);
        drawBlock(context, moved, colour);
        this.placed.push({ ...moved, field, colour });
      },
    };
  }
}

function movedDown(block: Block, by: number): Block {
  const down = (box: Box): Box => ({ ...box, y: box.y + by });
  return {
    ...block,
    box: down(block.box),
    ink: down(block.ink),
    lines: block.lines.map((line) => ({ ...line, baseline: line.baseline + by })),
  };
}
