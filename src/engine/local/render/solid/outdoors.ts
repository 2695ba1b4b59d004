import type { Weather } from '../../scene/scene.js';
import { extentOf, type Placed } from './arrange.js';
import { cameraFor, studioLight, type Draft } from './draft.js';
import { groundOf } from './grounds.js';
import type { Hex, Vec3 } from './model.js';
import { blend, shade } from './paints.js';
import type { Stage } from './stage.js';
import { HOURS, type Hour } from './studio-palette.js';
import type { SolidId } from './subjects.js';

const CLOUDS: Readonly<Record<Weather, number>> = {
  clear: 0.35,
  cloudy: 0.9,
  overcast: 1,
  fog: 0.2,
  rain: 1,
  storm: 1,
  snow: 0.9,
  wind: 0.7,
};
const GREY: Readonly<Record<Weather, number>> = {
  clear: 0,
  cloudy: 0.15,
  overcast: 0.55,
  fog: 0.5,
  rain: 0.6,
  storm: 0.7,
  snow: 0.45,
  wind: 0.1,
};

function daylight(draft: Draft, hour: Hour): Pick<Stage, 'key' | 'rim' | 'sky' | 'penumbra'> {
  const side = draft.random.chance(0.5) ? -1 : 1;
  const grey = GREY[draft.scene.weather];
  const height = Math.tan((hour.height * Math.PI) / 180);
  return {
    key: {
      towards: [side * 0.8, height * 1.05, 0.55],
      colour: hour.sun,
      strength: (0.6 + 0.52 * hour.strength) * (1 - 0.45 * grey),
    },
    rim: { towards: [-side * 0.7, 0.4, -0.7], colour: hour.low, strength: 0.5 },
    sky: { colour: hour.sky, strength: hour.fill * (0.72 + 0.2 * grey) },
    penumbra: 14 - 8 * grey,
  };
}

/** Camera for a landscape: low enough to show the horizon, with the object below the middle. */
function view(draft: Draft, placed: readonly Placed[], aloft: boolean): Stage['camera'] {
  const extent = extentOf(placed);
  const round = draft.random.range(-10, 10);
  if (aloft) {
    const high = {
      ...extent,
      left: extent.left * 1.35,
      right: extent.right * 1.35,
      low: extent.low + 2.3,
      high: extent.high * 1.1 + 2.7,
    };
    return cameraFor(draft, high, -5, round);
  }
  const above = Math.min(Math.max(Math.max(...placed.map(({ cast }) => cast.above)) * 0.6, 5), 14);
  const rise = draft.scene.framing === 'close' || draft.scene.framing === 'aerial' ? 0 : 4.5;
  return cameraFor(draft, { ...extent, low: extent.low - 0.1, high: extent.high + 0.3 }, above, round, 1.02, {
    view: 38,
    rise,
  });
}

/** Objects under the open sky, on the ground of the requested place. */
export function outdoors(draft: Draft, placed: readonly Placed[]): Stage {
  const { scene, memory, seconds } = draft;
  const hour = HOURS[scene.time];
  const ground = groundOf(scene);
  const aloft = placed.every(({ cast }) => cast.floats);
  for (const { model, placement, cast } of placed) {
    const [x, y, z] = placement.at;
    const lift = cast.floats ? 2.6 + 0.1 * Math.sin(seconds * 0.7 + x) : 0;
    const at: Vec3 = [x * (cast.floats ? 1.35 : 1), y * (cast.floats ? 1.7 : 1) + lift, z * (cast.floats ? 2.2 : 1)];
    memory.add(model, { ...placement, at });
  }
  const grey = GREY[scene.weather];
  const skies = (colour: Hex): Hex => blend(colour, blend('#b9c0c9', hour.high, hour.night * 0.8), grey);
  const falling =
    scene.weather === 'snow' ? 'snow' : scene.weather === 'rain' || scene.weather === 'storm' ? 'rain' : undefined;
  return {
    ...daylight(draft, hour),
    camera: view(draft, placed, aloft),
    backdrop: 'ground',
    low: skies(hour.low),
    high: skies(hour.high),
    accent: ground.colour,
    bounce: { colour: ground.colour, strength: 0.5 },
    haze: scene.weather === 'fog' ? 3 : 0.5,
    hazeColour: shade(blend(ground.colour, skies(hour.high), 0.55), -0.25),
    hills: ground.hills,
    clouds: CLOUDS[scene.weather],
    sun: grey > 0.4 ? 0 : 1,
    night: hour.night,
    spot: ground.ripple,
    vignette: 0.2,
    seed: scene.seed,
    place: { kind: ground.kind, tint: ground.tint, white: ground.white },
    ...(falling ? { falling } : {}),
  };
}

/** Objects that stand on a floor rather than on a table. */
const ON_FLOORS: readonly SolidId[] = [
  'chair',
  'lamp',
  'robot',
  'car',
  'rocket',
  'astronaut',
  'ufo',
  'balloon',
  'arch',
];
const WOODS = ['#a86f40', '#8f5a34', '#b9834f', '#7a4a2c'] as const;
const WALLS = ['#e6d8c3', '#cfd8cc', '#d8cfc6', '#c7d2d8', '#e3c9b4'] as const;

/** Objects on a wooden table, or on a floor of boards, in a room with a window. */
export function room(draft: Draft, placed: readonly Placed[]): Stage {
  const { scene, memory, random } = draft;
  const hour = HOURS[scene.time];
  for (const { model, placement } of placed) memory.add(model, placement);
  const isOnFloor = placed.some(({ id }) => ON_FLOORS.includes(id));
  const wood = random.pick(WOODS);
  const paint = random.pick(WALLS);
  const light = studioLight(draft);
  const lamp = blend(hour.sun, '#ffcf9a', hour.night);
  const above = Math.min(Math.max(Math.max(...placed.map(({ cast }) => cast.above)), 8), 22);
  const extent = extentOf(placed);
  return {
    ...light,
    key: { ...light.key, colour: lamp },
    sky: { colour: blend(hour.sky, '#f0c8a0', hour.night * 0.6), strength: hour.fill * 0.72 },
    bounce: { colour: wood, strength: 0.45 },
    camera: cameraFor(
      draft,
      { ...extent, low: extent.low - 0.1, high: extent.high + 0.2 },
      above,
      random.range(-9, 9),
      1.08,
      { view: 36, rise: 3.5 },
    ),
    backdrop: 'ground',
    low: hour.low,
    high: hour.high,
    accent: wood,
    haze: 0,
    hazeColour: wood,
    night: hour.night,
    clouds: 0,
    hills: 0,
    vignette: 0.32,
    seed: scene.seed,
    place: { kind: isOnFloor ? 'floor' : 'table', tint: paint, white: false },
  };
}

/** Objects floating on clear water over tiles, seen from high above. */
export function pool(draft: Draft, placed: readonly Placed[]): Stage {
  const { scene, memory, random, seconds } = draft;
  const hour = HOURS[scene.time];
  for (const { model, placement, id } of placed) {
    const sunk = id === 'lifebuoy' ? 0 : -0.12 * placement.size;
    memory.add(model, {
      ...placement,
      at: [placement.at[0], placement.at[1] + sunk + 0.03 * Math.sin(seconds * 1.3 + placement.at[0]), placement.at[2]],
    });
  }
  const extent = extentOf(placed);
  const above = placed[0]?.id === 'lifebuoy' ? 66 : 34;
  const night = hour.night > 0.5;
  return {
    ...daylight(draft, hour),
    camera: cameraFor(draft, extent, above, random.range(-14, 14), 1.08),
    backdrop: 'pool',
    low: night ? '#0f4f6a' : '#1fb6c6',
    high: night ? '#166a86' : '#52d4d8',
    accent: '#dffcff',
    bounce: { colour: '#46c6d0', strength: 0.5 },
    spot: 0,
    vignette: 0.16,
    seed: scene.seed,
  };
}
