/** Abstract images. */
import { adjust, css, mix, type Rgb } from '../../../scene/colour.js';
import { PIGMENTS, RAINBOW } from '../../../scene/palette.js';
import type { Random } from '../../../scene/random.js';
import type { SubjectId } from '../../../scene/scene.js';
import { linear, type Light } from '../painter.js';
import { scaleLight, type Stage } from '../stage.js';
import { eightTones } from './worlds.js';

/** The abstract subjects, in the order of the kernel's fields where it has one. */
export const ABSTRACTS = [
  'marble',
  'ink',
  'waves',
  'spiral',
  'fractal',
  'gradient',
  'smoke',
  'geometry',
  'mandala',
  'confetti',
] as const satisfies readonly SubjectId[];
export type Abstract = (typeof ABSTRACTS)[number];

/** Whether a pattern is part of a place here: waves on water, confetti in the air. */
export function isScenery(stage: Stage, id: Abstract): boolean {
  if (id === 'waves')
    return stage.has('sea') || stage.has('beach') || stage.has('island') || stage.has('harbour') || stage.has('lake');
  return id === 'confetti' && stage.scene.places.some((place) => place !== 'abstract' && place !== 'studio');
}

/** The requested abstract; chosen by the seed when the prompt only says "abstract". */
export function abstractOf(stage: Stage): Abstract {
  const requested = ABSTRACTS.find((id) => stage.wants(id));
  return requested ?? stage.random('abstract').pick(['marble', 'waves', 'geometry', 'gradient', 'ink'] as const);
}

const SETS: readonly (readonly string[])[] = [
  ['#0d1b2a', '#14505c', '#2a9d8f', '#e9c46a', '#f4a261', '#e76f51', '#fff3d6'],
  ['#150a2e', '#4a1a6b', '#a2326f', '#ee5d52', '#f9a03f', '#ffd97a', '#fff6e0'],
  ['#07202f', '#0f4c5c', '#1f8a8a', '#9ad1c4', '#f2e9dc', '#e9a178', '#b23a48'],
  ['#4a1a44', '#0b1f33', '#0f6f78', '#1e9a8f', '#f0e4cc', '#e2713a', '#f6c667'],
  ['#101522', '#29335c', '#5a6acf', '#b8a1e3', '#f4b6c2', '#f9dcc4', '#fffaf0'],
];

/** The sets that cover the whole circle of hues. */
const VIVID = [0, 2, 3].flatMap((index) => SETS.slice(index, index + 1));

function set(stage: Stage): readonly Rgb[] {
  const { scene } = stage;
  const random = stage.random('abstract colours');
  const named = scene.colours.includes('rainbow') ? RAINBOW : scene.colours.map((colour) => PIGMENTS[colour]);
  const { palette } = stage;
  if (named.length > 0) {
    const first = named[0] ?? palette.glow;
    const last = named.at(-1) ?? first;
    return [
      adjust(first, { lightness: 0.3 }),
      adjust(first, { lightness: 0.62 }),
      ...named,
      mix(last, palette.highlight, 0.45),
      mix(last, [255, 252, 244], 0.8),
    ];
  }
  const pick = random
    .pick(scene.moods.includes('vivid') ? VIVID : SETS)
    .map((text): Rgb => [
      Number.parseInt(text.slice(1, 3), 16),
      Number.parseInt(text.slice(3, 5), 16),
      Number.parseInt(text.slice(5, 7), 16),
    ]);
  const mood = scene.moods[0];
  const grade =
    mood === 'pastel'
      ? { chroma: 0.6, lightness: 0.72, lift: 0.28 }
      : mood === 'mono'
        ? { chroma: 0.05 }
        : mood === 'dark'
          ? { lightness: 0.7 }
          : mood === 'vivid'
            ? { chroma: 1.25 }
            : mood === 'bright'
              ? { lift: 0.08 }
              : mood === 'vintage'
                ? { chroma: 0.6, lift: 0.05 }
                : {};
  const night = scene.time === 'night' ? 0.8 : 1;
  const tint = mood === 'warm' ? ([255, 150, 80] as const) : mood === 'cold' ? ([70, 130, 230] as const) : palette.glow;
  return pick.map((colour) =>
    mix(
      adjust(colour, { ...grade, lightness: (grade.lightness ?? 1) * night }),
      tint,
      mood === 'warm' || mood === 'cold' ? 0.25 : 0.06,
    ),
  );
}

/** Fills the frame with the requested abstract. */
export function paintAbstract(stage: Stage, kind: Abstract): void {
  const { painter, unit, seconds } = stage;
  const random = stage.random(kind);
  const colours = set(stage);
  const tones = eightTones(colours.map((colour) => linear(colour)));
  const field = (
    index: number,
    more: Partial<{ scale: number; amount: number; x: number; y: number; tones: readonly Light[] }>,
  ): void =>
    painter.field({
      kind: index,
      unit,
      seed: stage.seed(kind),
      time: seconds,
      scale: 1,
      amount: 1,
      x: 0,
      y: 0,
      tones,
      ...more,
    });
  switch (kind) {
    case 'marble':
      return field(0, { scale: random.range(1.1, 1.6) });
    case 'ink': {
      // Many colours form bands like marbled paper, because on white each would thin out to a stain.
      if (stage.scene.colours.length === 0 && stage.scene.moods.includes('vivid'))
        return field(0, { scale: random.range(1.05, 1.3), amount: 0.7 });
      const paper: Light =
        stage.palette.darkness > 0.5 ? scaleLight(linear(colours[0] ?? [0, 0, 0]), 0.6) : [0.9, 0.87, 0.8];
      return field(1, { scale: random.range(1, 1.5), tones: [paper, ...tones.slice(1)] });
    }
    case 'waves':
      return field(2, {});
    case 'spiral':
      return field(3, {
        scale: random.range(0.6, 1.1),
        amount: random.int(3, 7),
        x: random.range(-0.12, 0.12),
        y: random.range(-0.12, 0.12),
      });
    case 'fractal': {
      const [x, y] = random.pick([
        [-0.8, 0.156],
        [-0.4, 0.6],
        [0.285, 0.01],
        [-0.7269, 0.1889],
        [-0.835, -0.2321],
        [0.355, 0.355],
        [-0.54, 0.54],
      ] as const);
      return field(4, { scale: random.range(2.2, 2.9), x, y });
    }
    case 'gradient':
      return field(5, { x: random.range(-1, 1), y: random.range(-1, 1) });
    case 'smoke': {
      const dark = colours.map((colour) => linear(colour));
      const at = (k: number): Light => dark[Math.min(dark.length - 1, k)] ?? [0, 0, 0];
      return field(6, {
        scale: 1.25,
        tones: [
          scaleLight(at(0), 0.35),
          scaleLight(at(1), 0.45),
          scaleLight(at(2), 0.7),
          at(2),
          at(4),
          at(5),
          at(6),
          at(6),
        ],
      });
    }
    case 'geometry':
      return geometry(stage, colours, random, field);
    case 'mandala':
      return mandala(stage, colours, random, field);
    case 'confetti':
      return confetti(stage, colours, random, field);
  }
}

type Field = (index: number, more: { tones?: readonly Light[]; x?: number; y?: number }) => void;

function geometry(stage: Stage, colours: readonly Rgb[], random: Random, field: Field): void {
  const { width, height, unit } = stage;
  const light = random.chance(0.6);
  const ground = light
    ? mix(colours.at(-1) ?? [255, 255, 255], [250, 246, 238], 0.6)
    : adjust(colours[0] ?? [0, 0, 0], { lightness: 0.8 });
  field(5, { tones: eightTones([linear(ground), linear(mix(ground, colours[2] ?? ground, 0.14))]), y: 0.5 });
  const context = stage.canvas();
  const pool = light ? colours.slice(0, -1) : colours.slice(1);
  const [fx, fy] = [width * random.pick([0.36, 0.62]), height * random.range(0.4, 0.6)];
  for (let k = 0; k < 26; k += 1) {
    const t = k / 26;
    const colour = random.pick(pool);
    const reach = unit * (0.08 + 0.45 * t ** 0.7);
    const angle = k * 2.39996 + random.range(-0.3, 0.3);
    const [x, y] = [fx + Math.cos(angle) * reach, fy + Math.sin(angle) * reach];
    const r = unit * (k === 0 ? 0.24 : random.range(0.02, 0.16) * (1.15 - t * 0.6));
    const turn = Math.round(random.range(0, 8)) * (Math.PI / 8) + stage.seconds * 0.05;
    context.save();
    context.translate(k === 0 ? fx : x, k === 0 ? fy : y);
    context.rotate(turn);
    context.shadowColor = css(colours[0] ?? [0, 0, 0], 0.35);
    context.shadowBlur = unit * 0.02;
    context.shadowOffsetY = unit * 0.008;
    const fill = context.createLinearGradient(-r, -r, r, r);
    fill.addColorStop(0, css(adjust(colour, { lightness: 1.1 })));
    fill.addColorStop(1, css(adjust(colour, { lightness: 0.84 })));
    context.fillStyle = fill;
    context.strokeStyle = css(colour);
    context.lineWidth = unit * 0.006;
    context.beginPath();
    switch (k === 0 ? 0 : random.int(0, 6)) {
      case 0:
        context.arc(0, 0, r, 0, Math.PI * 2);
        context.fill();
        break;
      case 1:
        context.rect(-r, -r * 0.6, r * 2, r * 1.2);
        context.fill();
        break;
      case 2:
        context.moveTo(0, -r);
        context.lineTo(r * 0.95, r * 0.7);
        context.lineTo(-r * 0.95, r * 0.7);
        context.closePath();
        context.fill();
        break;
      case 3:
        context.arc(0, 0, r, 0, Math.PI);
        context.closePath();
        context.fill();
        break;
      case 4:
        context.lineWidth = unit * 0.016;
        context.arc(0, 0, r, 0, Math.PI * 2);
        context.stroke();
        break;
      case 5:
        for (let q = 0; q < 7; q += 1) {
          context.moveTo(-r, (q - 3) * r * 0.26);
          context.lineTo(r, (q - 3) * r * 0.26);
        }
        context.stroke();
        break;
      default:
        context.arc(-r / 2, -r / 2, r * 1.4, 0, Math.PI / 2);
        context.lineTo(-r / 2, -r / 2);
        context.closePath();
        context.fill();
        break;
    }
    context.restore();
  }
  stage.compose();
}

function mandala(stage: Stage, colours: readonly Rgb[], random: Random, field: Field): void {
  const { width, height, unit } = stage;
  const deep = colours[0] ?? [0, 0, 0];
  field(5, {
    tones: eightTones([linear(adjust(deep, { lightness: 0.9 })), linear(mix(deep, colours[1] ?? deep, 0.6))]),
    y: 0.6,
  });
  const context = stage.canvas();
  context.translate(width / 2, height / 2);
  context.rotate(stage.seconds * 0.05);
  const folds = random.pick([8, 10, 12, 16]);
  const rings = 9;
  for (let ring = rings; ring >= 0; ring -= 1) {
    const outer = (Math.min(width, height) * 0.47 * (ring + 1)) / (rings + 1);
    const inner = (Math.min(width, height) * 0.47 * Math.max(0, ring - 0.6)) / (rings + 1);
    const n = folds * (ring > 4 ? 2 : 1);
    const colour = colours[1 + ((ring * 2 + random.int(0, 1)) % (colours.length - 1))] ?? deep;
    const kind = random.int(0, 3);
    for (let k = 0; k < n; k += 1) {
      context.save();
      context.rotate(((k + (ring % 2) / 2) / n) * Math.PI * 2);
      const half = (outer * Math.PI) / n;
      const fill = context.createLinearGradient(0, -inner, 0, -outer);
      fill.addColorStop(0, css(adjust(colour, { lightness: 0.78 })));
      fill.addColorStop(1, css(adjust(colour, { lightness: 1.12 })));
      context.fillStyle = fill;
      context.strokeStyle = css(mix(colour, [255, 246, 224], 0.65), 0.9);
      context.lineWidth = Math.max(0.6, unit * 0.0018);
      context.beginPath();
      if (kind === 0) {
        context.moveTo(0, -inner);
        context.bezierCurveTo(half * 1.3, -inner - (outer - inner) * 0.4, half * 0.7, -outer * 0.96, 0, -outer);
        context.bezierCurveTo(-half * 0.7, -outer * 0.96, -half * 1.3, -inner - (outer - inner) * 0.4, 0, -inner);
      } else if (kind === 1)
        context.arc(0, -(inner + outer) / 2, Math.min(half * 0.86, (outer - inner) / 2), 0, Math.PI * 2);
      else if (kind === 2) {
        context.moveTo(0, -outer);
        context.lineTo(half * 0.8, -(inner + outer) / 2);
        context.lineTo(0, -inner);
        context.lineTo(-half * 0.8, -(inner + outer) / 2);
        context.closePath();
      } else {
        context.moveTo(-half, -inner * 1.02);
        context.quadraticCurveTo(0, -outer * 1.12, half, -inner * 1.02);
        context.quadraticCurveTo(0, -inner * 0.98, -half, -inner * 1.02);
      }
      context.fill();
      context.stroke();
      context.fillStyle = css(mix(colour, [255, 246, 224], 0.8));
      context.beginPath();
      context.arc(0, -(inner + outer) / 2, unit * 0.0042, 0, Math.PI * 2);
      context.fill();
      context.restore();
    }
    context.strokeStyle = css(colours.at(-1) ?? deep, 0.5);
    context.beginPath();
    context.arc(0, 0, inner, 0, Math.PI * 2);
    context.stroke();
  }
  stage.compose();
}

function confetti(stage: Stage, colours: readonly Rgb[], random: Random, field: Field): void {
  const ground =
    stage.palette.darkness > 0.5 ? (colours[0] ?? [0, 0, 0]) : mix(stage.palette.haze, [255, 250, 244], 0.7);
  field(5, { tones: eightTones([linear(ground), linear(mix(ground, colours[3] ?? ground, 0.18))]), y: 0.8 });
  confettiInAir(stage, colours, random);
}

/** Paper in the air, over the painted image. */
export function paintConfetti(stage: Stage): void {
  confettiInAir(stage, set(stage), stage.random('confetti'));
}

function confettiInAir(stage: Stage, colours: readonly Rgb[], random: Random): void {
  const { width, height, unit } = stage;
  for (const depth of [0, 1, 2]) {
    const context = stage.canvas();
    for (let k = 0; k < 110; k += 1) {
      const colour = random.chance(0.4) ? random.pick(RAINBOW) : random.pick(colours.slice(1, 6));
      const r = unit * random.range(0.006, 0.011) * (1 + depth * 0.9);
      const x = random.next() * width;
      const y = ((random.next() ** 1.2 + stage.seconds * (0.05 + 0.04 * depth)) % 1) * height;
      const spin = random.range(0, 6.3) + stage.seconds * 2;
      const squash = Math.abs(Math.cos(random.range(0, 3.1) + stage.seconds * 3)) * 0.85 + 0.15;
      context.save();
      context.translate(x, y);
      context.rotate(spin);
      context.scale(1, squash);
      context.fillStyle = css(adjust(colour, { lightness: 0.8 + 0.34 * squash }), depth === 0 ? 0.6 : 1);
      context.beginPath();
      if (k % 5 === 0) context.arc(0, 0, r * 0.8, 0, Math.PI * 2);
      else if (k % 7 === 0) {
        context.lineWidth = r * 0.4;
        context.strokeStyle = context.fillStyle;
        context.moveTo(-r * 3, 0);
        for (let q = 0; q < 6; q += 1) context.quadraticCurveTo(-r * 2.5 + q * r, q % 2 ? r : -r, -r * 2 + q * r, 0);
        context.stroke();
        context.beginPath();
      } else context.rect(-r, -r * 0.55, r * 2, r * 1.1);
      context.fill();
      context.restore();
    }
    stage.compose();
  }
}
