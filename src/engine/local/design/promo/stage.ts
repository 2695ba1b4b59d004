/** The stage of a product: a studio in the palette's colours or a blurred scene; a plinth, and a panel for text. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { adjust, css, hex, mix, type Rgb } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';
import type { TemplateColours } from '../templates/palettes.js';
import { studio } from '../../photo/cut-out/change-background.js';
import { resample } from '../../photo/resample.js';
import type { Box } from '../../type/setting.js';
import type { lettering } from '../../type/faces.js';
import { imageOf } from '../templates/compose.js';

/** Position of a product, pixels. */
export interface ProductPlacement {
  /** Its bounding box. */
  readonly box: Box;
  /** The top of its plinth; undefined when it stands on the ground. */
  readonly plinth?: {
    readonly x: number;
    readonly y: number;
    readonly across: number;
    readonly down: number;
    readonly tall: number;
  };
}

/**
 * Plinth, as shares of its half width: vertical flattening of its top, its height, and how far in front of its middle
 * the product stands.
 */
const PLINTH = { flat: 0.2, tall: 0.2, before: 0.06 } as const;
/**
 * Half width of the plinth: the larger of these multiples of the foot's and the product's width, and at most this share
 * of the room.
 */
const REACH = { foot: 0.74, whole: 0.46, max: 0.5 } as const;

/**
 * Determines the size and position of a product.
 * @param product pixels, cropped to its visible pixels
 * @param foot share of its width that touches the ground, 0 to 1
 * @param room available for the product and its plinth, pixels
 */
export function placementOf(
  product: { readonly width: number; readonly height: number },
  foot: number,
  room: Box,
  onPlinth: boolean,
): ProductPlacement {
  const reachOf = (width: number): number =>
    Math.min(room.width * REACH.max, Math.max(width * foot * REACH.foot, width * REACH.whole));
  const below = (width: number): number =>
    onPlinth ? reachOf(width) * (PLINTH.flat * (1 - PLINTH.before) + PLINTH.tall) : 0;
  const widest = onPlinth ? Math.min(room.width, ((room.width * REACH.max) / REACH.whole) * 0.94) : room.width;
  let scale = Math.min(widest / product.width, room.height / product.height);
  // A wider product has a wider plinth, which leaves less height. A few iterations converge.
  for (let step = 0; step < 6; step += 1)
    scale = Math.min(widest / product.width, (room.height - below(product.width * scale)) / product.height);
  const [width, height] = [
    Math.max(1, Math.round(product.width * scale)),
    Math.max(1, Math.round(product.height * scale)),
  ];
  const middle = room.x + room.width / 2;
  const bottom = Math.round(room.y + room.height - below(width));
  const box = { x: Math.round(middle - width / 2), y: bottom - height, width, height };
  if (!onPlinth) return { box };
  const across = reachOf(width);
  return {
    box,
    plinth: {
      x: middle,
      y: bottom - across * PLINTH.flat * PLINTH.before,
      across,
      down: across * PLINTH.flat,
      tall: across * PLINTH.tall,
    },
  };
}

/** The wall and floor of a studio in a palette's colours. */
const wallOf = ({ ground, second }: TemplateColours): Rgb => mix(hex(ground), hex(second), 0.62);

/** Blur of the scene, as a share of the image's longer side. */
const FOCUS = 0.0045;

type Library = Awaited<ReturnType<typeof lettering>>;

async function sceneBehind(
  library: Library,
  context: SKRSContext2D,
  scene: Raster,
  width: number,
  height: number,
): Promise<void> {
  const whole = imageOf(library, await resample(scene, width, height, 'cover'));
  const blur = Math.max(1, FOCUS * Math.max(width, height));
  // Drawn slightly larger than its frame, because there is nothing to blur with at an edge.
  context.filter = `blur(${blur}px)`;
  context.drawImage(whole, -blur * 2, -blur * 2, width + blur * 4, height + blur * 4);
  context.filter = 'none';
}

function ellipse(pen: SKRSContext2D, x: number, y: number, across: number, down: number): void {
  pen.beginPath();
  pen.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
}

/** A round plinth lit from the upper left. */
function drawPlinth(
  pen: SKRSContext2D,
  { x, y, across, down, tall }: NonNullable<ProductPlacement['plinth']>,
  tone: Rgb,
): void {
  pen.save();
  pen.filter = `blur(${Math.max(1, across * 0.05)}px)`;
  pen.fillStyle = 'rgba(0, 0, 0, 0.34)';
  ellipse(pen, x + across * 0.03, y + tall + down * 0.16, across * 1.03, down * 1.06);
  pen.fill();
  pen.restore();
  const side = pen.createLinearGradient(x - across, 0, x + across, 0);
  for (const [at, lightness] of [
    [0, 0.86],
    [0.22, 0.98],
    [0.62, 0.84],
    [1, 0.66],
  ] as const)
    side.addColorStop(at, css(adjust(tone, { lightness })));
  pen.fillStyle = side;
  pen.beginPath();
  pen.moveTo(x - across, y);
  pen.lineTo(x - across, y + tall);
  pen.ellipse(x, y + tall, across, down, 0, Math.PI, 0, true);
  pen.lineTo(x + across, y);
  pen.closePath();
  pen.fill();
  const top = pen.createLinearGradient(x - across, y - down, x + across * 0.6, y + down);
  top.addColorStop(0, css(adjust(tone, { lightness: 1.07 })));
  top.addColorStop(1, css(adjust(tone, { lightness: 0.97 })));
  pen.fillStyle = top;
  ellipse(pen, x, y, across, down);
  pen.fill();
  pen.strokeStyle = css(adjust(tone, { lightness: 1.13 }), 0.55);
  pen.lineWidth = Math.max(1, across * 0.006);
  pen.beginPath();
  pen.ellipse(x, y, across - pen.lineWidth / 2, down - pen.lineWidth / 2, 0, 0.1 * Math.PI, 0.9 * Math.PI);
  pen.stroke();
}

/** A coloured disc on the studio wall behind the product. */
function drawRound(pen: SKRSContext2D, { box }: ProductPlacement, room: Box, colours: TemplateColours): void {
  // At most slightly higher than the room, because text may be above it.
  const radius = Math.min(
    room.width * 0.53,
    (box.y + box.height - room.y) * 0.52,
    Math.max(box.width * 0.62, box.height * 0.56),
  );
  // Its lower edge is behind the product's foot, so that it appears on the wall.
  const [x, y] = [box.x + box.width / 2, Math.min(box.y + box.height * 0.48, box.y + box.height - radius * 0.97)];
  const light = pen.createLinearGradient(x - radius, y - radius, x + radius * 0.5, y + radius);
  const tone = mix(hex(colours.second), hex(colours.accent), 0.42);
  light.addColorStop(0, css(adjust(tone, { lightness: 1.04 }), 0.9));
  light.addColorStop(1, css(adjust(tone, { lightness: 0.94 }), 0.62));
  pen.fillStyle = light;
  ellipse(pen, x, y, radius, radius);
  pen.fill();
}

/** Mean colour of an image's lower third, which tints the plinth. */
function groundOf({ width, height, data }: Raster): Rgb {
  const sum = [0, 0, 0];
  let count = 0;
  for (let at = Math.floor(height * 0.66) * width * 4; at < data.length; at += 4 * 7) {
    for (let k = 0; k < 3; k += 1) sum[k]! += data[at + k]!;
    count += 1;
  }
  const mean = (k: number): number => Math.round(sum[k]! / Math.max(1, count));
  return [mean(0), mean(1), mean(2)];
}

const STONE: Rgb = [233, 229, 222];

/**
 * Draws everything except the product and the text.
 * @param scene background; a studio in the palette's colours when left out
 * @returns as large as the canvas, opaque
 */
export async function drawStage(
  library: Library,
  canvas: Canvas,
  {
    placement,
    room,
    panel,
    scene,
    colours,
  }: {
    readonly placement: ProductPlacement;
    readonly room: Box;
    readonly panel?: Box;
    readonly scene?: Raster;
    readonly colours: TemplateColours;
  },
): Promise<Raster> {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  if (scene === undefined) {
    context.drawImage(imageOf(library, studio(wallOf(colours), width, height)), 0, 0);
    drawRound(context, placement, room, colours);
  } else await sceneBehind(library, context, scene, width, height);
  if (panel !== undefined) {
    context.fillStyle = colours.accent;
    context.fillRect(panel.x, panel.y, panel.width, panel.height);
  }
  const tone =
    scene === undefined ? mix(wallOf(colours), hex(colours.onDeep), 0.45) : mix(STONE, groundOf(scene), 0.28);
  if (placement.plinth !== undefined) drawPlinth(context, placement.plinth, tone);
  return { width, height, data: new Uint8ClampedArray(context.getImageData(0, 0, width, height).data) };
}
