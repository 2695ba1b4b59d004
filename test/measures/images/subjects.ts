/**
 * Pictures with a known matte: shapes with soft and hairy edges, composed over grounds of several kinds. Drawn here,
 * from seeds.
 */
import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { createRandom, hashPoint } from '../../../src/engine/local/scene/random.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';

/** A picture and the alpha it was composed with. */
export interface Composed {
  readonly name: string;
  readonly image: Raster;
  /** 0..255 a pixel. */
  readonly alpha: Uint8Array;
}

type Paint = (context: SKRSContext2D, side: number) => void;

function rasterOf(canvas: Canvas): Raster {
  const { width, height } = canvas;
  return { width, height, data: new Uint8ClampedArray(canvas.getContext('2d').getImageData(0, 0, width, height).data) };
}

/** Draws with straight alpha on a clear ground. */
export function painted(side: number, paint: Paint): Raster {
  const canvas = createCanvas(side, side);
  paint(canvas.getContext('2d'), side);
  return rasterOf(canvas);
}

/** Round form: light from the upper left. */
function shaded(context: SKRSContext2D, side: number, light: string, dark: string): void {
  const shade = context.createRadialGradient(side * 0.4, side * 0.35, side * 0.05, side * 0.5, side * 0.5, side * 0.48);
  shade.addColorStop(0, light);
  shade.addColorStop(1, dark);
  context.fillStyle = shade;
}

const vase: Paint = (context, side) => {
  const s = side / 100;
  shaded(context, side, '#5aa0d8', '#16375f');
  context.beginPath();
  context.moveTo(43 * s, 20 * s);
  context.bezierCurveTo(45 * s, 38 * s, 26 * s, 45 * s, 29 * s, 62 * s);
  context.bezierCurveTo(31 * s, 78 * s, 40 * s, 82 * s, 40 * s, 88 * s);
  context.lineTo(60 * s, 88 * s);
  context.bezierCurveTo(60 * s, 82 * s, 69 * s, 78 * s, 71 * s, 62 * s);
  context.bezierCurveTo(74 * s, 45 * s, 55 * s, 38 * s, 57 * s, 20 * s);
  context.closePath();
  context.fill();
  context.fillStyle = '#e8d9a8';
  context.fillRect(30 * s, 58 * s, 40 * s, 5 * s);
};

/** An animal's head and body of fur: hundreds of hairs that stand out past the edge. */
const furry: Paint = (context, side) => {
  const random = createRandom(5, 'fur');
  const s = side / 100;
  const tuft = (cx: number, cy: number, rx: number, ry: number, hairs: number): void => {
    shaded(context, side, '#f0a860', '#8a4a1e');
    context.beginPath();
    context.ellipse(cx * s, cy * s, rx * s, ry * s, 0, 0, Math.PI * 2);
    context.fill();
    context.lineWidth = Math.max(0.7, 0.28 * s);
    for (let hair = 0; hair < hairs; hair += 1) {
      const angle = random.range(0, Math.PI * 2);
      const reach = random.range(1, 5);
      const x = cx + Math.cos(angle) * rx * 0.96;
      const y = cy + Math.sin(angle) * ry * 0.96;
      context.strokeStyle = random.pick(['#b8692e', '#8a4a1e', '#d98c48']);
      context.beginPath();
      context.moveTo(x * s, y * s);
      context.quadraticCurveTo(
        (x + Math.cos(angle) * reach * 0.6) * s,
        (y + Math.sin(angle) * reach * 0.6 + 0.6) * s,
        (x + Math.cos(angle + 0.2) * reach) * s,
        (y + Math.sin(angle + 0.2) * reach + 0.8) * s,
      );
      context.stroke();
    }
  };
  tuft(50, 68, 26, 22, 700);
  tuft(50, 38, 18, 17, 500);
  context.fillStyle = '#20140c';
  for (const x of [43, 57]) {
    context.beginPath();
    context.arc(x * s, 36 * s, 2.4 * s, 0, Math.PI * 2);
    context.fill();
  }
};

/** Head and shoulders, cut off by the lower edge. */
const bust: Paint = (context, side) => {
  const s = side / 100;
  context.fillStyle = '#31406e';
  context.beginPath();
  context.moveTo(14 * s, 100 * s);
  context.bezierCurveTo(16 * s, 72 * s, 34 * s, 70 * s, 43 * s, 66 * s);
  context.lineTo(57 * s, 66 * s);
  context.bezierCurveTo(66 * s, 70 * s, 84 * s, 72 * s, 86 * s, 100 * s);
  context.closePath();
  context.fill();
  context.fillStyle = '#d9a384';
  context.fillRect(43 * s, 54 * s, 14 * s, 14 * s);
  shaded(context, side, '#f0c3a4', '#b87f62');
  context.beginPath();
  context.ellipse(50 * s, 40 * s, 15 * s, 19 * s, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#3a2418';
  context.beginPath();
  context.ellipse(50 * s, 29 * s, 17.5 * s, 13 * s, 0, Math.PI * 0.95, Math.PI * 2.05);
  context.fill();
};

const star: Paint = (context, side) => {
  shaded(context, side, '#ffd75e', '#c8641e');
  context.beginPath();
  for (let point = 0; point < 10; point += 1) {
    const reach = side * (point % 2 === 0 ? 0.38 : 0.19);
    const angle = (point / 10) * Math.PI * 2 - Math.PI / 2;
    context.lineTo(side * 0.5 + Math.cos(angle) * reach, side * 0.52 + Math.sin(angle) * reach);
  }
  context.closePath();
  context.fill();
};

/** A mug: the hole of its handle shows the ground. */
const mug: Paint = (context, side) => {
  const s = side / 100;
  context.strokeStyle = '#a8242c';
  context.lineWidth = 6 * s;
  context.beginPath();
  context.ellipse(67 * s, 56 * s, 13 * s, 14 * s, 0, 0, Math.PI * 2);
  context.stroke();
  shaded(context, side, '#f25a56', '#97202a');
  context.beginPath();
  context.roundRect(24 * s, 34 * s, 42 * s, 46 * s, [2 * s, 2 * s, 10 * s, 10 * s]);
  context.fill();
  context.fillStyle = '#f8efe4';
  context.fillRect(24 * s, 50 * s, 42 * s, 7 * s);
};

/** A dandelion-like ball with no hard edge at all. */
const puff: Paint = (context, side) => {
  const soft = context.createRadialGradient(side * 0.5, side * 0.5, side * 0.2, side * 0.5, side * 0.5, side * 0.34);
  soft.addColorStop(0, 'rgba(246, 240, 226, 1)');
  soft.addColorStop(0.7, 'rgba(240, 228, 206, 0.95)');
  soft.addColorStop(1, 'rgba(236, 220, 196, 0)');
  context.fillStyle = soft;
  context.fillRect(0, 0, side, side);
};

const gradient =
  (from: string, to: string): Paint =>
  (context, side) => {
    const fill = context.createLinearGradient(0, 0, side * 0.3, side);
    fill.addColorStop(0, from);
    fill.addColorStop(1, to);
    context.fillStyle = fill;
    context.fillRect(0, 0, side, side);
  };

/** A wall of irregular stones or leaves: strong texture everywhere. */
const textured: Paint = (context, side) => {
  gradient('#6d7a68', '#4e5a4c')(context, side);
  const random = createRandom(9, 'texture');
  for (let spot = 0; spot < 1400; spot += 1) {
    context.fillStyle = random.pick(['rgba(40, 52, 40, 0.5)', 'rgba(128, 140, 116, 0.45)', 'rgba(92, 104, 84, 0.5)']);
    context.beginPath();
    context.ellipse(
      random.range(0, side),
      random.range(0, side),
      side * random.range(0.006, 0.022),
      side * random.range(0.004, 0.012),
      random.range(0, 3),
      0,
      Math.PI * 2,
    );
    context.fill();
  }
};

/** A scene of the engine's own, in focus or out of it. */
export async function scene(prompt: string, side: number, blur = 0): Promise<Raster> {
  const { raster } = await renderScene({ prompt, seed: 11, width: side, height: side });
  if (blur === 0) return raster;
  const sharp = createCanvas(side, side);
  const pixels = sharp.getContext('2d').createImageData(side, side);
  pixels.data.set(raster.data);
  sharp.getContext('2d').putImageData(pixels, 0, 0);
  return painted(side, (context) => {
    context.filter = `blur(${blur}px)`;
    context.drawImage(sharp, -blur * 2, -blur * 2, side + blur * 4, side + blur * 4);
  });
}

/** Lays a subject over a ground, with the grain of a camera. */
export function compose(name: string, subject: Raster, ground: Raster, grain = 5): Composed {
  const { width, height } = subject;
  const image = new Uint8ClampedArray(subject.data.length);
  const alpha = new Uint8Array(width * height);
  for (let i = 0; i < alpha.length; i += 1) {
    const share = subject.data[i * 4 + 3]! / 255;
    alpha[i] = subject.data[i * 4 + 3]!;
    const speck = (hashPoint(i % width, Math.floor(i / width), 77) - 0.5) * grain;
    for (let k = 0; k < 3; k += 1)
      image[i * 4 + k] = ground.data[i * 4 + k]! * (1 - share) + subject.data[i * 4 + k]! * share + speck;
    image[i * 4 + 3] = 255;
  }
  return { name, image: { width, height, data: image }, alpha };
}

/** Eight pictures of this side. */
export async function composedImages(side: number): Promise<readonly Composed[]> {
  const subject = (paint: Paint): Raster => painted(side, paint);
  return [
    compose('a vase before a plain wall', subject(vase), painted(side, gradient('#ded6c8', '#b8ac9a'))),
    compose('fur before a blurred forest', subject(furry), await scene('forest in the morning', side, side / 40)),
    compose(
      'a bust cut off below, before a blurred meadow',
      subject(bust),
      await scene('a meadow in summer at noon', side, side / 50),
    ),
    compose('a star before a texture', subject(star), painted(side, textured)),
    compose('a mug with a handle before a gradient', subject(mug), painted(side, gradient('#dfe9ee', '#9fb6c4'))),
    compose('a mug before a mountain scene', subject(mug), await scene('mountains and a lake at noon', side)),
    compose(
      'a puff without an edge before a dark gradient',
      subject(puff),
      painted(side, gradient('#274a3c', '#12241f')),
    ),
    compose('fur before a sea at dusk', subject(furry), await scene('the sea at dusk', side)),
  ];
}
