import type { SKRSContext2D } from '@napi-rs/canvas';
import { hashPoint } from '../../scene/random.js';
import type { Box, TypeStyle } from '../../type/setting.js';
import { column } from './column.js';
import type { Painter, Sheet } from './sheet.js';

/** The templates. Each lays out text and an image on a sheet whose unit is a hundredth of its width. */

const style = (more: Partial<TypeStyle> & Pick<TypeStyle, 'size'>): TypeStyle => ({
  face: 'sans',
  weight: 400,
  leading: 1.2,
  align: 'start',
  anchor: 'top',
  ...more,
});
const rect =
  ({ x, y, width, height }: Box, radius = 0): Painter =>
  (pen) => {
    pen.roundRect(x, y, width, height, radius);
  };

function dot(pen: SKRSContext2D, x: number, y: number, radius: number, colour: string): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

/** A seal with a scalloped rim. */
function seal(pen: SKRSContext2D, x: number, y: number, radius: number, colour: string): void {
  const teeth = 22;
  pen.fillStyle = colour;
  pen.beginPath();
  for (let step = 0; step <= teeth * 8; step += 1) {
    const turn = (step / (teeth * 8)) * 2 * Math.PI;
    const out = radius * (1 + 0.035 * Math.cos(turn * teeth));
    pen.lineTo(x + out * Math.cos(turn), y + out * Math.sin(turn));
  }
  pen.fill();
}

/** A sale: a large headline over a slanted image, the offer in a seal, the terms in a strip. */
export function sale(sheet: Sheet): void {
  const { colours, fields, source: image, height } = sheet;
  const foot = fields.line === '' ? height : height - 15;
  const hasSeal = fields.sub !== '';
  sheet.fill(colours.accent);
  const ink = sheet.text(
    'headline',
    { x: 7, y: 8, width: 86, height: hasSeal ? 34 : 40 },
    style({ face: 'condensed', weight: 700, size: { max: 30, min: 5 }, leading: 1.06, tracking: -0.012 }),
    colours.onAccent,
  );
  const edge = { left: (ink === undefined ? 20 : ink.y + ink.height) + (hasSeal ? 21 : 18), rise: 13 };
  const slant: Painter = (pen) => {
    pen.moveTo(0, edge.left);
    pen.lineTo(100, edge.left - edge.rise);
    pen.lineTo(100, foot);
    pen.lineTo(0, foot);
    pen.closePath();
  };
  if (image === undefined) {
    sheet.shapes((pen) => {
      pen.beginPath();
      slant(pen);
      pen.fillStyle = colours.deep;
      pen.fill();
      pen.clip();
      const [x, y] = [24, foot + 3];
      for (const [index, share] of [1, 0.79, 0.58, 0.37, 0.16].entries())
        dot(pen, x, y, (y - edge.left - 1) * share, index % 2 === 0 ? colours.second : colours.accent);
    });
  } else sheet.image({ x: 0, y: edge.left - edge.rise, width: 100, height: foot - edge.left + edge.rise }, slant);
  if (fields.line !== '') {
    sheet.fill(colours.deep, { x: 0, y: foot, width: 100, height: height - foot });
    sheet.text(
      'line',
      { x: 7, y: foot + 2.6, width: 86, height: height - foot - 5.2 },
      style({ weight: 550, size: { max: 3.7, min: 2 }, leading: 1.32, align: 'middle', anchor: 'middle' }),
      colours.onDeep,
    );
  }
  if (!hasSeal) return;
  const at = { x: 76, y: edge.left - 1.5 };
  sheet.shapes((pen) => {
    seal(pen, at.x, at.y, 17, image === undefined ? colours.ground : colours.second);
  });
  sheet.text(
    'sub',
    { x: at.x - 12.6, y: at.y - 9, width: 25.2, height: 18 },
    style({
      weight: 800,
      size: { max: 11, min: 1.9 },
      leading: 1.02,
      tracking: -0.03,
      align: 'middle',
      anchor: 'middle',
    }),
    image === undefined ? colours.words : colours.deep,
  );
}

/**
 * An opening quotation mark.
 * @param x its left edge
 */
function quotes(pen: SKRSContext2D, x: number, y: number, size: number, colour: string): void {
  pen.fillStyle = colour;
  for (const at of [x, x + size * 1.15]) {
    pen.beginPath();
    pen.moveTo(at + size * 0.86, y);
    pen.bezierCurveTo(at + size * 0.3, y + size * 0.14, at, y + size * 0.55, at, y + size);
    pen.arc(at + size * 0.43, y + size * 1.02, size * 0.43, Math.PI, 3 * Math.PI);
    pen.bezierCurveTo(
      at + size * 0.3,
      y + size * 0.5,
      at + size * 0.55,
      y + size * 0.3,
      at + size * 0.92,
      y + size * 0.2,
    );
    pen.closePath();
    pen.fill();
  }
}

/** A quotation: the text in italics with its author below; an image on the far side. */
export function quote(sheet: Sheet): void {
  const { colours, source: image } = sheet;
  sheet.fill(colours.ground);
  const width = image === undefined ? 78 : 47;
  const left = image === undefined ? 11 : 8;
  if (image === undefined) {
    sheet.shapes((pen) => {
      dot(pen, 100, 100, 27, colours.second);
      dot(pen, 100, 100, 14, colours.accent);
    });
  } else sheet.image({ x: 61, y: 0, width: 39, height: 100 }, rect({ x: 61, y: 0, width: 39, height: 100 }));
  sheet.shapes((pen) => {
    quotes(pen, left, 11, 6.4, colours.accent);
  });
  const narrow = image === undefined ? 58 : width;
  const by = column(sheet, { x: left, y: 74, width: narrow, height: 16 }, 'bottom', [
    { field: 'sub', style: style({ weight: 650, size: { max: 3.3, min: 2 } }), colour: colours.words, max: 8, gap: 0 },
    {
      field: 'line',
      style: style({ size: { max: 2.6, min: 1.7 }, leading: 1.35 }),
      colour: colours.soft,
      max: 9,
      gap: 1.7,
    },
  ]);
  by.draw();
  if (by.height > 0)
    sheet.shapes((pen) => {
      pen.fillStyle = colours.accent;
      pen.fillRect(left, by.top - 4.2, 9, 0.7);
    });
  const end = by.height > 0 ? by.top - 9 : 90;
  sheet.text(
    'headline',
    { x: left, y: 27, width, height: end - 27 },
    style({
      face: 'serif',
      weight: 500,
      italic: true,
      size: { max: image === undefined ? 9 : 7.2, min: 2 },
      leading: 1.24,
      anchor: 'middle',
    }),
    colours.words,
  );
}

/**
 * A pattern of quarter and half circles in the palette's colours.
 * @param rows of tiles of 20 units
 */
function tiles(pen: SKRSContext2D, rows: number, { accent, second, deep, onDeep }: Sheet['colours']): void {
  const inks = [accent, second, onDeep, accent, second];
  for (let row = 0; row < rows; row += 1) {
    for (let at = 0; at < 5; at += 1) {
      const chance = hashPoint(at, row, 11);
      const ink = inks[(at * 2 + row * 3) % inks.length] ?? accent;
      pen.save();
      pen.translate(at * 20 + 10, row * 20 + 10);
      pen.rotate((Math.floor(chance * 4) * Math.PI) / 2);
      pen.fillStyle =
        inks[(at + row * 2 + 2) % inks.length] === ink
          ? deep
          : chance > 0.62
            ? (inks[(at + row * 2 + 2) % inks.length] ?? deep)
            : deep;
      pen.fillRect(-10.05, -10.05, 20.1, 20.1);
      pen.fillStyle = ink;
      pen.beginPath();
      switch (Math.floor(hashPoint(at, row, 31) * 4)) {
        case 0:
          pen.moveTo(-10, -10);
          pen.arc(-10, -10, 20, 0, Math.PI / 2);
          break;
        case 1:
          pen.arc(0, -10, 10, 0, Math.PI);
          pen.moveTo(10, 0);
          pen.arc(0, 0, 10, 0, Math.PI);
          break;
        case 2:
          pen.arc(0, 0, 6, 0, 2 * Math.PI);
          break;
        default:
          pen.moveTo(-10, -10);
          pen.lineTo(10, -10);
          pen.lineTo(-10, 10);
          pen.closePath();
      }
      pen.fill();
      pen.restore();
    }
  }
}

/** An event: an image or a pattern above; name, date and place below. */
export function event(sheet: Sheet): void {
  const { colours, source: image, height } = sheet;
  sheet.fill(colours.deep);
  const room = { x: 7, y: 50, width: 86, height: height - 57 };
  const entries = [
    {
      field: 'headline',
      style: style({ weight: 850, size: { max: 15.5, min: 3.6 }, leading: 1.02, tracking: -0.03 }),
      colour: colours.onDeep,
      max: 36,
      gap: 0,
    },
    {
      field: 'sub',
      style: style({ weight: 650, size: { max: 3.8, min: 2.2 } }),
      colour: colours.onAccent,
      max: 8,
      gap: 4.6,
      pill: { colour: colours.accent, across: 3, down: 2 },
    },
    {
      field: 'line',
      style: style({ weight: 420, size: { max: 3.3, min: 1.9 }, leading: 1.42 }),
      colour: colours.onDeep,
      max: 18,
      gap: 4.2,
    },
  ] as const;
  const words = column(sheet, room, 'bottom', entries);
  const { top } = words;
  if (image === undefined) {
    // The lowest row ends above the text; the sheet's edge cuts the highest.
    const rows = Math.ceil((top - 8) / 20);
    sheet.shapes((pen) => {
      pen.translate(0, top - 8 - rows * 20);
      tiles(pen, rows, colours);
    });
  } else {
    const box = { x: 0, y: 0, width: 100, height: Math.max(46, top - 2) };
    sheet.image(box, rect(box));
    sheet.shapes((pen) => {
      const shade = pen.createLinearGradient(0, box.height - 24, 0, box.height);
      shade.addColorStop(0, `${colours.deep}00`);
      shade.addColorStop(0.6, `${colours.deep}a0`);
      shade.addColorStop(1, colours.deep);
      pen.fillStyle = shade;
      pen.fillRect(0, box.height - 24, 100, 24.1);
    });
  }
  words.draw();
}

/** A leaf from its stalk upwards. */
function leaf(pen: SKRSContext2D, length: number, colour: string): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.bezierCurveTo(length * 0.3, -length * 0.3, length * 0.24, -length * 0.75, 0, -length);
  pen.bezierCurveTo(-length * 0.24, -length * 0.75, -length * 0.3, -length * 0.3, 0, 0);
  pen.fill();
}

/** A wreath: two branches that rise from its foot and nearly meet. */
function wreath(
  pen: SKRSContext2D,
  x: number,
  y: number,
  radius: number,
  [stalk, ...leaves]: readonly [string, string, string],
): void {
  for (const side of [1, -1]) {
    pen.save();
    pen.translate(x, y);
    pen.scale(side, 1);
    pen.strokeStyle = stalk;
    pen.lineWidth = radius * 0.03;
    pen.beginPath();
    pen.arc(0, 0, radius, Math.PI / 2 - 0.1, -Math.PI / 2 + 0.5, true);
    pen.stroke();
    for (let index = 0; index < 11; index += 1) {
      const turn = Math.PI / 2 - 0.16 - index * 0.235;
      for (const lean of [0.62, -0.62]) {
        pen.save();
        pen.translate(radius * Math.cos(turn), radius * Math.sin(turn));
        pen.rotate(turn + lean);
        leaf(pen, radius * (0.42 - index * 0.014), leaves[(index + (lean > 0 ? 0 : 1)) % 2] ?? stalk);
        pen.restore();
      }
    }
    pen.restore();
  }
  for (const [index, turn] of [-0.85, 0.85, 0].entries()) {
    pen.save();
    pen.translate(x, y + radius * 0.3);
    pen.rotate(turn);
    leaf(pen, radius * (turn === 0 ? 0.7 : 0.54), leaves[index % 2] ?? stalk);
    pen.restore();
  }
}

/** A recipe: an image in an arch, the dish's name, the ingredients. */
export function recipe(sheet: Sheet): void {
  const { colours, fields, source: image, height } = sheet;
  sheet.fill(colours.ground);
  const isLong = fields.line.length > 150 || fields.line.split('\n').length > 4;
  const arch = { x: 16, y: 10, width: 68, height: isLong ? 40 : 52 };
  const shape: Painter = (pen) => {
    pen.moveTo(arch.x, arch.y + arch.height);
    pen.lineTo(arch.x, arch.y + 34);
    pen.arc(arch.x + 34, arch.y + 34, 34, Math.PI, 0);
    pen.lineTo(arch.x + arch.width, arch.y + arch.height);
    pen.closePath();
  };
  sheet.shapes((pen) => {
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 0.45;
    pen.beginPath();
    pen.roundRect(4, 4, 92, height - 8, 2);
    pen.stroke();
    pen.fillStyle = colours.second;
    pen.beginPath();
    shape(pen);
    pen.fill();
    if (image === undefined) {
      pen.save();
      pen.clip();
      wreath(pen, 50, arch.y + arch.height * 0.54, arch.height * 0.29, [colours.deep, colours.accent, colours.deep]);
      pen.restore();
    }
  });
  sheet.image(arch, shape, 0.5);
  const from = arch.y + arch.height + 6;
  column(sheet, { x: 12, y: from, width: 76, height: height - 9.5 - from }, 'middle', [
    {
      field: 'headline',
      style: style({ face: 'serif', weight: 700, size: { max: 10.5, min: 3.2 }, leading: 1.14, align: 'middle' }),
      colour: colours.words,
      max: 23,
      gap: 0,
    },
    {
      field: 'sub',
      style: style({
        face: 'serif',
        weight: 500,
        italic: true,
        size: { max: 4, min: 2.4 },
        leading: 1.3,
        align: 'middle',
      }),
      colour: colours.soft,
      max: 8,
      gap: 3.8,
    },
    {
      field: 'line',
      style: style({ size: { max: 2.9, min: 1.7 }, leading: 1.5, align: 'middle' }),
      colour: colours.words,
      max: height - from - 43,
      gap: 4.4,
    },
  ]).draw();
}

/** A podcast: its name as large as possible, with a portrait in a circle or a sound wave. */
export function podcast(sheet: Sheet): void {
  const { colours, source: image } = sheet;
  sheet.fill(colours.accent);
  if (image === undefined) {
    sheet.shapes((pen) => {
      pen.fillStyle = colours.second;
      for (let index = 0; index < 13; index += 1) {
        const tall = 6 + 30 * Math.sin((Math.PI * (index + 1)) / 14) ** 1.4 * (0.45 + 0.55 * hashPoint(index, 5, 3));
        pen.beginPath();
        pen.roundRect(46 + index * 3.8, 74 - tall / 2, 2.1, tall, 1.05);
        pen.fill();
      }
    });
  } else {
    sheet.shapes((pen) => {
      dot(pen, 75, 70, 38, colours.deep);
      dot(pen, 75, 70, 34.4, colours.second);
    });
    sheet.image({ x: 42.5, y: 37.5, width: 65, height: 65 }, (pen) => {
      pen.arc(75, 70, 32.5, 0, 2 * Math.PI);
    });
  }
  sheet.text(
    'headline',
    { x: 7, y: 8, width: 86, height: image === undefined ? 44 : 24 },
    style({ weight: 900, size: { max: 18, min: 3.6 }, leading: 1, tracking: -0.028 }),
    colours.onAccent,
  );
  column(sheet, { x: 7, y: 60, width: image === undefined ? 35 : 28, height: 33 }, 'bottom', [
    {
      field: 'sub',
      style: style({ weight: 700, size: { max: 4.2, min: 2.2 }, leading: 1.22, tracking: -0.01 }),
      colour: colours.onAccent,
      max: 17,
      gap: 0,
    },
    {
      field: 'line',
      style: style({ weight: 450, size: { max: 2.8, min: 1.7 }, leading: 1.4 }),
      colour: colours.onAccent,
      max: 14,
      gap: 2.2,
    },
  ]).draw();
}

/** A ball lit from above. */
function ball(
  pen: SKRSContext2D,
  x: number,
  y: number,
  radius: number,
  { onDeep, accent, deep }: Sheet['colours'],
): void {
  const light = pen.createRadialGradient(x - radius * 0.35, y - radius * 0.45, radius * 0.05, x, y, radius);
  light.addColorStop(0, onDeep);
  light.addColorStop(0.5, accent);
  light.addColorStop(1, deep);
  pen.save();
  pen.shadowColor = `${deep}66`;
  pen.shadowBlur = 40;
  pen.shadowOffsetY = 20;
  pen.fillStyle = light;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
  pen.restore();
}

/** A product launch: text on one side, the product or a group of balls on the other. */
export function launch(sheet: Sheet): void {
  const { colours, source: image, height } = sheet;
  sheet.fill(colours.ground);
  sheet.fill(colours.second, { x: 64, y: 0, width: 36, height });
  if (image === undefined) {
    sheet.shapes((pen) => {
      ball(pen, 74, height * 0.56, 14.5, colours);
      ball(pen, 90, height * 0.28, 6.4, colours);
      ball(pen, 58.5, height * 0.25, 3.4, colours);
      ball(pen, 91, height * 0.82, 4.2, colours);
    });
  } else {
    const box = { x: 53, y: 7, width: 40, height: height - 14 };
    sheet.shapes((pen) => {
      pen.shadowColor = 'rgba(0, 0, 0, 0.32)';
      pen.shadowBlur = 50;
      pen.shadowOffsetY = 22;
      pen.fillStyle = colours.deep;
      pen.beginPath();
      rect(box, 2)(pen);
      pen.fill();
    });
    sheet.image(box, rect(box, 2), 0.5);
  }
  column(sheet, { x: 6, y: 5, width: 42, height: height - 10 }, 'middle', [
    {
      field: 'headline',
      style: style({ weight: 800, size: { max: 7.6, min: 1.9 }, leading: 1.05, tracking: -0.035 }),
      colour: colours.words,
      max: 25,
      gap: 0,
    },
    {
      field: 'sub',
      style: style({ weight: 420, size: { max: 2.4, min: 1.5 }, leading: 1.45 }),
      colour: colours.soft,
      max: 10,
      gap: 3.4,
    },
    {
      field: 'line',
      style: style({ weight: 650, size: { max: 1.9, min: 1.2 }, leading: 1.3 }),
      colour: colours.onAccent,
      max: 5,
      gap: 3.6,
      pill: { colour: colours.accent, across: 2, down: 1.3 },
    },
  ]).draw();
}
