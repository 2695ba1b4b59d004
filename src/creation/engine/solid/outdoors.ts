import type { Place, Scene, Weather } from '../scene/scene.js';
import { extentOf, type Placed } from './arrange.js';
import { cameraFor, type Draft } from './draft.js';
import type { Hex, Vec3 } from './model.js';
import { blend, shade } from './paints.js';
import type { Stage } from './stage.js';
import { HOURS, type Hour } from './studio-palette.js';

interface Ground { readonly colour: Hex; readonly ripple: number; readonly hills: number }

const GROUNDS: Readonly<Partial<Record<Place, Ground>>> = {
  desert: { colour: '#e0b878', ripple: 1, hills: 0.7 }, beach: { colour: '#ecd6a6', ripple: 0.7, hills: 0.25 }, canyon: { colour: '#c8744a', ripple: 0.5, hills: 1.5 }, volcano: { colour: '#4a4042', ripple: 0.2, hills: 1.5 },
  glacier: { colour: '#e8f0f7', ripple: 0.3, hills: 1.5 }, mountains: { colour: '#8a9a68', ripple: 0.1, hills: 1.7 }, hills: { colour: '#86ad57', ripple: 0.1, hills: 1 }, meadow: { colour: '#86b54f', ripple: 0, hills: 0.6 },
  forest: { colour: '#5f7f45', ripple: 0, hills: 1 }, jungle: { colour: '#4f7f3f', ripple: 0, hills: 1 }, garden: { colour: '#7fb054', ripple: 0, hills: 0.4 }, village: { colour: '#92a866', ripple: 0, hills: 0.6 },
  road: { colour: '#9a9690', ripple: 0, hills: 0.7 }, street: { colour: '#9c9aa0', ripple: 0, hills: 0.3 }, city: { colour: '#9a9aa2', ripple: 0, hills: 0.3 }, harbour: { colour: '#a89c8a', ripple: 0, hills: 0.3 }, cave: { colour: '#6a5f58', ripple: 0, hills: 1.6 },
};
const PLAIN: Ground = { colour: '#9ab46a', ripple: 0, hills: 0.8 };

const CLOUDS: Readonly<Record<Weather, number>> = { clear: 0.35, cloudy: 0.9, overcast: 1, fog: 0.2, rain: 1, storm: 1, snow: 0.9, wind: 0.7 };
const GREY: Readonly<Record<Weather, number>> = { clear: 0, cloudy: 0.15, overcast: 0.55, fog: 0.5, rain: 0.6, storm: 0.7, snow: 0.45, wind: 0.1 };

function groundOf(scene: Scene): Ground {
  const place = scene.places.find((name) => GROUNDS[name] !== undefined && !scene.without.includes(name));
  const ground = (place && GROUNDS[place]) ?? PLAIN;
  return scene.season === 'winter' || scene.weather === 'snow' ? { ...ground, colour: '#e9eff6' } : ground;
}

function daylight(draft: Draft, hour: Hour): Pick<Stage, 'key' | 'rim' | 'sky' | 'penumbra'> {
  const side = draft.random.chance(0.5) ? -1 : 1;
  const grey = GREY[draft.scene.weather];
  const height = Math.tan((hour.height * Math.PI) / 180);
  return {
    key: { towards: [side * 0.8, height * 1.05, 0.55], colour: hour.sun, strength: (0.6 + 0.52 * hour.strength) * (1 - 0.45 * grey) },
    rim: { towards: [-side * 0.7, 0.4, -0.7], colour: hour.low, strength: 0.5 },
    sky: { colour: hour.sky, strength: hour.fill * (0.72 + 0.2 * grey) }, penumbra: 14 - 8 * grey,
  };
}

/** Objects under the open sky, on the ground of the place that was asked for. */
export function outdoors(draft: Draft, placed: readonly Placed[]): Stage {
  const { scene, memory, random, seconds } = draft;
  const hour = HOURS[scene.time];
  const ground = groundOf(scene);
  const aloft = placed.every(({ cast }) => cast.floats);
  for (const { model, placement, cast } of placed) {
    const [x, y, z] = placement.at;
    const lift = cast.floats ? 2.6 + 0.1 * Math.sin(seconds * 0.7 + x) : 0;
    const at: Vec3 = [x * (cast.floats ? 1.35 : 1), y * (cast.floats ? 1.7 : 1) + lift, z * (cast.floats ? 2.2 : 1)];
    memory.add(model, { ...placement, at });
  }
  const extent = extentOf(placed);
  const seen = aloft ? { ...extent, left: extent.left * 1.35, right: extent.right * 1.35, low: extent.low + 2.3, high: extent.high * 1.1 + 2.7 } : { ...extent, low: extent.low - 0.1, high: extent.high + 0.5 };
  const above = aloft ? -5 : Math.min(Math.max(...placed.map(({ cast }) => cast.above)), 24) * 0.75;
  const grey = GREY[scene.weather];
  const skies = (colour: Hex): Hex => blend(colour, blend('#b9c0c9', hour.high, hour.night * 0.8), grey);
  return {
    ...daylight(draft, hour), camera: cameraFor(draft, seen, above, random.range(-12, 12), aloft ? 1.0 : 0.98),
    backdrop: 'ground', low: skies(hour.low), high: skies(hour.high), accent: ground.colour, bounce: { colour: ground.colour, strength: 0.5 },
    haze: scene.weather === 'fog' ? 3 : 0.5, hazeColour: shade(blend(ground.colour, hour.high, 0.55), -0.25), hills: ground.hills, clouds: CLOUDS[scene.weather],
    sun: grey > 0.4 ? 0 : 1, night: hour.night, spot: ground.ripple, vignette: 0.2, seed: scene.seed,
  };
}

/** Objects afloat on clear water over tiles, seen from high above. */
export function pool(draft: Draft, placed: readonly Placed[]): Stage {
  const { scene, memory, random, seconds } = draft;
  const hour = HOURS[scene.time];
  for (const { model, placement, id } of placed) {
    const sunk = id === 'lifebuoy' ? 0 : -0.12 * placement.size;
    memory.add(model, { ...placement, at: [placement.at[0], placement.at[1] + sunk + 0.03 * Math.sin(seconds * 1.3 + placement.at[0]), placement.at[2]] });
  }
  const extent = extentOf(placed);
  const above = placed[0]?.id === 'lifebuoy' ? 66 : 34;
  const night = hour.night > 0.5;
  return {
    ...daylight(draft, hour), camera: cameraFor(draft, extent, above, random.range(-14, 14), 1.08),
    backdrop: 'pool', low: night ? '#0f4f6a' : '#1fb6c6', high: night ? '#166a86' : '#52d4d8', accent: '#dffcff', bounce: { colour: '#46c6d0', strength: 0.5 }, spot: 0, vignette: 0.16, seed: scene.seed,
  };
}
