/** The layered renderer: paints a scene's places and subjects from back to front. */
import { paletteFor } from '../../scene/palette.js';
import type { DrawScene, Mood, ScenePlace, Raster, Scene, SceneSubject, SubjectId } from '../../scene/scene.js';
import { DepthSketch } from './depth.js';
import { paintOutdoors, type Grown } from './outdoors.js';
import { abstractOf, ABSTRACTS, isScenery, paintAbstract, paintConfetti } from './places/abstract.js';
import {
  paintBubbles,
  paintCave,
  paintRoom,
  paintSeabed,
  paintSpace,
  paintStudio,
  paintTheatre,
  paintUnderwater,
} from './places/worlds.js';
import { PEOPLE } from './silhouettes/people.js';
import { FLOOR, paintFurniture, planOf } from './furnish.js';
import { paintSubjects, type Ground } from './placing.js';
import type { FinishParams } from './painter.js';
import { openStage, type Stage } from './stage.js';
import { fallsFreely, paintWeather } from './weather.js';

/** Effect of each mood on the finished light; the palette has already coloured the paint. */
const MOODS: Readonly<
  Record<
    Mood,
    Partial<{ exposure: number; contrast: number; saturation: number; vignette: number; bloom: number; lift: number }>
  >
> = {
  calm: { contrast: 0.8 },
  dramatic: { contrast: 1.7, vignette: 1.8, exposure: 0.96 },
  warm: {},
  cold: {},
  pastel: { contrast: 0.5, vignette: 0.2, lift: 0.05 },
  vivid: { saturation: 1.14, contrast: 1.2 },
  dark: { exposure: 0.8, vignette: 1.7 },
  bright: { exposure: 1.14, vignette: 0.3 },
  mono: { saturation: 0.05, contrast: 1.4 },
  vintage: { saturation: 0.86, vignette: 1.5, lift: 0.045 },
  dreamy: { bloom: 2.2, contrast: 0.6, lift: 0.03 },
};

/**
 * Simulates the eye's adaptation to darkness: 0 by day to 1 on an outdoor night. Space and patterns keep their own
 * darkness.
 */
function nightSight(scene: Scene, darkness: number): number {
  const own = scene.places.some(
    (place) => place === 'space' || place === 'abstract' || place === 'underwater' || place === 'studio',
  );
  return own || scene.style === 'neon' ? 0 : Math.max(0, (darkness - 0.4) / 0.6);
}

function finishing(scene: Scene, darkness: number): FinishParams {
  const night = nightSight(scene, darkness);
  const total = {
    exposure: 1 + 0.34 * night,
    contrast: 0.55 * (1 - 0.5 * night),
    saturation: 1.05,
    vignette: 0.26 * (1 - 0.4 * night),
    bloom: 0.3,
    lift: 0,
  };
  for (const mood of scene.moods) {
    const change = MOODS[mood];
    total.exposure *= change.exposure ?? 1;
    total.contrast *= change.contrast ?? 1;
    total.saturation *= change.saturation ?? 1;
    total.vignette *= change.vignette ?? 1;
    total.bloom *= change.bloom ?? 1;
    total.lift += change.lift ?? 0;
  }
  return { ...total, seed: 3, lift: [total.lift, total.lift * 0.95, total.lift * 1.05], tint: [1, 1, 1] };
}

/** Subjects that turn a plain backdrop into a stage under a spotlight. */
const PERFORMERS: readonly SubjectId[] = ['dancer', 'person', 'woman', 'man', 'child', 'couple', 'crowd', 'guitar'];

/** Life on a reef when the scene names none: always coral, and fish when there is nothing else to see. */
const REEF: readonly SceneSubject[] = [
  { id: 'coral', count: 9, size: 'normal', where: 'free' },
  { id: 'grass', count: 12, size: 'large', where: 'free', colour: 'teal' },
  { id: 'fish', count: 11, size: 'small', where: 'free' },
];

function paintSpaceScene(stage: Stage, grown: Grown): void {
  paintSpace(stage);
  grown(0.4);
  const ground: Ground = {
    far: stage.height * 0.9,
    from: stage.height * 0.8,
    to: stage.height * 0.95,
    water: undefined,
    floating: true,
  };
  paintSubjects(stage, ['far'], ground);
  grown(0.55);
  paintSubjects(stage, ['air'], ground);
  grown(0.7);
  paintSubjects(stage, ['ground', 'carpet'], ground);
  grown(0.8);
  paintSubjects(stage, ['afloat', 'deep'], ground);
  grown(0.9);
}

function paintSeaScene(above: Stage, grown: Grown): void {
  // Light under water does not depend on the hour, except at night, and even then the water glows.
  const day: Scene = { ...above.scene, time: 'noon', weather: 'clear' };
  const stage: Stage = {
    ...above,
    scene: day,
    palette: {
      ...paletteFor(day),
      darkness: above.scene.time === 'night' ? 0.62 : above.scene.time === 'dusk' ? 0.2 : 0,
    },
  };
  const ground: Ground = {
    far: stage.height * 0.86,
    from: stage.height * 0.8,
    to: stage.height * 0.97,
    water: undefined,
    floating: true,
  };
  paintUnderwater(stage);
  grown(0.3);
  paintSeabed(stage);
  grown(0.5);
  paintSubjects(stage, ['far', 'afloat'], ground);
  grown(0.6);
  const living: Stage = { ...stage, scene: { ...stage.scene, subjects: REEF } };
  paintSubjects(living, ['ground', 'carpet'], ground);
  paintSubjects(stage, ['ground', 'carpet'], ground);
  grown(0.7);
  if (stage.scene.subjects.length === 0) paintSubjects(living, ['deep'], ground);
  paintSubjects(stage, ['deep', 'air'], ground);
  grown(0.85);
  paintBubbles(stage);
  grown(0.93);
}

function paintAbstractScene(stage: Stage, grown: Grown): void {
  grown(0.05);
  paintAbstract(stage, abstractOf(stage));
  grown(0.6);
  const ground: Ground = {
    far: stage.height * 0.85,
    from: stage.height * 0.7,
    to: stage.height * 0.95,
    water: undefined,
    floating: true,
  };
  paintSubjects(stage, ['far'], ground);
  grown(0.7);
  paintSubjects(stage, ['air', 'afloat', 'deep'], ground);
  grown(0.8);
  paintSubjects(stage, ['ground', 'carpet'], ground);
  grown(0.9);
}

/** A window onto another view: the view without subjects, then the frame, then the subjects in front of it. */
function paintWithin(
  stage: Stage,
  grown: Grown,
  frame: (stage: Stage) => void,
  row: number,
  among?: Pick<Ground, 'scale' | 'seat'>,
): void {
  const places = stage.scene.places.filter((place) => place !== 'room' && place !== 'cave' && place !== 'studio');
  const outside: Stage = {
    ...stage,
    scene: { ...stage.scene, subjects: [], places: places.length > 0 ? places : ['hills'] },
    has: (place) => (places.length > 0 ? stage.has(place) && place !== 'room' && place !== 'cave' : place === 'hills'),
  };
  paintOutdoors(outside, (fraction) => grown(fraction * 0.6));
  frame(stage);
  grown(0.7);
  const ground: Ground = {
    far: stage.height * row,
    from: stage.height * row,
    to: stage.height * 0.98,
    water: undefined,
    ...among,
  };
  paintSubjects(stage, ['far', 'air', 'afloat', 'deep'], ground);
  grown(0.8);
  paintSubjects(stage, ['ground', 'carpet'], ground);
  grown(0.9);
}

/** People among furniture are as large as the furniture is; animals are smaller. */
const amongFurniture = (id: SubjectId): number => (id in PEOPLE ? 1.5 : 0.85);

function paintRoomScene(stage: Stage, grown: Grown): void {
  const plan = planOf(stage);
  if (plan === undefined) return paintWithin(stage, grown, (room) => paintRoom(room), 0.83);
  const furnished = (room: Stage): void => {
    paintRoom(room, { floor: FLOOR, window: plan.window });
    paintFurniture(room, plan);
  };
  const others = stage.scene.subjects.filter(({ id }) => !plan.placed.some(({ piece }) => piece === id));
  return paintWithin({ ...stage, scene: { ...stage.scene, subjects: others } }, grown, furnished, FLOOR + 0.12, {
    scale: amongFurniture,
    ...(plan.seat ? { seat: plan.seat } : {}),
  });
}

function paintScene(stage: Stage, grown: Grown): void {
  const { scene } = stage;
  const abstract = ABSTRACTS.some((id) => stage.wants(id) && !isScenery(stage, id));
  if (stage.has('underwater')) return paintSeaScene(stage, grown);
  if (stage.has('space')) return paintSpaceScene(stage, grown);
  if (stage.has('room')) return paintRoomScene(stage, grown);
  if (stage.has('cave')) return paintWithin(stage, grown, paintCave, 0.84);
  if (stage.has('abstract') || abstract) return paintAbstractScene(stage, grown);
  if (stage.has('studio') && stage.scene.places.length === 1) {
    // A studio has its own lamps, whatever the hour outside.
    const studio: Stage = {
      ...stage,
      palette: paletteFor({ ...scene, time: 'morning', weather: 'clear' }),
      scene: { ...scene, time: 'morning', weather: 'clear' },
    };
    if (scene.subjects.some((subject) => PERFORMERS.includes(subject.id))) paintTheatre(studio);
    else paintStudio(studio);
    for (const fraction of [0.3, 0.5, 0.6]) grown(fraction);
    const ground: Ground = {
      far: stage.height * 0.8,
      from: stage.height * 0.72,
      to: stage.height * 0.9,
      water: undefined,
    };
    paintSubjects(studio, ['far', 'air', 'afloat', 'deep'], ground);
    grown(0.75);
    paintSubjects(studio, ['ground', 'carpet'], ground);
    grown(0.9);
    return undefined;
  }
  return paintOutdoors(stage, grown);
}

/**
 * Paints a scene whose renderer is `layers`. The kernel has a single frame, so an image is painted without
 * interruption; parallel images need separate processes.
 */
export const drawLayers: DrawScene = (scene, width, height, onGrow, seconds = 0) => {
  const stage = openStage(scene, width, height, seconds);
  const last = finishing(scene, stage.palette.darkness);
  const passing: FinishParams = { ...last, bloom: 0 };
  paintScene(stage, (fraction) => onGrow?.({ fraction, partial: stage.painter.finish(passing) }));
  const raster: Raster = stage.painter.finish(last);
  onGrow?.({ fraction: 1, partial: raster });
  return Promise.resolve(raster);
};

/** One moment of a layered scene for a video: the image without particles in the foreground, and its depth. */
export interface LayersMoment {
  readonly raster: Raster;
  readonly depth: DepthSketch;
}

/**
 * Paints one moment of a scene for a video: see drawLayers.
 * @param airApart leaves out what drawAir draws
 * @param cell pixels between two nodes of the depth
 */
export function drawLayersMoment(
  scene: Scene,
  width: number,
  height: number,
  seconds: number,
  airApart: boolean,
  cell: number,
): LayersMoment {
  const stage = openStage(scene, width, height, seconds, airApart);
  const depth = new DepthSketch(width, height, cell, stage.horizon);
  stage.painter.sketch = depth;
  paintScene(stage, () => undefined);
  return { raster: stage.painter.finish(finishing(scene, stage.palette.darkness)), depth };
}

/**
 * Draws particles in the air at a moment, in seconds: premultiplied RGBA of the image's size, in the same array each
 * time.
 */
export type DrawAir = (seconds: number) => Uint8Array;

/** Places without weather. Space, water, rooms and patterns have their own atmosphere. */
const ENCLOSED: readonly ScenePlace[] = ['underwater', 'space', 'room', 'cave', 'abstract', 'studio'];

/**
 * Particles in front of a scene (rain, snow, leaves, confetti), to be blended over an image without them.
 * @returns undefined when the scene has none, or when they cannot be separated from the view
 */
export function airOf(scene: Scene, width: number, height: number): DrawAir | undefined {
  const open = !scene.places.some((place) => ENCLOSED.includes(place));
  const confetti = scene.subjects.some(({ id }) => id === 'confetti') && !scene.without.includes('confetti');
  if (!open || (!fallsFreely(scene) && !confetti)) return undefined;
  const stage = openStage(scene, width, height, 0);
  return (seconds) => {
    const context = stage.canvas();
    const air: Stage = { ...stage, seconds, canvas: () => context, compose: () => undefined };
    if (fallsFreely(scene)) paintWeather(air);
    if (confetti) paintConfetti(air);
    return context.canvas.data();
  };
}
