/**
 * Draws the shapes of silhouettes in a box 100 high, whose lower edge (y = 100) is on the ground and whose middle is x
 * = 50. Every fill is shaded across the direction of the light and mixed with the silhouette colour in low light, so
 * that shapes match the image.
 */
import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';

import { adjust, css, lit, mix, type Rgb } from '../../scene/colour.js';
import { PIGMENTS, RAINBOW, type Palette } from '../../scene/palette.js';
import type { Random } from '../../scene/random.js';
import type { Act, Colour, SceneSubject, Season, TimeOfDay } from '../../scene/scene.js';

export type Point = readonly [x: number, y: number];
/** A joint of a limb: its position and thickness as a radius. */
export type Joint = readonly [x: number, y: number, radius: number];

/** Lighting of the objects in one image. */
export interface Lighting {
  readonly palette: Palette;
  /** −1 when the light comes from the left, 1 from the right. */
  readonly side: -1 | 1;
  /** 0 full colour to 1 plain dark shape. */
  readonly backlight: number;
  readonly time: TimeOfDay;
  readonly season: Season;
  /** Whether trees that can blossom do so, in pink. */
  readonly blossoming: boolean;
  readonly seconds: number;
}

/** Position and size of one object. */
export interface Placement {
  /** Pixels: the middle of the object's foot. */
  readonly x: number;
  readonly y: number;
  /** Pixels from its foot to its top. */
  readonly height: number;
  readonly flip: boolean;
  readonly colour?: Colour | undefined;
  readonly turn?: number;
  readonly act?: Act | undefined;
  readonly holds?: SceneSubject['holds'];
}

/** A light source of an object: drawn after its body, bright at night. */
export type Glow = (pen: Pen) => void;

/** Height of a jump, as a share of the animal's own. */
const LEAP = 0.32;

export class Pen {
  readonly glows: Glow[] = [];
  readonly lighting: Lighting;
  readonly random: Random;
  readonly place: Placement;
  /** One unit of the box in pixels. */
  readonly scale: number;
  readonly #context: SKRSContext2D;
  readonly #flip: number;

  constructor(context: SKRSContext2D, lighting: Lighting, place: Placement, random: Random) {
    this.#context = context;
    this.lighting = lighting;
    this.place = place;
    this.random = random;
    this.scale = place.height / 100;
    this.#flip = place.flip ? -1 : 1;
    this.begin();
  }

  /** Sets the canvas to the box. Called again for a second pass after `done`. */
  begin(): void {
    const { place } = this;
    const context = this.#context;
    context.save();
    const leaps = place.act === 'jump';
    context.translate(place.x, place.y - (leaps ? LEAP * place.height : 0));
    if (place.turn) context.rotate(place.turn);
    if (leaps) context.rotate(-0.2 * this.#flip);
    context.scale(this.scale * this.#flip, this.scale);
    context.translate(-50, -100);
    context.lineCap = 'round';
    context.lineJoin = 'round';
  }

  /** Ends the drawing and restores the canvas. */
  done(): void {
    this.#context.restore();
  }

  /** A uniform random number of this object. */
  vary(from: number, to: number): number {
    return this.random.range(from, to);
  }

  /** The requested colour, or else `own`. */
  colour(own: Rgb): Rgb {
    const requested = this.place.colour;
    return requested === undefined ? own : requested === 'rainbow' ? this.random.pick(RAINBOW) : PIGMENTS[requested];
  }

  /** A colour under the image's light: `key` 0 in the shade to 1 in the sun. */
  seen(colour: Rgb, key: number): Rgb {
    const { palette, backlight } = this.lighting;
    const { light } = palette;
    const surface = lit(
      colour,
      light.colour,
      light.sun * (0.28 + 1.12 * key),
      light.fill,
      light.ambient * (0.75 + 0.3 * key),
    );
    const dark = mix(palette.ink, palette.ridges[5] ?? palette.ink, 0.5);
    return mix(surface, dark, backlight * (1 - 0.35 * key));
  }

  /** Like `seen` with half light, for petals and other translucent things, which keep their colour by day. */
  thin(colour: Rgb): string {
    return css(mix(this.seen(colour, 0.85), colour, 0.6 * (1 - 0.62 * this.lighting.palette.darkness)));
  }

  /** Gradient from the lit side to the other, between `from` and `to` in box units. */
  #shade(colour: Rgb, from: number, to: number): CanvasGradient | string {
    const left = this.lighting.side * this.#flip < 0;
    const gradient = this.#context.createLinearGradient(from, 0, to, (to - from) * 0.35);
    const bright = css(this.seen(adjust(colour, { lightness: 1.04 }), 1));
    const dark = css(this.seen(adjust(colour, { lightness: 0.8 }), 0.18));
    gradient.addColorStop(left ? 0 : 1, bright);
    gradient.addColorStop(0.5, css(this.seen(colour, 0.6)));
    gradient.addColorStop(left ? 1 : 0, dark);
    return gradient;
  }

  #fill(path: Path2D, colour: Rgb | string, from: number, to: number): void {
    this.#context.fillStyle = typeof colour === 'string' ? colour : this.#shade(colour, from, to);
    this.#context.fill(path);
  }

  /** An SVG path, shaded across `span` (the whole box when absent). A string colour is used as it is. */
  path(data: string, colour: Rgb | string, span: Point = [10, 90]): void {
    this.#fill(new Path2D(data), colour, span[0], span[1]);
  }

  poly(points: readonly Point[], colour: Rgb | string): void {
    const path = new Path2D();
    points.forEach(([x, y], index) => (index ? path.lineTo(x, y) : path.moveTo(x, y)));
    path.closePath();
    const xs = points.map((point) => point[0]);
    this.#fill(path, colour, Math.min(...xs), Math.max(...xs));
  }

  rect(x: number, y: number, width: number, height: number, colour: Rgb | string): void {
    const path = new Path2D();
    path.rect(x, y, width, height);
    this.#fill(path, colour, x, x + width);
  }

  oval(x: number, y: number, rx: number, ry: number, colour: Rgb | string, turn = 0): void {
    const path = new Path2D();
    path.ellipse(x, y, rx, ry, turn, 0, Math.PI * 2);
    this.#fill(path, colour, x - rx, x + rx);
  }

  /** A smooth closed outline through the points (Catmull-Rom). */
  blob(points: readonly Point[], colour: Rgb | string): void {
    const path = new Path2D();
    const at = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0];
    path.moveTo(...at(0));
    for (let i = 0; i < points.length; i += 1) {
      const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      path.bezierCurveTo(
        b[0] + (c[0] - a[0]) / 6,
        b[1] + (c[1] - a[1]) / 6,
        c[0] - (d[0] - b[0]) / 6,
        c[1] - (d[1] - b[1]) / 6,
        c[0],
        c[1],
      );
    }
    path.closePath();
    const xs = points.map((point) => point[0]);
    this.#fill(path, colour, Math.min(...xs), Math.max(...xs));
  }

  /** A tapering limb along a smooth line through joints: legs, necks, trunks, tails. */
  limb(joints: readonly Joint[], colour: Rgb | string, span?: Point): void {
    const line: Joint[] = [];
    const at = (index: number): Joint => joints[Math.min(joints.length - 1, Math.max(0, index))] ?? [0, 0, 0];
    const spline = (a: number, b: number, c: number, d: number, t: number): number =>
      0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
    for (let i = 0; i < joints.length - 1; i += 1) {
      const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      for (let k = 0; k < 8; k += 1) {
        const t = k / 8;
        line.push([
          spline(a[0], b[0], c[0], d[0], t),
          spline(a[1], b[1], c[1], d[1], t),
          Math.max(0.05, spline(a[2], b[2], c[2], d[2], t)),
        ]);
      }
    }
    line.push(at(joints.length - 1));
    const path = new Path2D();
    const left: Point[] = [];
    const right: Point[] = [];
    line.forEach(([x, y, r], index) => {
      const before = line[Math.max(0, index - 1)] ?? [x, y, r];
      const after = line[Math.min(line.length - 1, index + 1)] ?? [x, y, r];
      const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
      const nx = (-(after[1] - before[1]) / length) * r;
      const ny = ((after[0] - before[0]) / length) * r;
      left.push([x + nx, y + ny]);
      right.unshift([x - nx, y - ny]);
    });
    [...left, ...right].forEach(([x, y], index) => (index ? path.lineTo(x, y) : path.moveTo(x, y)));
    path.closePath();
    const xs = line.map((joint) => joint[0]);
    const wide = Math.max(...line.map((joint) => joint[2]));
    const [from, to] = span ?? [Math.min(...xs) - wide, Math.max(...xs) + wide];
    this.#fill(path, colour, from, to);
    for (const end of [at(0), at(joints.length - 1)]) {
      const cap = new Path2D();
      cap.ellipse(end[0], end[1], end[2], end[2], 0, 0, Math.PI * 2);
      this.#fill(cap, colour, from, to);
    }
  }

  /** A thin line: rigging, wires, whiskers. */
  line(points: readonly Point[], width: number, colour: Rgb | string): void {
    const context = this.#context;
    context.beginPath();
    points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.lineWidth = width;
    context.strokeStyle = typeof colour === 'string' ? colour : css(this.seen(colour, 0.55));
    context.stroke();
  }

  /** An SVG path drawn as a line. */
  stroke(data: string, width: number, colour: Rgb | string): void {
    this.#context.lineWidth = width;
    this.#context.strokeStyle = typeof colour === 'string' ? colour : css(this.seen(colour, 0.55));
    this.#context.stroke(new Path2D(data));
  }

  /** A soft round light or shade: full in the middle, zero at the edge. */
  soft(x: number, y: number, radius: number, colour: Rgb, alpha: number, squash = 1): void {
    const context = this.#context;
    context.save();
    context.translate(x, y);
    context.scale(1, squash);
    const gradient = context.createRadialGradient(0, 0, 0, 0, 0, radius);
    gradient.addColorStop(0, css(colour, alpha));
    gradient.addColorStop(0.4, css(colour, alpha * 0.45));
    gradient.addColorStop(1, css(colour, 0));
    context.fillStyle = gradient;
    context.fillRect(-radius, -radius, radius * 2, radius * 2);
    context.restore();
  }

  /** Glow around a lamp: falls off fast and reaches far. */
  halo(x: number, y: number, radius: number, colour: Rgb, alpha: number, squash = 1): void {
    const context = this.#context;
    context.save();
    context.translate(x, y);
    context.scale(1, squash);
    const gradient = context.createRadialGradient(0, 0, 0, 0, 0, radius * 1.5);
    for (let k = 0; k <= 10; k += 1) {
      const t = k / 10;
      gradient.addColorStop(t, css(colour, alpha * (1 - t) ** 2 * Math.exp(-3.4 * t)));
    }
    context.fillStyle = gradient;
    context.fillRect(-radius * 1.5, -radius * 1.5, radius * 3, radius * 3);
    context.restore();
  }

  /** Registers a light source: drawn unshaded after the body and blended as light. */
  glow(draw: Glow): void {
    this.glows.push(draw);
  }

  /** True when lamps are lit. */
  get night(): boolean {
    return this.lighting.palette.darkness > 0.3;
  }
}
