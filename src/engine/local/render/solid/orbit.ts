import { extentOf, type Placed } from './arrange.js';
import { cameraFor, type Draft } from './draft.js';
import { lookFor } from './models/look.js';
import { moon, planet } from './models/space.js';
import type { Hex, Vec3 } from './model.js';
import type { Stage } from './stage.js';

const SKIES: readonly (readonly [low: Hex, high: Hex, accent: Hex])[] = [
  ['#05040f', '#1c1a4f', '#5a2a78'],
  ['#03060f', '#0f2a4a', '#1f6a7a'],
  ['#080410', '#2f1440', '#8a2f5a'],
  ['#04050c', '#1a2150', '#33509a'],
  ['#070508', '#33201f', '#8a4a2a'],
];
const RINGS: readonly Hex[] = ['#d9c3a0', '#c9b5a6', '#b9c3d9', '#d9b0a0'];
const AIRS: readonly Hex[] = ['#6fb0ff', '#7ad0ff', '#ff9a6a', '#b58aff'];

/** Planets and floating objects in front of stars and nebulae. */
export function spaceStage(draft: Draft, placed: readonly Placed[]): Stage {
  const { scene, random, memory, palette, seconds } = draft;
  for (const { model, placement } of placed) {
    const lean = model.reach > 1.2 && model.height > 2.5 ? -12 : 0;
    const [x, y, z] = placement.at;
    memory.add(model, {
      ...placement,
      at: [x, y + 0.05 * Math.sin(seconds * 0.9 + x), z],
      turn: [0, placement.turn[1], lean],
    });
  }
  const [lead] = placed;
  const world = placed.find(({ id }) => id === 'ringedplanet' || id === 'planet' || id === 'moon');
  const extent = extentOf(placed);
  const camera = cameraFor(
    draft,
    extent,
    lead?.cast.above ?? 4,
    random.range(-8, 8),
    world && placed.length === 1 ? (world.id === 'ringedplanet' ? 0.78 : 1.12) : 1.06,
  );
  const side = random.chance(0.7) ? -1 : 1;
  const [low, high, accent] = random.pick(SKIES);
  const key: Vec3 = [side * 0.86, 0.34, 0.5];
  const look = lookFor(palette, random.fork('company'));
  let globe = world && {
    at: [world.placement.at[0], world.placement.at[1] + world.placement.size, world.placement.at[2]] as const,
    radius: world.placement.size,
    air: world.id === 'planet' ? 0.85 : world.id === 'ringedplanet' ? 0.42 : 0,
  };
  if (!world && !scene.without.includes('planet')) {
    const radius = 3.4;
    const at: Vec3 = [camera.target[0] - side * 3.1, camera.target[1] - 4.6, -5.5];
    memory.add(planet(look), {
      at: [at[0], at[1] - radius * Math.cos((64 * Math.PI) / 180) * Math.cos((20 * Math.PI) / 180), at[2]],
      size: radius,
      turn: [64, seconds * 2, 20],
    });
    globe = { at, radius, air: 0.9 };
  } else if (world && placed.length === 1 && world.id !== 'moon') {
    const size = random.range(0.15, 0.24);
    memory.add(moon(look), {
      at: [
        world.placement.at[0] + side * 1.75,
        world.placement.at[1] + world.placement.size + random.range(0.45, 0.95),
        -1.2,
      ],
      size,
      turn: [0, 0, 0],
    });
  }
  const ringed = placed.find(({ id }) => id === 'ringedplanet');
  const tone = random.pick(AIRS);
  return {
    camera: { ...camera, roll: scene.framing === 'symmetric' ? 0 : random.range(-6, 6) },
    key: { towards: key, colour: '#fff3e2', strength: 1.7 },
    rim: { towards: [-side * 0.8, 0.3, -0.6], colour: accent, strength: world ? 0.25 : 1.6 },
    sky: { colour: high, strength: world ? 0.28 : 0.7 },
    bounce: { colour: accent, strength: world ? 0.08 : 0.35 },
    penumbra: 22,
    backdrop: 'space',
    low,
    high,
    accent,
    vignette: 0.3,
    box: 1.2,
    seed: scene.seed,
    ...(globe &&
      globe.air > 0 && { air: { at: globe.at, radius: globe.radius, colour: tone, strength: globe.air * 0.55 } }),
    ...(ringed &&
      globe && {
        ring: {
          at: globe.at,
          axis: [0.28 * side, 0.92, 0.3] as const,
          inner: globe.radius * 1.32,
          outer: globe.radius * 2.25,
          colour: random.pick(RINGS),
        },
        air: { at: globe.at, radius: globe.radius, colour: tone, strength: 0.22 },
      }),
  };
}
