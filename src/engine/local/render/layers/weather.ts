/** Weather between the viewer and the view: rain, snow, leaves in the wind, lightning. */
import { adjust, css, mix, type Rgb } from '../../scene/colour.js';
import { linear } from './painter.js';
import { paintThings } from './placing.js';
import { SILHOUETTES } from './silhouettes/catalogue.js';
import type { Scene } from '../../scene/scene.js';
import { mixLight, type Stage } from './stage.js';

function rain(stage: Stage, heavy: boolean): void {
  const { width, height, unit, palette } = stage;
  const random = stage.random('rain');
  const context = stage.canvas();
  const slant = (heavy ? 0.3 : 0.14) * (random.chance(0.5) ? 1 : -1);
  context.lineCap = 'round';
  for (let k = 0; k < (heavy ? 900 : 620); k += 1) {
    const near = random.next() ** 2.2;
    const length = unit * (0.018 + 0.06 * near);
    const y = ((random.next() + stage.seconds * (1.1 + near)) % 1.1) * height - length;
    const x = random.range(-0.2, 1.2) * width + slant * y;
    context.strokeStyle = css(mix(palette.haze, [255, 255, 255], 0.45), 0.1 + 0.24 * near);
    context.lineWidth = Math.max(0.5, unit * (0.0006 + 0.0012 * near));
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + slant * length, y + length);
    context.stroke();
  }
  stage.compose();
}

function snow(stage: Stage): void {
  const { width, height, unit, palette } = stage;
  const random = stage.random('snow fall');
  const context = stage.canvas();
  for (let k = 0; k < 520; k += 1) {
    const near = random.next() ** 3;
    const r = unit * (0.0011 + 0.0075 * near);
    const y = ((random.next() + stage.seconds * (0.05 + 0.12 * near)) % 1.05) * height;
    const x = random.next() * width + Math.sin(stage.seconds + k) * unit * 0.008;
    const flake = context.createRadialGradient(x, y, 0, x, y, r);
    const tone = mix(palette.haze, [255, 255, 255], 0.75);
    flake.addColorStop(0, css(tone, near > 0.4 ? 0.65 : 0.9));
    flake.addColorStop(near > 0.4 ? 0.3 : 0.7, css(tone, near > 0.4 ? 0.4 : 0.8));
    flake.addColorStop(1, css(tone, 0));
    context.fillStyle = flake;
    context.fillRect(x - r, y - r, r * 2, r * 2);
  }
  stage.compose();
}

/** Seconds between two flashes, and the length of one. */
const FLASH = { every: 3.4, lasts: 0.45 } as const;

/** Lightning of a storm, behind the land. */
export function paintStorm(stage: Stage): void {
  const shape = SILHOUETTES.lightning;
  if (
    stage.scene.weather !== 'storm' ||
    stage.wants('lightning') ||
    stage.has('desert') ||
    stage.has('canyon') ||
    !shape ||
    stage.seconds % FLASH.every > FLASH.lasts
  )
    return;
  const { width, horizon, unit } = stage;
  const random = stage.random('storm');
  paintThings(
    stage,
    shape,
    [
      {
        x: width * (stage.sun.x > width / 2 ? random.range(0.2, 0.38) : random.range(0.62, 0.8)),
        y: horizon * 1.02,
        height: Math.min(horizon * 0.95, unit * 0.55),
        flip: random.chance(0.5),
        colour: undefined,
        depth: 0.3,
        stream: 'storm',
      },
    ],
    false,
    false,
    false,
  );
}

/** What the wind carries: leaves where leaves grow; otherwise sand, spray, ash or snow. */
function gusts(stage: Stage): void {
  const { palette, scene } = stage;
  if (stage.has('volcano')) return drift(stage, mix(palette.rock.shade, palette.ink, 0.3), 0.8);
  if (scene.season === 'winter' || stage.has('glacier'))
    return drift(stage, mix(palette.snow.light, [255, 255, 255], 0.4), 0.6);
  if (stage.has('desert') || stage.has('canyon'))
    return drift(stage, mix(palette.sand.light, palette.highlight, 0.55), 0.75);
  if (stage.has('sea') || stage.has('beach') || stage.has('island') || stage.has('harbour'))
    return drift(stage, mix(palette.highlight, palette.haze, 0.2), 0.5);
  return scene.season === 'spring' ? petals(stage) : leaves(stage);
}

/** Grains in long low streaks, thickest near the ground. */
function drift(stage: Stage, tone: Rgb, strength: number): void {
  const { width, height, unit, horizon } = stage;
  const random = stage.random('drift');
  const context = stage.canvas();
  const way = random.chance(0.5) ? 1 : -1;
  context.lineCap = 'round';
  for (let k = 0; k < 260; k += 1) {
    const near = random.next();
    const y =
      horizon * 0.96 + (height - horizon * 0.96) * (0.04 + 0.96 * near ** 0.8) - unit * 0.12 * random.next() ** 3;
    const x = (((random.next() + way * stage.seconds * (0.2 + 0.4 * near) + 8) % 1.2) - 0.1) * width;
    const long = unit * random.range(0.012, 0.06) * (0.4 + near);
    context.strokeStyle = css(tone, strength * random.range(0.15, 0.6));
    context.lineWidth = Math.max(0.6, unit * random.range(0.0006, 0.0016) * (0.5 + near));
    context.beginPath();
    context.moveTo(x, y);
    context.quadraticCurveTo(
      x + long * 0.5,
      y - unit * 0.004 * random.next(),
      x + long,
      y + unit * random.range(-0.003, 0.003),
    );
    context.stroke();
  }
  stage.compose();
}

/** Petals in the air. */
export function petals(stage: Stage): void {
  const { width, height, unit, seconds } = stage;
  const random = stage.random('petals');
  const context = stage.canvas();
  const tones = ['#f3a9c4', '#fbd0de', '#fff0f4'] as const;
  for (let k = 0; k < 64; k += 1) {
    const near = random.next() ** 2;
    const r = unit * (0.0028 + 0.0062 * near);
    context.save();
    context.translate(
      ((random.next() + seconds * 0.03) % 1) * width,
      ((random.range(0.1, 1) + seconds * (0.03 + 0.03 * near)) % 1) * height,
    );
    context.rotate(random.range(0, 6.3) + seconds);
    context.globalAlpha = 0.65 + 0.3 * near;
    context.fillStyle = random.pick(tones);
    context.beginPath();
    context.ellipse(0, 0, r, r * random.range(0.4, 0.7), 0, 0, Math.PI * 2);
    context.fill();
    context.restore();
  }
  stage.compose({ gain: 1 - 0.45 * stage.palette.darkness });
}

function leaves(stage: Stage): void {
  const shape = SILHOUETTES.leaf;
  if (!shape) return;
  const { width, height, unit } = stage;
  const random = stage.random('gusts');
  const places = Array.from({ length: 16 }, (_, k) => ({
    x: ((random.next() + stage.seconds * 0.2) % 1) * width,
    y: height * random.range(0.2, 0.95),
    height: unit * random.range(0.012, 0.034),
    flip: random.chance(0.5),
    turn: random.range(0, 6.2),
    colour: undefined,
    depth: 0,
    stream: `gust/${k}`,
  }));
  paintThings(stage, shape, places, false, false, false);
}

/** Colour of dust in plain light. */
const SAND: Rgb = [214, 166, 108];

/** Walls of dust behind and in front, and sand in the air. */
function sandstorm(stage: Stage): void {
  const { palette, unit, horizon, painter } = stage;
  const sand = adjust(mix(SAND, palette.haze, 0.25), { lightness: 1 - 0.55 * palette.darkness });
  const dust = linear(sand);
  painter.fog({
    centre: horizon,
    above: unit * 0.34,
    below: unit * 0.4,
    unit,
    seed: stage.seed('dust'),
    time: stage.seconds,
    strength: 0.6,
    patch: 0.9,
    tone: dust,
    glowX: stage.sun.x,
    glow: mixLight(dust, linear(palette.glow), 0.4),
  });
  drift(stage, mix(sand, [255, 240, 210], 0.5), 0.8);
}

/** Petals are in the air in spring where there are trees. */
function blossoming(scene: Scene): boolean {
  const mild = scene.weather === 'clear' || scene.weather === 'cloudy' || scene.weather === 'fog';
  const trees = scene.subjects.some(({ id }) => id === 'tree') && !scene.without.includes('tree');
  return (
    mild &&
    scene.season === 'spring' &&
    (trees || (scene.places.includes('garden') && !scene.without.includes('garden')))
  );
}

/** Particles in clear weather: petals in spring, fireflies on a warm dark evening. */
function clear(stage: Stage): void {
  const { scene, palette } = stage;
  const green = stage.has('forest') || stage.has('meadow') || stage.has('garden') || stage.has('jungle');
  if (blossoming(scene)) petals(stage);
  else if (
    palette.darkness > 0.6 &&
    green &&
    !stage.wants('moon') &&
    scene.season !== 'winter' &&
    scene.season !== 'autumn'
  )
    fireflies(stage);
}

function fireflies(stage: Stage): void {
  const { width, height, unit, horizon, seconds } = stage;
  const random = stage.random('fireflies');
  const context = stage.canvas();
  for (let k = 0; k < 46; k += 1) {
    const x = random.next() * width + Math.sin(seconds * 0.7 + k) * unit * 0.012;
    const y =
      horizon * 0.8 + (height * 0.97 - horizon * 0.8) * random.next() + Math.cos(seconds * 0.9 + k * 2) * unit * 0.008;
    const r = unit * random.range(0.005, 0.016);
    const pulse = 0.55 + 0.45 * Math.sin(seconds * 2 + k * 1.7);
    const light = context.createRadialGradient(x, y, 0, x, y, r);
    light.addColorStop(0, `rgba(255, 246, 176, ${0.95 * pulse})`);
    light.addColorStop(0.22, `rgba(226, 236, 110, ${0.5 * pulse})`);
    light.addColorStop(1, 'rgba(190, 220, 90, 0)');
    context.fillStyle = light;
    context.fillRect(x - r, y - r, r * 2, r * 2);
  }
  stage.compose({ gain: 1.3, add: 0.9 });
}

/** Whether the weather consists only of particles, which can be drawn for every moment without the view behind them. */
export function fallsFreely(scene: Scene): boolean {
  const dusty = scene.places.includes('desert') || scene.places.includes('canyon');
  return (
    scene.weather === 'rain' ||
    scene.weather === 'snow' ||
    scene.weather === 'wind' ||
    (scene.weather === 'storm' && !dusty) ||
    blossoming(scene)
  );
}

/** Paints the weather in front of everything else. */
export function paintWeather(stage: Stage): void {
  switch (stage.scene.weather) {
    case 'rain':
      return rain(stage, false);
    case 'storm':
      return stage.has('desert') || stage.has('canyon') ? sandstorm(stage) : rain(stage, true);
    case 'snow':
      return snow(stage);
    case 'wind':
      return gusts(stage);
    case 'clear':
    case 'cloudy':
    case 'fog':
      return clear(stage);
    case 'overcast':
      return undefined;
  }
}
