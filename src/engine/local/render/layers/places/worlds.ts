/** Places without an open sky: space, the deep sea, caves, rooms, a studio. */
import { css, mix, type Rgb } from '../../../scene/colour.js';
import { linear, type Light } from '../painter.js';
import { paintThings } from '../placing.js';
import { SILHOUETTES } from '../silhouettes/catalogue.js';
import { mixLight, scaleLight, type Stage } from '../stage.js';

/** Eight tones interpolated over a list of colours, for the kernel's fields. */
export function eightTones(colours: readonly Light[]): readonly Light[] {
  return Array.from({ length: 8 }, (_, k) => {
    const at = (k / 7) * (colours.length - 1);
    const low = colours[Math.floor(at)] ?? [0, 0, 0];
    return mixLight(low, colours[Math.min(colours.length - 1, Math.floor(at) + 1)] ?? low, at - Math.floor(at));
  });
}

/** Stars on black with glowing gas, and a galaxy when requested. */
export function paintSpace(stage: Stage): void {
  const { painter, palette, unit, width, height, seconds } = stage;
  const random = stage.random('space');
  const deep = scaleLight(linear(mix(palette.ink, palette.sky[0]?.colour ?? palette.ink, 0.3)), 0.5);
  const bright = (colour: Rgb, gain: number): Light => linear(colour, gain);
  painter.sky({
    horizon: height * 4,
    unit,
    seed: stage.seed('space'),
    time: seconds,
    stops: [deep, deep, deep, deep, deep],
    sun: { x: 0, y: -height, radius: 1, disc: 'none', phase: 0, colour: [0, 0, 0] },
    glow: [0, 0, 0],
    glowStrength: 0,
    cloud: { cover: 0, softness: 1, scale: 1, stretch: 1, wind: 0, lit: deep, shade: deep, octaves: 1, height: 1 },
    stars: stage.wants('stars') ? 1.9 : 1.15,
  });
  const hues: readonly (readonly [Rgb, Rgb, Rgb])[] = [
    [
      [214, 70, 120],
      [70, 90, 210],
      [240, 150, 90],
    ],
    [
      [40, 150, 170],
      [120, 60, 190],
      [230, 110, 150],
    ],
    [
      [60, 90, 220],
      [190, 60, 140],
      [90, 200, 210],
    ],
    [
      [230, 120, 60],
      [150, 50, 120],
      [250, 200, 120],
    ],
  ];
  const own = random.pick(hues);
  const coloured = stage.scene.colours.length > 0;
  const tones: readonly [Light, Light, Light] = coloured
    ? [bright(palette.glow, 0.8), bright(palette.accent, 0.8), bright(palette.sky[2]?.colour ?? palette.glow, 0.8)]
    : [bright(own[0], 0.85), bright(own[1], 0.85), bright(own[2], 0.85)];
  const galaxy = stage.wants('galaxy');
  painter.nebula({
    unit,
    seed: stage.seed('gas'),
    time: seconds,
    strength: stage.wants('nebula') ? 1.1 : galaxy ? 0.4 : 0.75,
    scale: 1.25,
    spiral: 0,
    x: width / 2,
    y: height / 2,
    tilt: 1,
    turn: 0,
    tones,
  });
  if (galaxy) {
    painter.nebula({
      unit,
      seed: stage.seed('galaxy'),
      time: seconds,
      strength: 1.25,
      scale: 1,
      spiral: 0.52,
      x: width * random.range(0.44, 0.56),
      y: height * random.range(0.42, 0.52),
      tilt: random.range(0.42, 0.7),
      turn: random.range(-0.7, 0.7),
      tones: [bright([120, 150, 255], 0.9), tones[0], bright([255, 210, 160], 0.8)],
    });
  }
}

/** The sea from below: light from the surface, a reef at the bottom. */
export function paintUnderwater(stage: Stage): void {
  const { painter, palette, unit, scene } = stage;
  const dark = 1 - 0.72 * palette.darkness;
  const coloured = scene.colours.length > 0;
  const near = coloured ? linear(palette.sky[4]?.colour ?? palette.haze) : ([0.42, 0.86, 0.84] as const);
  const middle = coloured ? linear(palette.sky[2]?.colour ?? palette.haze) : ([0.035, 0.34, 0.48] as const);
  const deep = coloured
    ? scaleLight(linear(palette.sky[0]?.colour ?? palette.ink), 0.5)
    : ([0.006, 0.055, 0.14] as const);
  const tones = eightTones([
    scaleLight(near, dark),
    scaleLight(middle, dark),
    scaleLight(mixLight(middle, deep, 0.6), dark),
    scaleLight(deep, dark),
  ]);
  painter.field({
    kind: 7,
    unit,
    seed: stage.seed('deep'),
    time: stage.seconds,
    scale: 1,
    amount: 1,
    x: (stage.sun.x - stage.width / 2) / unit,
    y: 0,
    tones,
  });
}

/** A rough floor of sand and rock in blue light. */
export function paintSeabed(stage: Stage): void {
  const { painter, unit, width, height, palette } = stage;
  const dark = 1 - 0.7 * palette.darkness;
  const sand: Light = [0.1 * dark, 0.28 * dark, 0.32 * dark];
  const shade: Light = [0.004, 0.05 * dark, 0.1 * dark];
  const tone = { light: sand, shade };
  for (const [label, near, far, tall, base] of [
    ['far reef', 2.4, 7, 1.5, -0.1],
    ['reef', 0.5, 2.4, 0.36, -0.06],
  ] as const) {
    painter.terrain({
      land: 'reef',
      seed: stage.seed(label),
      horizon: height * 0.7,
      focal: unit,
      centre: width / 2,
      eye: 0.3,
      near,
      far,
      floor: height,
      steps: 380,
      height: tall,
      scale: label === 'reef' ? 1.9 : 0.8,
      shift: stage.random(label).range(0, 40),
      base,
      valley: { x: 0, width: 1, depth: 0 },
      sun: [stage.sun.from[0] * 0.4, 0.9, -0.15],
      rise: label === 'reef' ? 0 : 0.5,
      rock: tone,
      green: tone,
      snow: tone,
      snowLine: 9,
      greenLine: -1,
      haze: [0.012 * dark, 0.14 * dark, 0.26 * dark],
      hazeDensity: 0.24,
      hazeHeight: 3,
      glowX: stage.sun.x,
      glow: [0.03 * dark, 0.3 * dark, 0.4 * dark],
      tone: shade,
      toneShare: 0.05,
      trees: 0,
      treeCover: 0,
      tree: tone,
      wet: -9,
      hot: 0,
      time: 0,
      roundTrees: false,
      foam: [0, 0, 0],
    });
  }
}

/** Bubbles and drifting specks in front of everything. */
export function paintBubbles(stage: Stage): void {
  const { width, height, unit } = stage;
  const random = stage.random('bubbles');
  const context = stage.canvas();
  for (let k = 0; k < 70; k += 1) {
    const r = unit * random.range(0.0015, 0.008) * (random.chance(0.15) ? 2 : 1);
    const x = random.next() * width + Math.sin(stage.seconds * 2 + k) * r;
    const y = ((((random.next() - stage.seconds * 0.06) % 1) + 1) % 1) * height;
    context.strokeStyle = 'rgba(224, 250, 255, 0.5)';
    context.fillStyle = 'rgba(200, 240, 250, 0.12)';
    context.lineWidth = Math.max(0.6, r * 0.2);
    context.beginPath();
    context.arc(x, y, r, 0, Math.PI * 2);
    context.fill();
    context.stroke();
    context.fillStyle = 'rgba(255, 255, 255, 0.8)';
    context.beginPath();
    context.arc(x - r * 0.35, y - r * 0.35, r * 0.2, 0, Math.PI * 2);
    context.fill();
  }
  stage.compose();
}

/** Rock walls round an opening; the view outside must already be painted. */
export function paintCave(stage: Stage): void {
  const { width, height, unit, palette } = stage;
  const random = stage.random('cave');
  const context = stage.canvas();
  const [cx, cy] = [width * (0.5 + (stage.sun.x / width - 0.5) * 0.4), height * 0.5];
  for (let ring = 0; ring < 5; ring += 1) {
    const tone = mix(
      mix(palette.rock.light, palette.rock.shade, 0.3 + 0.2 * ring),
      palette.ridges[5] ?? palette.ink,
      0.1 + 0.2 * ring,
    );
    const shade = context.createRadialGradient(cx, cy, unit * 0.25, cx, cy, unit * 0.85);
    shade.addColorStop(0, css(mix(tone, palette.glow, 0.5 - ring * 0.12)));
    shade.addColorStop(0.45, css(tone));
    shade.addColorStop(1, css(mix(tone, palette.ink, 0.75)));
    context.fillStyle = shade;
    context.beginPath();
    context.rect(-4, -4, width + 8, height + 8);
    for (let k = 0; k <= 150; k += 1) {
      const angle = -(k / 150) * Math.PI * 2;
      const jag =
        0.06 * Math.sin(angle * 5 + ring * 2 + random.range(0, 0.05)) +
        0.04 * Math.sin(angle * 11 + ring * 5) +
        random.range(-0.012, 0.012);
      const hanging = Math.sin(angle) < -0.1 && k % (7 - ring) === 0 ? -random.range(0.04, 0.16) : 0;
      const r = unit * (0.3 + 0.052 * ring) * (1 + jag + hanging);
      const flat = Math.sin(angle) > 0 ? 0.72 : 1;
      const [x, y] = [cx + Math.cos(angle) * r * 1.08, cy + Math.sin(angle) * r * flat];
      if (k === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.fill('evenodd');
    stage.compose({ grain: { strength: 0.34, x: unit * 0.016, y: unit * 0.024, seed: ring } });
    context.clearRect(0, 0, width, height);
  }
  const crystals = stage.canvas();
  for (let k = 0; k < 22; k += 1) {
    const side = random.chance(0.5) ? -1 : 1;
    const [x, y] = [width * (0.5 + side * random.range(0.27, 0.5)), height * random.range(0.74, 1)];
    const tall = unit * random.range(0.03, 0.11);
    const lean = -side * tall * random.range(0.1, 0.5);
    crystals.fillStyle = css(mix(palette.accent, palette.highlight, random.range(0, 0.4)), 0.85);
    crystals.beginPath();
    crystals.moveTo(x - tall * 0.16, y);
    crystals.lineTo(x + lean - tall * 0.1, y - tall * 0.8);
    crystals.lineTo(x + lean, y - tall);
    crystals.lineTo(x + tall * 0.16, y);
    crystals.fill();
    crystals.fillStyle = css(mix(palette.accent, palette.ink, 0.4), 0.6);
    crystals.beginPath();
    crystals.moveTo(x, y);
    crystals.lineTo(x + lean, y - tall);
    crystals.lineTo(x + tall * 0.16, y);
    crystals.fill();
  }
  stage.compose({ gain: 0.7 });
}

/**
 * A room with a window; the view outside must already be painted.
 * @param furnished for a room with furniture: the row of the floor and the column of a smaller window, as shares
 */
export function paintRoom(stage: Stage, furnished?: { readonly floor: number; readonly window: number }): void {
  const { width, height, unit, palette } = stage;
  const context = stage.canvas();
  const night = palette.darkness > 0.3;
  const wall = mix(mix(palette.wall, palette.ridges[3] ?? palette.ink, night ? 0.5 : 0.12), palette.accent, 0.08);
  const wood = mix(palette.trunk, palette.roof, 0.3);
  const floor = height * (furnished?.floor ?? 0.8);
  const [w, h] = furnished ? [unit * 0.36, unit * 0.28] : [unit * 0.5, unit * 0.46];
  const column = furnished?.window ?? 0.5 + (stage.sun.x > width / 2 ? 0.06 : -0.06);
  const [x, y] = [
    Math.min(width * 0.97 - w, Math.max(width * 0.03, width * column - w / 2)),
    height * (furnished ? 0.1 : 0.17),
  ];
  const paint = context.createLinearGradient(0, 0, width, height);
  paint.addColorStop(0, css(mix(wall, palette.glow, 0.12)));
  paint.addColorStop(1, css(mix(wall, palette.ink, 0.35)));
  context.fillStyle = paint;
  context.beginPath();
  context.rect(0, 0, width, floor);
  context.rect(x, y, w, h);
  context.fill('evenodd');
  const boards = context.createLinearGradient(0, floor, 0, height);
  boards.addColorStop(0, css(mix(wood, palette.glow, 0.16)));
  boards.addColorStop(1, css(mix(wood, palette.ink, 0.5)));
  context.fillStyle = boards;
  context.fillRect(0, floor, width, height - floor);
  context.strokeStyle = css(palette.ink, 0.35);
  context.lineWidth = Math.max(1, unit * 0.0016);
  for (let k = -14; k <= 14; k += 1) {
    context.beginPath();
    context.moveTo(width / 2 + k * unit * 0.05, floor);
    context.lineTo(width / 2 + k * unit * 0.13, height);
    context.stroke();
  }
  context.fillStyle = css(mix(palette.wall, palette.highlight, 0.35));
  context.fillRect(0, floor - unit * 0.028, width, unit * 0.028);
  const bar = unit * 0.012;
  for (const [bx, by, bw, bh] of [
    [x - bar * 2, y - bar * 2, w + bar * 4, bar * 2],
    [x - bar * 2, y + h, w + bar * 4, bar * 2.6],
    [x - bar * 2, y, bar * 2, h],
    [x + w, y, bar * 2, h],
    [x + w / 2 - bar / 2, y, bar, h],
    [x, y + h * 0.45, w, bar],
  ] as const)
    context.fillRect(bx, by, bw, bh);
  for (const side of [-1, 1]) {
    const edge = side < 0 ? x - bar * 2 : x + w + bar * 2;
    const cloth = context.createLinearGradient(edge, 0, edge + side * unit * 0.12, 0);
    for (let k = 0; k <= 8; k += 1)
      cloth.addColorStop(k / 8, css(mix(palette.accent2, palette.ink, k % 2 ? 0.16 : 0.42)));
    context.fillStyle = cloth;
    context.beginPath();
    context.moveTo(edge - side * unit * 0.05, y - unit * 0.05);
    context.lineTo(edge + side * unit * 0.11, y - unit * 0.05);
    const hem = furnished ? y + h + unit * 0.06 : floor - unit * 0.01;
    context.quadraticCurveTo(edge + side * unit * 0.09, y + h * 0.7, edge + side * unit * 0.12, hem);
    context.lineTo(edge - side * unit * 0.005, hem);
    context.quadraticCurveTo(edge + side * unit * 0.02, y + h * 0.5, edge - side * unit * 0.05, y - unit * 0.05);
    context.fill();
  }
  context.fillStyle = css(wood);
  context.fillRect(x - unit * 0.09, y - unit * 0.062, w + unit * 0.18, unit * 0.014);
  stage.compose({ grain: { strength: 0.06, x: unit * 0.05, y: unit * 0.004, seed: 2 } });
  const light = stage.canvas();
  const slant = stage.sun.from[0] > 0 ? -0.3 : 0.3;
  for (const [a, b] of [
    [0.03, 0.48],
    [0.53, 0.97],
  ] as const) {
    light.beginPath();
    light.moveTo(x + w * a + slant * unit * 0.3, floor + unit * 0.02);
    light.lineTo(x + w * b + slant * unit * 0.3, floor + unit * 0.02);
    light.lineTo(x + w * b + slant * unit * 0.7, height * 0.985);
    light.lineTo(x + w * a + slant * unit * 0.7, height * 0.985);
    light.fillStyle = css(palette.glow, night ? 0.1 : 0.4);
    light.fill();
  }
  stage.compose();
  if (furnished) return;
  const plant = SILHOUETTES.palm;
  const side = x + w / 2 > width / 2 ? 0.14 : 0.86;
  if (plant)
    paintThings(
      stage,
      plant,
      [
        {
          x: width * side,
          y: floor + unit * 0.05,
          height: unit * 0.42,
          flip: side < 0.5,
          colour: undefined,
          depth: 0,
          stream: 'room/plant',
        },
      ],
      false,
      true,
      false,
    );
}

/** A seamless paper backdrop with a pool of light. */
export function paintStudio(stage: Stage): void {
  const { painter, palette, unit } = stage;
  const light = linear(mix(palette.haze, palette.highlight, 0.3));
  painter.field({
    kind: 5,
    unit,
    seed: stage.seed('studio'),
    time: 0,
    scale: 1,
    amount: 1,
    x: 0,
    y: 0.9,
    tones: eightTones([
      light,
      light,
      mixLight(light, linear(palette.sky[2]?.colour ?? palette.haze), 0.6),
      linear(palette.sky[1]?.colour ?? palette.haze),
    ]),
  });
}

/** A stage: curtains to both sides, boards, and a spotlight from above. */
export function paintTheatre(stage: Stage): void {
  const { painter, palette, unit, width, height, scene } = stage;
  const cloth = scene.colours.length > 0 ? palette.accent : ([122, 30, 44] as const);
  const deep = mix(cloth, [8, 6, 14], 0.82);
  painter.field({
    kind: 5,
    unit,
    seed: stage.seed('stage'),
    time: 0,
    scale: 1,
    amount: 1,
    x: 0,
    y: 0.9,
    tones: eightTones([linear(mix(deep, [40, 34, 70], 0.5)), linear(deep)]),
  });
  const context = stage.canvas();
  const floor = height * 0.76;
  const boards = context.createLinearGradient(0, floor, 0, height);
  boards.addColorStop(0, css(mix([112, 70, 44], deep, 0.5)));
  boards.addColorStop(1, css(mix([112, 70, 44], deep, 0.84)));
  context.fillStyle = boards;
  context.fillRect(0, floor, width, height - floor);
  context.strokeStyle = css([10, 6, 8], 0.4);
  context.lineWidth = Math.max(1, unit * 0.0016);
  for (let k = -12; k <= 12; k += 1) {
    context.beginPath();
    context.moveTo(width / 2 + k * unit * 0.06, floor);
    context.lineTo(width / 2 + k * unit * 0.13, height);
    context.stroke();
  }
  for (const side of [-1, 1] as const) {
    const folds = 7;
    for (let k = 0; k < folds; k += 1) {
      const x =
        side < 0 ? (k * unit * 0.2) / folds - unit * 0.01 : width + unit * 0.01 - ((k + 1) * unit * 0.2) / folds;
      const w = (unit * 0.2) / folds + 1;
      const fold = context.createLinearGradient(x, 0, x + w, 0);
      fold.addColorStop(0, css(mix(cloth, [10, 6, 12], 0.66)));
      fold.addColorStop(side < 0 ? 0.65 : 0.35, css(mix(cloth, [255, 190, 150], 0.08)));
      fold.addColorStop(1, css(mix(cloth, [10, 6, 12], 0.6)));
      context.fillStyle = fold;
      context.fillRect(x, 0, w, height * 0.84 + unit * 0.008 * Math.sin(k * 2));
    }
  }
  for (let k = 0; k < 9; k += 1) {
    const x = (k / 9) * width;
    const drape = context.createLinearGradient(0, 0, 0, unit * 0.14);
    drape.addColorStop(0, css(mix(cloth, [10, 6, 12], 0.62)));
    drape.addColorStop(1, css(mix(cloth, [255, 190, 150], 0.06)));
    context.fillStyle = drape;
    context.beginPath();
    context.moveTo(x, -2);
    context.quadraticCurveTo(x + width / 18, unit * 0.21, x + width / 9, -2);
    context.fill();
  }
  stage.compose({ grain: { strength: 0.06, x: unit * 0.01, y: unit * 0.05, seed: 6 } });
  const light = stage.canvas();
  const beam = light.createLinearGradient(0, 0, 0, height * 0.86);
  beam.addColorStop(0, 'rgba(255, 244, 214, 0.085)');
  beam.addColorStop(1, 'rgba(255, 238, 200, 0.016)');
  light.fillStyle = beam;
  for (let k = 0; k < 14; k += 1) {
    light.beginPath();
    light.moveTo(width * 0.5 - unit * 0.02, -unit * 0.05);
    light.lineTo(width * 0.5 + unit * 0.02, -unit * 0.05);
    light.lineTo(width * 0.5 + unit * (0.14 + 0.014 * k), height * 0.86);
    light.lineTo(width * 0.5 - unit * (0.14 + 0.014 * k), height * 0.86);
    light.fill();
  }
  light.save();
  light.translate(width * 0.5, height * 0.86);
  light.scale(1, 0.22);
  const pool = light.createRadialGradient(0, 0, 0, 0, 0, unit * 0.36);
  pool.addColorStop(0, 'rgba(255, 240, 206, 0.75)');
  pool.addColorStop(0.7, 'rgba(255, 236, 196, 0.45)');
  pool.addColorStop(1, 'rgba(255, 232, 190, 0)');
  light.fillStyle = pool;
  light.fillRect(-unit * 0.4, -unit * 0.4, unit * 0.8, unit * 0.8);
  light.restore();
  stage.compose({ add: 0.6 });
}
