/** Lakes, rivers, seas and their shores. */
import { css, mix } from '../../../scene/colour.js';
import { paintLand } from '../land.js';
import { linear } from '../painter.js';
import { mixLight, scaleLight, toneOf, type Stage } from '../stage.js';

/** Surface of water: a lake is a mirror, the sea is broken by waves. */
export type Water = 'still' | 'river' | 'sea';

/** Covers everything below `top` with water that mirrors what is above it. */
export function paintWater(stage: Stage, kind: Water, top: number): void {
  const { palette, scene, unit, sun } = stage;
  const rough =
    scene.weather === 'storm'
      ? 2
      : scene.weather === 'wind' || scene.weather === 'rain' || stage.wants('waves')
        ? 1.5
        : 1;
  const calm = scene.moods.includes('calm') ? 0.7 : 1;
  const base = { still: 0.3, river: 0.4, sea: 0.85 }[kind] * rough * calm;
  const dim =
    scene.weather === 'overcast' ||
    scene.weather === 'rain' ||
    scene.weather === 'storm' ||
    scene.weather === 'fog' ||
    scene.weather === 'snow';
  stage.painter.water({
    top,
    horizon: top,
    unit,
    centre: stage.width / 2,
    seed: stage.seed('water'),
    time: stage.seconds,
    ripple: 0.03 + 0.055 * base,
    roughness: base,
    far: linear(palette.water.far),
    near: linear(palette.water.near),
    glint: scaleLight(linear(palette.water.glint), sun.moon ? 0.95 : 1.5),
    mirror: kind === 'sea' ? 0.78 : 0.94,
    sunX: sun.x,
    glitter: dim ? 0.08 : sun.visible || scene.time === 'noon' ? 0.75 : 0.3,
    foam: kind === 'sea' ? Math.max(0, rough - 0.85) * 0.6 : 0,
    reach: scene.time === 'noon' ? 0.6 : 1,
  });
}

/** Mist over a row; thinner in the distance. */
export function paintMist(stage: Stage, row: number, strength: number): void {
  const { palette, unit, scene } = stage;
  const more = scene.weather === 'fog' ? 2.2 : scene.moods.includes('dreamy') ? 1.5 : 1;
  stage.painter.fog({
    centre: row,
    above: unit * 0.045 * more,
    below: unit * 0.02 * more,
    unit,
    seed: stage.seed('mist'),
    time: stage.seconds,
    strength: Math.min(0.9, strength * more),
    patch: 0.5,
    tone: linear(palette.haze),
    glowX: stage.sun.x,
    glow: mixLight(linear(palette.haze), linear(palette.glow), 0.7),
  });
}

/** An island on the horizon, its foot in the water. */
export function paintIsland(stage: Stage, floor: number): void {
  const random = stage.random('island');
  const left = stage.sun.x > stage.width / 2;
  const x = stage.scene.framing === 'symmetric' ? 0 : (left ? -1 : 1) * random.range(0.6, 1.5);
  const green =
    stage.scene.season === 'winter'
      ? toneOf(stage.palette.snow)
      : { light: linear(stage.palette.foliage.light), shade: linear(stage.palette.foliage.dark) };
  paintLand(stage, {
    label: 'island',
    land: 'island',
    ridge: 3.4,
    near: 4,
    far: 11,
    height: 1.35,
    scale: 1,
    eye: 0.05,
    hazeDensity: 0.035,
    floor,
    wet: 0,
    green,
    valley: { x, width: 2, depth: 7 },
    trees: 0.09,
    treeCover: 0.75,
    roundTrees: true,
    steps: 420,
  });
}

/**
 * Position of the waterline in the middle of the image, as a share of the distance from the horizon to the lower edge.
 */
const WATERLINE = 0.58;

/** Slope of a beach's waterline, and its row at a column of pixels. */
function beachLean(stage: Stage): number {
  // Flatter in a wide image, otherwise one end would leave the image at the bottom.
  return (stage.random('beach').chance(0.5) ? 0.55 : -0.55) * Math.min(1, stage.unit / stage.width);
}

/** The row in which dry sand begins at a column of pixels. Standing objects must be below it. */
export function shoreRow(stage: Stage, x: number): number {
  return (
    stage.horizon +
    WATERLINE * (stage.height - stage.horizon) * (1 - beachLean(stage) * ((x - stage.width / 2) / stage.unit)) +
    stage.unit * 0.012
  );
}

/** Sand running down into the sea, wet at its edge. */
export function paintBeach(stage: Stage): void {
  const sand = toneOf(stage.palette.sand);
  const lean = beachLean(stage);
  const eye = stage.scene.framing === 'aerial' ? 0.34 * 1.8 : 0.34;
  paintLand(stage, {
    label: 'beach',
    land: 'shore',
    ridge: 4.4,
    share: 0.08 + 0.3 * stage.palette.darkness,
    near: 0.28,
    far: 3.2,
    height: 1,
    scale: 1,
    eye: 0.34,
    hazeDensity: 0.02,
    wet: 0,
    valley: {
      x: 0,
      width: lean,
      depth: Math.min(2.8, (eye * stage.unit) / (WATERLINE * (stage.height - stage.horizon))),
    },
    rock: sand,
    green: sand,
    greenLine: -1,
    foam: mixLight(linear(stage.palette.highlight), linear(stage.palette.water.far), 0.35),
    steps: 480,
  });
}

/** Land with a winding river; the water must already be painted below. */
export function paintRiver(stage: Stage): void {
  const random = stage.random('river');
  const wooded = stage.has('forest') || stage.has('jungle');
  paintLand(stage, {
    label: 'river',
    land: 'river',
    ridge: 4,
    share: 0.2 + 0.3 * stage.palette.darkness,
    near: 0.32,
    far: 8.5,
    height: 0.62,
    scale: 0.9,
    eye: 0.36,
    hazeDensity: 0.06,
    wet: 0,
    valley: { x: random.range(-0.18, 0.18), width: random.range(0.17, 0.24), depth: 0 },
    trees: 0.1,
    treeCover: wooded ? 1 : 0.45,
    roundTrees: stage.scene.season === 'autumn' || (stage.scene.season !== 'winter' && !stage.has('mountains')),
    steps: 620,
  });
}

/** Ice floes on dark water. */
export function paintFloes(stage: Stage): void {
  const snow = toneOf(stage.palette.snow);
  paintLand(stage, {
    label: 'floes',
    land: 'floes',
    ridge: 3,
    share: 0.1 + 0.3 * stage.palette.darkness,
    near: 0.4,
    far: 8,
    height: 0.22,
    scale: 1.3,
    eye: 0.34,
    hazeDensity: 0.05,
    wet: 0,
    rock: { light: snow.light, shade: mixLight(snow.shade, linear(stage.palette.water.near), 0.3) },
    green: snow,
    greenLine: -1,
    snowLine: 0.02,
    steps: 460,
  });
}

/** Cliffs on either side and a waterfall between them, with spray at its foot. */
export function paintWaterfall(stage: Stage, floor: number): void {
  const { unit, width, horizon, palette, height } = stage;
  const random = stage.random('waterfall');
  const at =
    width *
    (stage.scene.framing === 'symmetric'
      ? 0.5
      : stage.sun.x > width / 2
        ? random.range(0.36, 0.44)
        : random.range(0.56, 0.64));
  const x = ((at - width / 2) / unit) * 5;
  paintLand(stage, {
    label: 'cliffs',
    land: 'canyon',
    ridge: 3.2,
    near: 4,
    far: 10,
    rise: 0.3,
    height: 3.1,
    scale: 0.34,
    base: 0.2,
    hazeDensity: 0.035,
    floor,
    rock: toneOf(palette.rock),
    greenLine: 9,
    valley: { x, width: 1, depth: 0 },
    trees: 0.14,
    treeCover: 0.6,
    roundTrees: true,
  });
  const context = stage.canvas();
  const top = Math.min(horizon - unit * 0.1, stage.painter.skyline(at) + unit * 0.012);
  const half = unit * random.range(0.045, 0.07);
  const foam = mix(palette.highlight, palette.water.far, 0.25);
  for (let k = 0; k < 150; k += 1) {
    const u = random.gaussian() / 3;
    const px = at + u * half;
    const start = top + Math.abs(u) * unit * 0.02 + random.range(-0.006, 0.01) * unit;
    const fall = ((random.next() + stage.seconds * 0.8) % 1) * (horizon - top);
    context.strokeStyle = css(random.chance(0.3) ? palette.water.far : foam, random.range(0.12, 0.5));
    context.lineWidth = unit * random.range(0.0015, 0.007);
    context.beginPath();
    context.moveTo(px, start);
    context.bezierCurveTo(
      px,
      start + unit * 0.1,
      px + u * half * 0.5,
      horizon - unit * 0.1,
      px + u * half * 0.9,
      horizon + unit * 0.01,
    );
    context.stroke();
    context.lineWidth *= 0.6;
    context.strokeStyle = css(palette.highlight, 0.4);
    context.beginPath();
    context.moveTo(px + u * half * 0.3, top + fall);
    context.lineTo(px + u * half * 0.4, top + fall + unit * 0.05);
    context.stroke();
  }
  for (let k = 0; k < 40; k += 1) {
    const r = unit * random.range(0.03, 0.09);
    const [px, py] = [at + random.gaussian() * half * 0.9, horizon - random.range(-0.01, 0.05) * unit];
    const spray = context.createRadialGradient(px, py, 0, px, py, r);
    spray.addColorStop(0, css(foam, 0.22));
    spray.addColorStop(1, css(foam, 0));
    context.fillStyle = spray;
    context.fillRect(px - r, py - r, r * 2, r * 2);
  }
  context.clearRect(0, floor + 2, width, height);
  stage.compose({ gain: 1.1 });
}
