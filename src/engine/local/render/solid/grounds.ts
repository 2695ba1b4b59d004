import type { ScenePlace, Scene } from '../../scene/scene.js';
import type { Hex } from './model.js';
import type { Surroundings } from './stage.js';

/**
 * The ground of a place: its colour, the colour of its leaves, water or paving, ripples of sand, and height of the
 * hills.
 */
export interface Ground {
  readonly kind: Surroundings;
  readonly colour: Hex;
  readonly tint: Hex;
  readonly ripple: number;
  readonly hills: number;
  /** Whether it is covered by snow. */
  readonly white: boolean;
}

const ground = (kind: Surroundings, colour: Hex, tint: Hex, hills: number, ripple = 0): Ground => ({
  kind,
  colour,
  tint,
  ripple,
  hills,
  white: false,
});

const SEA = '#1d7fa0';
const FIR = '#2f5a3a';
const GROUNDS: Readonly<Partial<Record<ScenePlace, Ground>>> = {
  desert: ground('dunes', '#e0b070', '#e0b070', 0, 0.9),
  beach: ground('shore', '#ecd6a6', SEA, 0, 0.7),
  island: ground('shore', '#f0deb4', '#16939c', 0, 0.7),
  sea: ground('shore', '#e6d0a4', SEA, 0, 0.7),
  harbour: ground('quay', '#a89c8a', '#2a6f86', 0.25),
  lake: ground('lake', '#7f9c54', '#2c6f86', 0.25),
  river: ground('lake', '#7fa054', '#3a7f86', 0.3),
  waterfall: ground('lake', '#6f9450', '#3a8a90', 0.4),
  underwater: ground('shore', '#ecd6a6', SEA, 0, 0.7),
  canyon: ground('dunes', '#c8744a', '#c8744a', 0, 0.5),
  volcano: ground('peaks', '#57504a', '#4a4042', 0.5),
  glacier: ground('peaks', '#e8f0f7', '#9fc0d8', 0.3),
  mountains: ground('peaks', '#86a05a', FIR, 0.45),
  hills: ground('meadow', '#86ad57', FIR, 1),
  meadow: ground('meadow', '#7fae4a', FIR, 0.7),
  forest: ground('forest', '#5f8040', FIR, 0.6),
  jungle: ground('jungle', '#4a7a38', '#2f7038', 0.4),
  garden: ground('meadow', '#74ab4c', FIR, 0.45),
  village: ground('road', '#6f6b68', '#86ad57', 0.8),
  road: ground('road', '#5c5a5c', '#8fa458', 0.9),
  street: ground('street', '#55545a', '#9a948c', 0),
  city: ground('city', '#55545a', '#8f8f95', 0),
  cave: ground('open', '#6a5f58', '#6a5f58', 1.6),
};
const PLAIN = ground('meadow', '#8ab452', FIR, 0.8);
const SNOWED: Hex = '#e9eff6';

/** The requested ground of a scene, under snow in winter. */
export function groundOf(scene: Scene): Ground {
  const place = scene.places.find((name) => GROUNDS[name] !== undefined && !scene.without.includes(name));
  const own = (place && GROUNDS[place]) ?? PLAIN;
  if (scene.season !== 'winter' && scene.weather !== 'snow') return place === 'glacier' ? { ...own, white: true } : own;
  return { ...own, kind: own.kind === 'meadow' ? 'snow' : own.kind, colour: SNOWED, white: true };
}
