/** What a product stands on and before: a studio in colours of the palette, or a scene out of focus; a plinth, a panel for words. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { adjust, css, hex, mix, type Rgb } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';
import type { TemplateColours } from '../templates/palettes.js';
import { studio } from '../../photo/cut-out/change-background.js';
import { resample } from '../../photo/resample.js';
import type { Box } from '../../type/setting.js';
import type { lettering } from '../../type/faces.js';
import { imageOf } from '../templates/compose.js';

/** Where a product comes to stand, pixels. */
export interface ProductPlacement {
  /** What it takes up. */
  readonly box: Box;
  /** The round it stands on; undefined where it stands on the ground itself. */
  readonly plinth?: { readonly x: number; readonly y: number; readonly across: number; readonly down: number; readonly tall: number };
}

/** Of a plinth: how flat its round is seen, how tall it is, how far before its middle the product stands; shares of its half width. */
const PLINTH = { flat: 0.2, tall: 0.2, before: 0.06 } as const;
/** Its half width: of the product's foot and of the product itself, whichever is more, and at most of the room there is. */
const REACH = { foot: 0.74, whole: 0.46, max: 0.5 } as const;

/**
 * Finds how large a product is and where it stands.
 * @param product pixels, cut to what is seen of it
 * @param foot how much of its width stands on the ground, 0 to 1
 * @param room what it and its plinth may take up, pixels
 */
export function placementOf(product: { readonly width: number; readonly height: number }, foot: number, room: Box, onPlinth: boolean): ProductPlacement {
  const reachOf = (width: number): number => Math.min(room.width * REACH.max, Math.max(width * foot * REACH.foot, width * REACH.whole));
  const below = (width: number): number => (onPlinth ? reachOf(width) * (PLINTH.flat * (1 - PLINTH.before) + PLINTH.tall) : 0);
  const widest = onPlinth ? Math.min(room.width, room.width * REACH.max / REACH.whole * 0.94) : room.width;
  let scale = Math.min(widest / product.width, room.height / product.height);
  // A broader product has a broader plinth, which leaves less height: a few steps come to rest.
  for (let step = 0; step < 6; step += 1) scale = Math.min(widest / product.width, (room.height - below(product.width * scale)) / product.height);
  const [width, height] = [Math.max(1, Math.round(product.width * scale)), Math.max(1, Math.round(product.height * scale))];
  const middle = room.x + room.width / 2;
  const bottom = Math.round(room.y + room.height - below(width));
  const box = { x: Math.round(middle - width / 2), y: bottom - height, width, height };
  if (!onPlinth) return { box };
  const across = reachOf(width);
  return { box, plinth: { x: middle, y: bottom - across * PLINTH.flat * PLINTH.before, across, down: across * PLINTH.flat, tall: across * PLINTH.tall } };
}

/** The wall and floor of a studio in a palette's colours. */
const wallOf = ({ ground, second }: TemplateColours): Rgb => mix(hex(ground), hex(second), 0.62);

/** How far out of focus a scene is, as a share of the image's longer side. */
const FOCUS = 0.0045;

type Library = Awaited<ReturnType<typeof lettering>>;

async function sceneBehind(library: Library, context: SKRSContext2D, scene: Raster, width: number, height: number): Promise<void> {
  const whole = imageOf(library, await resample(scene, width, height, 'cover'));
  const blur = Math.max(1, FOCUS * Math.max(width, height));
  // Drawn a little beyond its frame: at an edge there is nothing to be blurred with.
  context.filter = `blur(${blur}px)`;
  context.drawImage(whole, -blur * 2, -blur * 2, width + blur * 4, height + blur * 4);
  context.filter = 'none';
}

function ellipse(pen: SKRSContext2D, x: number, y: number, across: number, down: number): void {
  pen.beginPath();
  pen.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
}

/** A round stage in the light from the upper left. */
function drawPlinth(pen: SKRSContext2D, { x, y, across, down, tall }: NonNullable<ProductPlacement['plinth']>, tone: Rgb): void {
  pen.save();
  pen.filter = `blur(${Math.max(1, across * 0.05)}px)`;
  pen.fillStyle = 'rgba(0, 0, 0, 0.34)';
  ellipse(pen, x + across * 0.03, y + tall + down * 0.16, across * 1.03, down * 1.06);
  pen.fill();
  pen.restore();
  const side = pen.createLinearGradient(x - across, 0, x + across, 0);
  for (const [at, lightness] of [[0, 0.86], [0.22, 0.98], [0.62, 0.84], [1, 0.66]] as const) side.addColorStop(at, css(adjust(tone, { lightness })));
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

/** A round of colour on the wall of a studio, behind the product. */
function drawRound(pen: SKRSContext2D, { box }: ProductPlacement, room: Box, colours: TemplateColours): void {
  // No higher than the room, except for a little: above it there may be words.
  const radius = Math.min(room.width * 0.53, (box.y + box.height - room.y) * 0.52, Math.max(box.width * 0.62, box.height * 0.56));
  // Its lower edge is behind the product's foot: it hangs on the wall.
  const [x, y] = [box.x + box.width / 2, Math.min(box.y + box.height * 0.48, box.y + box.height - radius * 0.97)];
  const light = pen.createLinearGradient(x - radius, y - radius, x + radius * 0.5, y + radius);
  const tone = mix(hex(colours.second), hex(colours.accent), 0.42);
  light.addColorStop(0, css(adjust(tone, { lightness: 1.04 }), 0.9));
  light.addColorStop(1, css(adjust(tone, { lightness: 0.94 }), 0.62));
  pen.fillStyle = light;
  ellipse(pen, x, y, radius, radius);
  pen.fill();
}

/** The mean colour of an image's lower third: what a plinth in it is tinted by. */
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
 * Draws everything but the product and the words.
 * @param scene what is behind it; a studio of the palette where there is none
 * @returns as large as the canvas, opaque
 */
export async function drawStage(library: Library, canvas: Canvas, { standing, room, panel, scene, colours }: {
  readonly standing: ProductPlacement; readonly room: Box; readonly panel?: Box; readonly scene?: Raster; readonly colours: TemplateColours;
}): Promise<Raster> {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  if (scene === undefined) {
    context.drawImage(imageOf(library, studio(wallOf(colours), width, height)), 0, 0);
    drawRound(context, standing, room, colours);
  } else await sceneBehind(library, context, scene, width, height);
  if (panel !== undefined) {
    context.fillStyle = colours.accent;
    context.fillRect(panel.x, panel.y, panel.width, panel.height);
  }
  const tone = scene === undefined ? mix(wallOf(colours), hex(colours.onDeep), 0.45) : mix(STONE, groundOf(scene), 0.28);
  if (standing.plinth !== undefined) drawPlinth(context, standing.plinth, tone);
  return { width, height, data: new Uint8ClampedArray(context.getImageData(0, 0, width, height).data) };
}
