/** Single rocks: the cliff of a lighthouse, and the knoll on which an animal stands in front of the moon. */
import { adjust, css, mix } from '../../../scene/colour.js';
import { paintThings } from '../placing.js';
import { linear } from '../painter.js';
import { SILHOUETTES } from '../silhouettes/catalogue.js';
import type { Silhouette } from '../silhouettes/silhouette.js';
import { mixLight, type Stage } from '../stage.js';
import type { ScenePlace, SceneSubject } from '../../../scene/scene.js';

const INLAND: readonly ScenePlace[] = [
  'city',
  'street',
  'village',
  'desert',
  'canyon',
  'forest',
  'jungle',
  'meadow',
  'garden',
  'road',
  'volcano',
  'river',
  'lake',
  'waterfall',
  'glacier',
];

/** Whether a lighthouse stands on a cliff by the sea: always, unless the scene names inland terrain. */
export function craggy(stage: Stage): boolean {
  return stage.wants('lighthouse') && !INLAND.some((place) => stage.has(place));
}

/** A cliff from one side of the image with surf at its foot, and the lighthouse on it. */
export function paintCrag(stage: Stage): void {
  const { width, height, unit, palette, horizon, scene } = stage;
  const shape: Silhouette | undefined = SILHOUETTES.lighthouse;
  const subject = scene.subjects.find((one) => one.id === 'lighthouse');
  if (!shape || !subject) return;
  const random = stage.random('crag');
  const right = subject.where === 'right' || (subject.where !== 'left' && stage.sun.x < width / 2);
  const wide = Math.min(width, unit * 1.1);
  const at = (u: number): number => (right ? width - u * wide : u * wide);
  const top = horizon - unit * 0.07;
  const foot = Math.min(height * 0.93, horizon + unit * 0.22);
  const rock = adjust(mix(palette.rock.light, palette.rock.shade, 0.2), { lift: 0.07 * palette.darkness });
  const context = stage.canvas();
  // Three masses, each nearer one lower and darker, with facets from its own outline.
  for (const [layer, reach, high] of [
    [0, 0.62, 0],
    [1, 0.5, 0.07],
    [2, 0.36, 0.15],
  ] as const) {
    const tone = mix(rock, palette.ridges[5] ?? palette.ink, 0.06 + 0.12 * layer);
    const shade = context.createLinearGradient(at(reach), top, at(0), foot);
    const toSun = stage.sun.from[0] > 0 !== right;
    shade.addColorStop(0, css(adjust(tone, { lightness: toSun ? 1.22 : 0.86 })));
    shade.addColorStop(0.55, css(tone));
    shade.addColorStop(1, css(adjust(tone, { lightness: 0.66 })));
    context.fillStyle = shade;
    const edge: [number, number][] = [];
    const base = top + unit * high;
    for (let k = 0; k <= 26; k += 1) {
      const u = (k / 26) * reach;
      const fall = Math.max(0, (k / 26 - (layer === 0 ? 0.66 : 0.55)) / (layer === 0 ? 0.34 : 0.45));
      edge.push([
        at(u),
        base +
          (foot - base) * fall ** 1.35 +
          unit * random.range(-0.009, 0.009) * (layer === 0 && fall === 0 ? 0.5 : 1.6),
      ]);
    }
    context.beginPath();
    context.moveTo(at(-0.1), foot + unit * 0.03 * layer);
    context.lineTo(at(-0.1), base - unit * 0.01);
    for (const [x, y] of edge) context.lineTo(x, y);
    context.lineTo(at(reach), foot + unit * 0.03 * layer);
    context.fill();
    for (const [x, y] of edge) {
      const drop = unit * random.range(0.03, 0.13);
      context.fillStyle = css(
        random.chance(0.5) ? adjust(tone, { lightness: 0.72 }) : adjust(tone, { lightness: 1.16 }),
        0.5,
      );
      context.beginPath();
      context.moveTo(x, y + unit * 0.004);
      context.lineTo(x + unit * random.range(-0.035, 0.01), y + drop);
      context.lineTo(x + unit * random.range(0.012, 0.04), y + drop * random.range(0.7, 1.2));
      context.fill();
    }
    if (layer === 0) {
      context.strokeStyle = css(mix(palette.foliage.middle, palette.ridges[5] ?? palette.ink, 0.15));
      context.lineWidth = unit * 0.011;
      context.lineJoin = 'round';
      context.beginPath();
      edge.slice(0, 17).forEach(([x, y], k) => (k ? context.lineTo(x, y) : context.moveTo(x, y)));
      context.stroke();
    }
  }
  context.globalCompositeOperation = 'destination-out';
  context.fillStyle = '#000';
  context.fillRect(0, foot + unit * 0.07, width, height);
  context.globalCompositeOperation = 'source-over';
  stage.compose({
    grain: { strength: 0.3, x: unit * 0.02, y: unit * 0.05, seed: 4 },
    haze: 0.06,
    hazeTone: linear(palette.haze),
    rim: {
      strength: 0.5,
      tone: linear(palette.glow, 0.8),
      x: (stage.sun.x > at(0.4) ? 1 : -1) * unit * 0.003,
      y: -unit * 0.002,
    },
  });
  paintSurf(stage, at, foot, unit * 0.07);
  const tall = unit * shape.size * { small: 0.7, normal: 1.05, large: 1.3 }[subject.size];
  const lamp = {
    x: at(0.26),
    y: top + unit * 0.012,
    height: Math.min(tall, top * 0.92),
    flip: false,
    colour: subject.colour,
    depth: 0.12,
    stream: 'lighthouse/0',
  };
  paintThings(stage, shape, [lamp], false, false, true);
}

/** Foam where the sea meets the rock; it climbs in a storm. */
function paintSurf(stage: Stage, at: (u: number) => number, foot: number, deep: number): void {
  const { unit, palette, scene } = stage;
  const random = stage.random('surf');
  const context = stage.canvas();
  const foam = mix(palette.highlight, palette.haze, 0.25);
  const rough = scene.weather === 'storm' ? 2.6 : scene.weather === 'wind' || scene.weather === 'rain' ? 1.6 : 1;
  for (let k = 0; k < 150; k += 1) {
    const u = random.range(-0.02, 0.66);
    const near = Math.min(1, Math.max(0, (0.66 - u) / 0.4));
    const y = foot + deep * (0.1 + 0.9 * near) + unit * random.range(-0.012, 0.012);
    const r = unit * random.range(0.008, 0.03) * (0.6 + 0.4 * rough);
    const swell = Math.sin(stage.seconds * 1.2 + u * 9) * unit * 0.004;
    const spray = context.createRadialGradient(at(u), 0, 0, at(u), 0, r);
    spray.addColorStop(0, css(foam, random.range(0.12, 0.42)));
    spray.addColorStop(1, css(foam, 0));
    context.save();
    context.translate(0, y + swell - (random.chance(0.3) ? random.range(0, 0.035) * unit * rough : 0));
    context.scale(1, random.chance(0.3) ? 0.8 : 0.28);
    context.fillStyle = spray;
    context.fillRect(at(u) - r, -r, r * 2, r * 2);
    context.restore();
  }
  stage.compose({ gain: 1 - 0.35 * palette.darkness });
}

/** A knoll under one animal or person. */
export interface Knoll {
  readonly subject: SceneSubject;
  readonly shape: Silhouette;
  readonly x: number;
  readonly top: number;
  readonly tall: number;
}

/** When the scene has the moon and one creature on open land: a knoll that raises the creature in front of the moon. */
export function knollFor(stage: Stage, taken: boolean): Knoll | undefined {
  if (taken || !stage.wants('moon') || !stage.sun.moon || stage.sun.radius < stage.unit * 0.11) return undefined;
  const groundSubjects = stage.scene.subjects.filter(
    (subject) => SILHOUETTES[subject.id]?.habit === 'ground' && stage.wants(subject.id),
  );
  const subject = groundSubjects[0];
  const shape: Silhouette | undefined = subject && SILHOUETTES[subject.id];
  if (
    !subject ||
    !shape ||
    groundSubjects.length > 1 ||
    subject.count > 1 ||
    shape.flock !== undefined ||
    shape.size < 0.15
  )
    return undefined;
  const tall = stage.unit * Math.max(0.2, Math.min(0.34, shape.size * 0.95));
  return { subject, shape, x: stage.sun.x, top: Math.min(stage.height * 0.84, stage.sun.y + tall * 0.92), tall };
}

/** The knoll and its creature, dark against the moon and with rim light. */
export function paintKnoll(stage: Stage, { subject, shape, x, top, tall }: Knoll): void {
  const { width, height, unit, palette } = stage;
  const random = stage.random('knoll');
  const context = stage.canvas();
  const left = x < width / 2;
  const shade = context.createLinearGradient(0, top, 0, height);
  const near = mix(palette.ridges[5] ?? palette.ink, palette.ridges[3] ?? palette.ink, 0.25);
  shade.addColorStop(0, css(near));
  shade.addColorStop(1, css(mix(near, palette.ink, 0.6)));
  context.fillStyle = shade;
  context.beginPath();
  context.moveTo(left ? -5 : width + 5, height + 5);
  for (let k = 0; k <= 90; k += 1) {
    const u = (k / 90) * 1.1;
    const px = left ? u * width : width - u * width;
    const off = (left ? px - x : x - px) / unit / 0.2;
    const slope =
      off < 0 ? 0.035 * off * off * unit * 1.2 : unit * (0.5 * (1 - Math.exp(-((off / 1.7) ** 2))) + 0.02 * off);
    context.lineTo(px, Math.min(height + 5, top + slope + unit * random.range(-0.004, 0.004)));
  }
  context.lineTo(left ? width * 1.1 : -width * 0.1, height + 5);
  context.fill();
  for (let k = 0; k < 60; k += 1) {
    const px = x + random.range(-0.2, 0.2) * unit;
    const blade = unit * random.range(0.006, 0.02);
    context.beginPath();
    context.moveTo(px - unit * 0.0015, top + unit * 0.012);
    context.lineTo(px + blade * random.range(-0.5, 0.5), top + unit * 0.008 - blade);
    context.lineTo(px + unit * 0.0015, top + unit * 0.012);
    context.fill();
  }
  stage.compose({
    rim: { strength: 0.55, tone: mixLight(linear(palette.glow), linear(palette.sun), 0.4), x: 0, y: -unit * 0.0026 },
    grain: { strength: 0.1, x: unit * 0.01, y: unit * 0.01, seed: 7 },
  });
  paintThings(
    stage,
    shape,
    [
      {
        x,
        y: top + unit * 0.006,
        height: tall,
        flip: !left,
        colour: subject.colour,
        depth: 0,
        dark: 0.78,
        stream: `${subject.id}/0`,
      },
    ],
    false,
    false,
    true,
  );
}
