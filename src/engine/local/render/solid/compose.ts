import { createRandom } from '../../scene/random.js';
import type { ScenePlace, Scene, Weather } from '../../scene/scene.js';
import { arrange, extentOf, type Extent, type Placed } from './arrange.js';
import { cameraFor, studioLight, type CameraShift, type Draft } from './draft.js';
import { groupStage, stillLife } from './furniture.js';
import { SceneMemory } from './memory.js';
import type { Vec3 } from './model.js';
import { outdoors, pool, room } from './outdoors.js';
import { spaceStage } from './orbit.js';
import { shade } from './paints.js';
import type { Stage } from './stage.js';
import { studioPalette } from './studio-palette.js';
import type { Setting } from './subjects.js';

/** An image ready to be rendered. */
export interface Composition {
  readonly stage: Stage;
  readonly memory: SceneMemory;
}

/** Weather that only occurs outdoors. */
const UNDER_THE_SKY: readonly Weather[] = ['snow', 'rain', 'storm', 'fog'];

function home(scene: Scene, placed: readonly Placed[]): Setting | 'ground' | 'room' {
  const lead = placed[0]?.cast.home ?? 'studio';
  const requested = scene.places.filter((place) => !scene.without.includes(place));
  const indoors: readonly ScenePlace[] = ['studio', 'room', 'abstract', 'space', 'sky'];
  if (requested.includes('space') && lead !== 'studio') return 'space';
  if (requested.some((place) => !indoors.includes(place))) {
    return lead === 'pool' || (requested.every((place) => place === 'underwater') && lead !== 'sky')
      ? 'pool'
      : 'ground';
  }
  if (requested.includes('space')) return 'space';
  if (requested.includes('sky')) return 'sky';
  if (requested.includes('room')) return 'room';
  if (UNDER_THE_SKY.includes(scene.weather) && lead !== 'pool') return 'ground';
  return lead;
}

function studio(draft: Draft, placed: readonly Placed[]): Stage {
  const { scene, random, palette, memory } = draft;
  const bare = scene.framing === 'minimal';
  const extent = extentOf(placed);
  const [lead] = placed;
  const alone = placed.length === 1 && lead !== undefined;
  const room = random.fork('furniture');
  const set = alone
    ? stillLife(palette, room, lead.model.reach * lead.placement.size, bare)
    : groupStage(
        palette,
        room,
        (extent.right - extent.left) / 2,
        (extent.near - extent.far) / 2,
        (extent.near + extent.far) / 2,
        bare || placed.length > 3,
      );
  const centre: Vec3 = alone
    ? [lead.placement.at[0] * 0.6, 0, lead.placement.at[2]]
    : [(extent.left + extent.right) / 2, 0, 0];
  memory.add(set.model, { at: centre, size: 1, turn: [0, 0, 0] });
  for (const { model, placement } of placed) {
    memory.add(model, {
      ...placement,
      at: [alone ? centre[0] : placement.at[0], placement.at[1] + set.lift, placement.at[2]],
    });
  }
  const aside = alone
    ? Math.max(1.7, lead.model.reach * lead.placement.size + 0.8) * Math.min(1, 0.55 + 0.45 * draft.aspect)
    : 0;
  const around: Extent = alone
    ? {
        left: centre[0] - aside,
        right: centre[0] + aside,
        low: -0.1,
        high: Math.max(extent.high + set.lift, 2.1) + 0.15,
        near: 1,
        far: -1,
      }
    : { ...extent, low: 0, high: extent.high + set.lift };
  const above = Math.max(...placed.map(({ cast }) => cast.above)) + (placed.length > 3 ? 8 : 0);
  return {
    ...studioLight(draft),
    camera: cameraFor(draft, around, above, scene.framing === 'symmetric' ? 0 : random.range(-9, 9)),
    backdrop: 'cove',
    low: palette.floor,
    high: palette.wall,
    accent: palette.accent,
    wallZ: Math.min(-2.7, extent.far - 1.7),
    fillet: 0.9,
    spot: scene.moods.includes('dark') ? 0.6 : 0.34,
  };
}

function portrait(draft: Draft, placed: readonly Placed[]): Stage {
  const { palette, memory, random } = draft;
  const extent = extentOf(placed);
  for (const { model, placement } of placed) memory.add(model, placement);
  const tall = extent.high - extent.low;
  const crop: Extent =
    placed.length === 1 ? { ...extent, low: extent.low + tall * 0.37, high: extent.high + tall * 0.03 } : extent;
  return {
    ...studioLight(draft),
    camera: cameraFor(draft, crop, 4, random.range(-6, 6), placed.length === 1 ? 0.97 : 1.1),
    backdrop: 'gradient',
    low: shade(palette.arch, 0.05),
    high: palette.wall,
    accent: palette.light,
    spot: 0.3,
  };
}

function drops(draft: Draft, placed: readonly Placed[]): Stage {
  const { memory, random } = draft;
  for (const { model, placement } of placed)
    memory.add(model, {
      ...placement,
      at: [placement.at[0], placement.at[1] + 0.06 * Math.sin(draft.seconds), placement.at[2]],
    });
  const [low, high, accent] = random.pick([
    ['#2a1050', '#8a3f7f', '#c07aa0'],
    ['#0f1f4f', '#3f6fae', '#a9d0e8'],
    ['#3a1530', '#d0705a', '#f7c08a'],
    ['#0f3a40', '#3f9a90', '#c8ecd8'],
    ['#241a5a', '#7a6ae0', '#e0b8f0'],
  ] as const);
  return {
    ...studioLight(draft),
    camera: cameraFor(draft, extentOf(placed), 3, random.range(-10, 10), 0.98),
    backdrop: 'gradient',
    low,
    high,
    accent,
    spot: 0.45,
    box: 2.2,
    sky: { colour: '#ffffff', strength: 0.55 },
    bounce: { colour: high, strength: 0.6 },
  };
}

function bloom(draft: Draft, placed: readonly Placed[]): Stage {
  const { memory, random, palette } = draft;
  for (const { model, placement } of placed) memory.add(model, placement);
  const [low, high] = random.pick([
    ['#0d211d', '#16352e'],
    ['#1d1226', '#33203f'],
    ['#14202f', '#22344a'],
    [palette.dark, shade(palette.dark, 0.12)],
  ] as const);
  return {
    ...studioLight(draft),
    camera: cameraFor(
      draft,
      extentOf(placed),
      placed.length > 1 ? 58 : 66,
      random.range(-20, 20),
      placed.length > 1 ? 0.84 : 0.68,
    ),
    backdrop: 'gradient',
    low,
    high,
    accent: high,
    spot: 0.2,
    bounce: { colour: high, strength: 0.3 },
    penumbra: 8,
  };
}

/** A colour that belongs to no particular subject is given to the first object, as in "a rose, red". */
function dressed(scene: Scene): Scene {
  const [first, ...others] = scene.subjects;
  const [colour] = scene.colours;
  if (!first || !colour || scene.subjects.some((subject) => subject.colour !== undefined)) return scene;
  return { ...scene, subjects: [{ ...first, colour }, ...others] };
}

/**
 * Turns a scene into a stage with objects: its setting, the objects' positions, light and camera.
 * @param aspect width over height of the image
 * @param seconds moment of the animation: the camera swings slowly
 * @param shift the camera's shift in a video, instead of the swing
 */
export function compose(requested: Scene, aspect: number, seconds: number, shift?: CameraShift): Composition {
  const scene = dressed(requested);
  const random = createRandom(scene.seed, 'solid');
  const palette = studioPalette(scene, random.fork('palette'));
  const memory = new SceneMemory();
  const draft: Draft = {
    scene,
    random: random.fork('stage'),
    palette,
    memory,
    aspect,
    seconds,
    ...(shift && { shift }),
  };
  const placed = arrange(scene, palette, random.fork('objects'));
  const setting = home(scene, placed);
  const stages: Readonly<Record<Setting | 'ground' | 'room', (draft: Draft, placed: readonly Placed[]) => Stage>> = {
    studio,
    portrait,
    drops,
    bloom,
    space: spaceStage,
    pool,
    sky: outdoors,
    ground: outdoors,
    room,
  };
  return { stage: stages[setting](draft, placed), memory };
}
