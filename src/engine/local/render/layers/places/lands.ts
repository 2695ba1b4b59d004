/** Terrain without its own water: ranges, hills, deserts, and the ground at the viewer's feet. */
import { linear, type Light, type Tone } from '../painter.js';
import { mixLight, scaleLight, toneOf, type Stage } from '../stage.js';
import { greenTone, paintLand } from '../land.js';

/** World x, at distance z, of the column below the sun, where valleys open. */
function sunward(stage: Stage, z: number): number {
  return ((stage.sun.x - stage.width / 2) / stage.unit) * z;
}

/** Mountains: a far range and a near one, open towards the sun. `floor` is the row where they end. */
export function paintMountains(stage: Stage, floor: number): void {
  const winter = stage.scene.season === 'winter';
  const icy = stage.has('glacier');
  const tall =
    (stage.scene.framing === 'close' ? 1.3 : stage.scene.framing === 'minimal' ? 0.6 : 1) *
    (floor < stage.height ? 1 : 1.3);
  const snow = icy ? 0.05 : winter ? 0.16 : stage.random('snow').range(0.36, 0.6);
  paintLand(stage, {
    label: 'far range',
    land: 'alps',
    ridge: 1.2,
    near: 14,
    far: 46,
    rise: 0.62,
    height: 6.4 * tall,
    scale: 0.2,
    hazeDensity: 0.018,
    snowLine: snow,
    greenLine: -1,
    floor,
    valley: { x: sunward(stage, 32), width: 7, depth: 0.45 },
  });
  if (stage.scene.framing === 'minimal') return;
  paintLand(stage, {
    label: 'near range',
    land: 'alps',
    ridge: 2.6,
    near: 6,
    far: 15,
    rise: 0.66,
    height: 1.9 * tall,
    scale: 0.5,
    hazeDensity: 0.035,
    snowLine: snow + 0.12,
    greenLine: winter || icy ? -1 : 0.42,
    floor,
    valley: { x: sunward(stage, 11), width: 3.4, depth: 0.72 },
    trees: winter || icy ? 0 : 0.05,
    treeCover: 0.5,
  });
}

/** Rolling hills with scattered woods. */
export function paintHills(stage: Stage, floor: number, low: boolean): void {
  const round = stage.scene.season !== 'winter' && stage.random('woods').chance(0.4);
  const cover = stage.has('forest') || stage.has('jungle') ? 1.05 : 0.34;
  paintLand(stage, {
    label: 'far hills',
    land: 'hills',
    ridge: 2,
    near: 8,
    far: 20,
    rise: 0.6,
    height: low ? 2 : 3,
    scale: 0.34,
    hazeDensity: 0.045,
    floor,
    trees: 0.1,
    treeCover: cover,
    roundTrees: round,
    valley: { x: sunward(stage, 14), width: 4, depth: low ? 0.6 : 0.3 },
  });
  paintLand(stage, {
    label: 'hills',
    land: 'hills',
    ridge: 3.3,
    near: 3.6,
    far: 8,
    rise: 0.62,
    height: low ? 1.15 : 1.7,
    scale: 0.62,
    hazeDensity: 0.06,
    floor,
    trees: 0.12,
    treeCover: cover,
    roundTrees: round,
    valley: { x: sunward(stage, 5.5), width: 1.8, depth: low ? 0.75 : 0.5 },
  });
}

/** Hills down to the viewer's feet, one behind another. */
export function paintDowns(stage: Stage, stony = false): void {
  const { palette } = stage;
  const green = stony ? toneOf(palette.rock) : greenTone(stage);
  paintLand(stage, {
    label: 'downs',
    land: 'hills',
    ridge: 3.8,
    share: 0.16 + 0.2 * palette.darkness,
    near: 1.5,
    far: 4.6,
    rise: 0.4,
    height: 1.05,
    scale: 0.9,
    base: -0.1,
    eye: 0.5,
    hazeDensity: 0.06,
    green,
    rock: green,
    trees: stony ? 0 : 0.07,
    treeCover: 0.22,
    roundTrees: true,
  });
  paintLand(stage, {
    label: 'near down',
    land: 'hills',
    ridge: 4.6,
    share: 0.16 + 0.22 * palette.darkness,
    near: 0.45,
    far: 1.9,
    height: 0.34,
    scale: 1.5,
    base: -0.06,
    eye: 0.5,
    hazeDensity: 0.03,
    green,
    rock: green,
  });
}

export function paintVolcano(stage: Stage, floor: number): void {
  const random = stage.random('volcano');
  const x = sunward(stage, 14) > 0 ? random.range(-2.6, -1) : random.range(1, 2.6);
  const centre = stage.scene.framing === 'symmetric' ? 0 : x;
  paintLand(stage, {
    label: 'volcano',
    land: 'volcano',
    ridge: 2.4,
    near: 6,
    far: 24,
    height: 4.6,
    scale: 1,
    hazeDensity: 0.022,
    floor,
    valley: { x: centre, width: 6.2, depth: 14 },
    hot: 0.55 + 0.9 * stage.palette.darkness,
    snowLine: stage.scene.season === 'winter' ? 0.5 : 9,
    greenLine: 0.13,
  });
  const context = stage.canvas();
  const cx = stage.width / 2 + (centre / 14) * stage.unit;
  const top = stage.horizon - ((4.6 * 0.93 - 0.35) / 14) * stage.unit;
  const lit = linearCss(stage);
  for (let k = 0; k < 70; k += 1) {
    const t = k / 70;
    const r = stage.unit * (0.02 + 0.085 * t) * random.range(0.7, 1.25);
    const px =
      cx +
      stage.unit *
        (Math.sin(t * 5 + random.range(-0.5, 0.5) + stage.seconds * 0.3) * 0.05 * t +
          t * t * 0.2 * (centre > 0 ? -1 : 1));
    const py = top - stage.unit * (t * 0.4 + ((stage.seconds * 0.02) % 0.02) * t);
    const gradient = context.createRadialGradient(px, py, 0, px, py, r);
    const tone = random.chance(0.5) ? lit.light : lit.shade;
    gradient.addColorStop(0, `rgba(${tone}, ${0.34 * (1 - t * 0.7)})`);
    gradient.addColorStop(1, `rgba(${tone}, 0)`);
    context.fillStyle = gradient;
    context.fillRect(px - r, py - r, r * 2, r * 2);
  }
  stage.compose();
  stage.canvas();
  const glow = context.createRadialGradient(cx, top, 0, cx, top, stage.unit * 0.15);
  glow.addColorStop(0, 'rgba(255, 130, 50, 0.6)');
  glow.addColorStop(0.2, 'rgba(255, 90, 36, 0.24)');
  glow.addColorStop(0.55, 'rgba(255, 70, 26, 0.06)');
  glow.addColorStop(1, 'rgba(255, 60, 20, 0)');
  context.fillStyle = glow;
  context.fillRect(cx - stage.unit * 0.15, top - stage.unit * 0.15, stage.unit * 0.3, stage.unit * 0.3);
  stage.compose({ gain: 1.2 });
}

function linearCss(stage: Stage): { light: string; shade: string } {
  const { cloud } = stage.palette;
  return {
    light: cloud.light.map((part) => Math.round(part * 0.72)).join(', '),
    shade: cloud.shade.map((part) => Math.round(part * 0.5)).join(', '),
  };
}

export function paintDesert(stage: Stage, floor: number): void {
  const { palette } = stage;
  const sand = toneOf(palette.sand);
  // Sand has the sky's colour made warmer: little ochre in the light and much in the shade keep the crests distinct.
  const ochre: Light = [sand.light[0] * 0.98, sand.light[1] * 0.7, sand.light[2] * 0.5];
  const both: Tone = {
    light: mixLight(sand.light, ochre, 0.6),
    shade: scaleLight(
      mixLight(mixLight(sand.shade, scaleLight(ochre, 0.4), 0.4), linear(palette.ridges[4] ?? palette.ink), 0.5),
      0.85,
    ),
  };
  // Low-angle light at any hour, because dunes are visible by their shadows.
  const [sx, sy, sz] = stage.sun.from;
  const low = Math.min(sy, 0.4);
  const across = Math.sqrt(1 - low * low) / Math.hypot(sx, sz);
  paintLand(stage, {
    label: 'dunes',
    sun: [sx * across, low, sz * across],
    land: 'dunes',
    ridge: 2.4,
    share: 0.04 + 0.16 * palette.darkness,
    near: 1.1,
    far: 13,
    height: 1.5,
    scale: 0.46,
    base: -0.36,
    eye: 1,
    hazeDensity: 0.034,
    hazeHeight: 2.5,
    rise: 0.16,
    rock: both,
    green: both,
    greenLine: -1,
    floor,
    steps: 680,
  });
}

export function paintCanyon(stage: Stage, floor: number): void {
  const { palette } = stage;
  const stone: Tone = {
    light: mixLight(linear(palette.sand.light), [0.66, 0.2, 0.075], 0.72),
    shade: mixLight(linear(palette.sand.shade), [0.085, 0.03, 0.055], 0.78),
  };
  const dark = 1 - 0.6 * palette.darkness;
  const toned: Tone = { light: scaleLight(stone.light, dark), shade: scaleLight(stone.shade, dark) };
  const earth: Tone = { light: mixLight(toned.light, linear(palette.foliage.middle), 0.18), shade: toned.shade };
  paintLand(stage, {
    label: 'far mesas',
    land: 'canyon',
    ridge: 1.6,
    share: 0.22,
    near: 7,
    far: 26,
    rise: 0.3,
    height: 3.6,
    scale: 0.26,
    base: -0.08,
    hazeDensity: 0.026,
    rock: toned,
    green: earth,
    greenLine: 0.2,
    floor,
  });
  paintLand(stage, {
    label: 'mesas',
    land: 'canyon',
    ridge: 3,
    share: 0.1,
    near: 0.5,
    far: 8,
    rise: 0.85,
    height: 1.7,
    scale: 0.55,
    base: -0.06,
    eye: 0.42,
    hazeDensity: 0.022,
    rock: toned,
    green: earth,
    greenLine: 0.1,
    floor,
    valley: { x: 0, width: 1, depth: 0 },
  });
}

/** Ground at the viewer's feet: grass, snow, sand or stone, depending on the place. */
export function paintGround(stage: Stage, kind: 'grass' | 'sand' | 'stone' | 'ice' | 'earth'): void {
  const { palette } = stage;
  const tones: Record<typeof kind, Tone> = {
    grass: greenTone(stage),
    sand: toneOf(palette.sand),
    stone: toneOf(palette.rock),
    ice: toneOf(palette.snow),
    earth: { light: linear(palette.path), shade: scaleLight(linear(palette.path), 0.4) },
  };
  const tone = tones[kind];
  paintLand(stage, {
    label: 'ground',
    land: 'plain',
    ridge: 4.4,
    share: 0.18 + 0.18 * palette.darkness,
    near: 0.35,
    far: 9,
    height: 0.46,
    scale: 1.1,
    base: -0.08,
    eye: 0.4,
    hazeDensity: 0.05,
    green: tone,
    rock: tone,
    steps: 480,
  });
}

/** A strip of near shore in front of water. */
export function paintBank(stage: Stage): void {
  const { palette } = stage;
  const winter = stage.scene.season === 'winter';
  paintLand(stage, {
    label: 'bank',
    land: 'bank',
    ridge: 4.6,
    share: 0.3 + 0.3 * palette.darkness,
    near: 0.3,
    far: 2.6,
    height: 0.16,
    scale: 1.6,
    eye: 0.34,
    hazeDensity: 0.02,
    wet: 0,
    valley: { x: 0, width: 1, depth: 1.3 },
    green: winter ? toneOf(palette.snow) : greenTone(stage),
    rock: toneOf(palette.rock),
    steps: 420,
  });
}
