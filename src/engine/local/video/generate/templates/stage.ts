/** Placement of a template's images: filling the frame one after another, or as prints on a table. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { hashPoint } from '../../../scene/random.js';
import type { Raster } from '../../../scene/scene.js';
import { resample } from '../../../photo/resample.js';
import { ease } from '../camera.js';
import { canvasOf, sprite, type Moment, type Setting, type Sheet } from './effect.js';
import { valueIn, type Template } from './timeline.js';

/**
 * When filling the frame would leave less than this share of an image, the whole image is shown over a blurred copy of
 * itself.
 */
const LEFT = 0.58;

/**
 * An image in the frame's size.
 * @param image opaque
 */
export async function fitImage(image: Raster, { width, height }: Sheet): Promise<Raster> {
  const [across, down] = [image.width / width, image.height / height];
  const filled = await resample(image, width, height, 'cover');
  if (Math.min(across, down) / Math.max(across, down) >= LEFT) return filled;
  const scale = 1 / Math.max(across, down);
  const whole = await resample(
    image,
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  const sheet = sprite(width, height, (context) => {
    context.filter = `blur(${Math.round(Math.min(width, height) / 22)}px) brightness(0.72)`;
    const room = Math.min(width, height) / 8;
    context.drawImage(canvasOf(filled), -room, -room, width + 2 * room, height + 2 * room);
    context.filter = 'none';
    context.drawImage(canvasOf(whole), (width - whole.width) / 2, (height - whole.height) / 2);
  });
  return { width, height, data: new Uint8ClampedArray(sheet.getContext('2d').getImageData(0, 0, width, height).data) };
}

/** The image shown at a moment, and its progress. */
export interface Turn {
  readonly index: number;
  /** Progress through its time, 0..1. */
  readonly moment: number;
  /** Progress of the transition from the previous image, 0..1; 1 when it is complete, and for the first image. */
  readonly come: number;
}

/** Maximum length of a transition: in seconds, and as a share of an image's time. */
const CHANGE = { seconds: 0.6, share: 0.3 } as const;

/** The image shown at a moment of the video, 0..1. */
export function turnAt(video: number, count: number, seconds: number): Turn {
  const at = Math.min(video * count, count - 1e-9);
  const index = Math.max(0, Math.floor(at));
  const moment = at - index;
  const change = Math.min(CHANGE.share, (CHANGE.seconds * count) / seconds);
  return { index, moment, come: index === 0 ? 1 : Math.min(1, moment / change) };
}

/** Draws the images of a moment onto the whole frame. */
export type Stage = (context: SKRSContext2D, moment: Moment, come: number) => void;

/** Prepares the stage of a template. */
export function stageOf(template: Template, setting: Setting): Stage {
  const canvases = setting.images.map(canvasOf);
  switch (template.stage) {
    case 'full':
      return filling(template, setting, canvases);
    case 'prints':
      return printed(template, setting, canvases);
    default:
      return template.stage satisfies never;
  }
}

function filling({ zoom, change }: Template, { width, height }: Setting, canvases: readonly Canvas[]): Stage {
  const put = (context: SKRSContext2D, canvas: Canvas, near: number, aside = 0): void =>
    context.drawImage(
      canvas,
      (width * (1 - near)) / 2 + aside * width,
      (height * (1 - near)) / 2,
      width * near,
      height * near,
    );
  return (context, { image, index }, come) => {
    const own = canvases[index];
    const before = canvases[index - 1];
    if (own === undefined) return;
    const near = valueIn(zoom, image);
    if (before === undefined || come >= 1 || change === 'cut') return put(context, own, near);
    const left = valueIn(zoom, 1);
    const way = ease(come);
    switch (change) {
      case 'fade':
        put(context, before, left);
        context.globalAlpha = way;
        put(context, own, near);
        break;
      case 'slide':
        put(context, before, left, -way);
        context.save();
        context.beginPath();
        context.rect((1 - way) * width, 0, width, height);
        context.clip();
        put(context, own, near, 1 - way);
        context.restore();
        break;
      case 'zoom':
        put(context, before, left * (1 + 0.9 * way));
        context.globalAlpha = way;
        put(context, own, near * (1.35 - 0.35 * way));
        break;
      default:
        return change satisfies never;
    }
    context.globalAlpha = 1;
  };
}

/** A wooden table under a lamp. */
function table({ width, height, unit }: Sheet, seed: number): Canvas {
  return sprite(width, height, (context) => {
    const planks = 5;
    for (let plank = 0; plank < planks; plank += 1) {
      const tone = 0.9 + 0.16 * hashPoint(plank, 1, seed);
      context.fillStyle = `rgb(${Math.round(122 * tone)}, ${Math.round(84 * tone)}, ${Math.round(54 * tone)})`;
      const top = (plank * height) / planks;
      context.fillRect(0, top, width, height / planks);
      for (let line = 0; line < 46; line += 1) {
        const y = top + hashPoint(line, plank + 10, seed) * (height / planks);
        context.strokeStyle = `rgba(${hashPoint(line, plank + 20, seed) > 0.5 ? '58, 34, 18' : '176, 128, 86'}, ${0.06 + 0.16 * hashPoint(line, plank + 30, seed)})`;
        context.lineWidth = unit * (0.0008 + 0.003 * hashPoint(line, plank + 40, seed));
        context.beginPath();
        context.moveTo(0, y);
        const bow = unit * 0.02 * (hashPoint(line, plank + 50, seed) - 0.5);
        context.bezierCurveTo(width * 0.3, y + bow, width * 0.6, y - bow, width, y + bow * 0.5);
        context.stroke();
      }
      context.fillStyle = 'rgba(30, 16, 8, 0.55)';
      context.fillRect(0, top, width, Math.max(1, unit * 0.003));
    }
    const lamp = context.createRadialGradient(
      width * 0.45,
      height * 0.36,
      unit * 0.1,
      width * 0.5,
      height * 0.5,
      Math.hypot(width, height) * 0.6,
    );
    lamp.addColorStop(0, 'rgba(255, 232, 196, 0.3)');
    lamp.addColorStop(0.5, 'rgba(40, 22, 10, 0.08)');
    lamp.addColorStop(1, 'rgba(16, 8, 4, 0.62)');
    context.fillStyle = lamp;
    context.fillRect(0, 0, width, height);
  });
}

/** A print: an image in a white border that is wider at the bottom. */
const PRINT = { border: 0.055, below: 0.2 } as const;
/**
 * Positions of prints by their number: the middle as shares of the frame, the image's side as a share of the shorter
 * side, and the rotation.
 */
const PLACES = [
  [[0.5, 0.47, 0.66, -0.045]],
  [
    [0.31, 0.48, 0.56, -0.09],
    [0.69, 0.5, 0.56, 0.07],
  ],
  [
    [0.23, 0.46, 0.5, -0.11],
    [0.77, 0.47, 0.5, 0.1],
    [0.5, 0.52, 0.54, -0.02],
  ],
  [
    [0.25, 0.32, 0.42, -0.1],
    [0.72, 0.3, 0.42, 0.08],
    [0.31, 0.7, 0.42, 0.06],
    [0.7, 0.69, 0.42, -0.07],
  ],
] as const;
/** Positions in a vertical frame, where prints lie one below another. */
const UPRIGHT = [
  [[0.5, 0.47, 0.8, -0.045]],
  [
    [0.47, 0.27, 0.68, -0.08],
    [0.53, 0.7, 0.68, 0.06],
  ],
  [
    [0.4, 0.2, 0.5, -0.1],
    [0.6, 0.78, 0.5, 0.09],
    [0.5, 0.49, 0.54, -0.02],
  ],
  [
    [0.29, 0.28, 0.4, -0.1],
    [0.71, 0.3, 0.4, 0.08],
    [0.3, 0.68, 0.4, 0.06],
    [0.7, 0.7, 0.4, -0.07],
  ],
] as const;

/** As shares of the video: the time by which all prints have fallen, and the time that each takes to develop. */
const FALLEN = 0.6;
const COMING_OUT = 0.34;

function printed({ zoom }: Template, setting: Setting, canvases: readonly Canvas[]): Stage {
  const { width, height, unit, random } = setting;
  const ground = table(setting, random('table').int(0, 0x7fffffff));
  const places = (height > width ? UPRIGHT : PLACES)[canvases.length - 1] ?? [];
  return (context, { progress }) => {
    const near = valueIn(zoom, progress);
    context.save();
    context.translate(width / 2, height / 2);
    context.scale(near, near);
    context.translate(-width / 2, -height / 2);
    context.drawImage(ground, 0, 0);
    places.forEach(([x, y, size, turn], index) => {
      const canvas = canvases[index];
      const start = 0.03 + (index * FALLEN) / places.length;
      const fall = Math.min(1, Math.max(0, (progress - start) / 0.1));
      if (canvas === undefined || fall <= 0) return;
      const print = {
        x: x * width,
        y: y * height,
        side: size * unit,
        turn,
        fall,
        out: ease(Math.min(1, Math.max(0, (progress - start - 0.06) / COMING_OUT))),
      };
      lay(context, canvas, setting, print);
    });
    context.restore();
  };
}

interface Print {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly turn: number;
  /** 0 in the air to 1 on the table. */
  readonly fall: number;
  /** How far the image has developed, 0 to 1. */
  readonly out: number;
}

function lay(
  context: SKRSContext2D,
  canvas: Canvas,
  { width, height, unit }: Sheet,
  { x, y, side, turn, fall, out }: Print,
): void {
  const high = (1 - fall) ** 2;
  const border = side * PRINT.border;
  context.save();
  context.translate(x, y - high * unit * 0.5);
  context.rotate(turn + high * 0.5);
  context.scale(1 + high * 0.7, 1 + high * 0.7);
  context.globalAlpha = Math.min(1, fall * 4);
  context.shadowColor = 'rgba(12, 6, 2, 0.55)';
  context.shadowBlur = unit * (0.022 + 0.06 * high);
  context.shadowOffsetY = unit * (0.012 + 0.12 * high);
  context.fillStyle = '#fbf8f1';
  context.fillRect(-side / 2 - border, -side / 2 - border, side + 2 * border, side + border + side * PRINT.below);
  context.shadowColor = 'transparent';
  const cut = Math.min(width, height);
  context.drawImage(canvas, (width - cut) / 2, (height - cut) / 2, cut, cut, -side / 2, -side / 2, side, side);
  // A print that has just fallen is still pale brown.
  context.fillStyle = `rgba(92, 84, 70, ${0.96 * (1 - out)})`;
  context.fillRect(-side / 2, -side / 2, side, side);
  const gloss = context.createLinearGradient(-side / 2, -side / 2, side / 2, side / 2);
  gloss.addColorStop(0.2, 'rgba(255, 255, 255, 0.1)');
  gloss.addColorStop(0.45, 'rgba(255, 255, 255, 0)');
  context.fillStyle = gloss;
  context.fillRect(-side / 2, -side / 2, side, side);
  context.restore();
}
