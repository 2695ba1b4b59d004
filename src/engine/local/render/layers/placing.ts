/** Finds positions for a scene's subjects and draws them: distant ones first, smaller and hazier. */
import { adjust, css } from '../../scene/colour.js';
import type { Random } from '../../scene/random.js';
import type { SceneSubject, SubjectId } from '../../scene/scene.js';
import { linear, type Box } from './painter.js';
import { Pen, type Lighting, type Placement } from './pen.js';
import { SILHOUETTES } from './silhouettes/catalogue.js';
import type { Habit, Silhouette } from './silhouettes/silhouette.js';
import { mixLight, scaleLight, type Stage } from './stage.js';

const SIZES = { small: 0.62, normal: 1, large: 1.65 } as const;
const FRAMES = { wide: 1, medium: 1.1, close: 1.7, aerial: 0.62, symmetric: 1.1, minimal: 0.85 } as const;

/** Rows in which subjects may stand in this image. */
export interface Ground {
  /** Row of distant buildings. */
  readonly far: number;
  /** Rows of animals and people, from the farthest to the nearest. */
  readonly from: number;
  readonly to: number;
  /** First row of water; undefined when there is none. */
  readonly water: number | undefined;
  /** On a sloping beach: the row where dry ground begins, by column. */
  readonly shore?: (x: number) => number;
  /** Under water or in space: subjects float anywhere. */
  readonly floating?: boolean;
  /** Factor of the size of a subject there; 1 when absent. */
  readonly scale?: (id: SubjectId) => number;
  /** Where whoever sleeps lies, in pixels. */
  readonly seat?: readonly [x: number, y: number];
}

/** Lighting of the subjects in this image. */
function lightingOf(stage: Stage): Lighting {
  const { scene, palette, sun } = stage;
  return {
    palette,
    side: sun.from[0] < 0 ? -1 : 1,
    backlight: { dawn: 0.3, morning: 0.08, noon: 0.03, afternoon: 0.1, sunset: 0.34, dusk: 0.24, night: 0.1 }[
      scene.time
    ],
    time: scene.time,
    season: scene.weather === 'snow' ? 'winter' : scene.season,
    blossoming:
      scene.season === 'spring' &&
      (stage.has('garden') ||
        scene.colours.includes('pink') ||
        scene.subjects.some((subject) => subject.id === 'tree' && subject.colour === 'pink')),
    seconds: stage.seconds,
  };
}

export interface Spot extends Placement {
  /** 0 at the viewer to 1 at the horizon. */
  readonly depth: number;
  readonly stream: string;
  /** Added to the backlight: how much darker than its surroundings it appears. */
  readonly dark?: number;
}

/** Columns at the thirds of the image and away from the sun. */
function columns(stage: Stage, subject: SceneSubject, index: number): number {
  const random = stage.random(`column/${subject.id}`);
  const fixed = { left: 0.27, centre: 0.5, right: 0.73 } as const;
  if (subject.where === 'left' || subject.where === 'centre' || subject.where === 'right') return fixed[subject.where];
  if ((stage.scene.framing === 'symmetric' || stage.has('studio')) && index === 0) return 0.5;
  const away = stage.sun.x > stage.width / 2 ? 0.32 : 0.68;
  const slots = [away, 1 - away, 0.5, 0.14, 0.86];
  return (slots[index % slots.length] ?? 0.5) + random.range(-0.04, 0.04);
}

function count(stage: Stage, subject: SceneSubject, shape: Silhouette): number {
  if (subject.counted === true || subject.count > 1 || shape.flock === undefined) return subject.count;
  const random = stage.random(`count/${subject.id}`);
  return subject.size === 'large' ? 1 : Math.max(1, Math.round(shape.flock * random.range(0.7, 1.3)));
}

function rowOf(stage: Stage, habit: Habit, ground: Ground, t: number, subject: SceneSubject): number {
  const { height, horizon } = stage;
  const random = stage.random(`row/${subject.id}/${t}`);
  if (ground.floating)
    return (
      height * (habit === 'ground' || habit === 'carpet' ? 0.9 + 0.07 * t : 0.44 + 0.34 * t + random.range(-0.04, 0.04))
    );
  switch (habit) {
    case 'far':
      return ground.far;
    case 'ground':
      return ground.from + (ground.to - ground.from) * (0.45 + 0.4 * t);
    case 'carpet':
      return ground.from + (Math.min(height * 1.03, ground.to + height * 0.1) - ground.from) * t ** 0.8;
    case 'afloat':
    case 'deep':
      return ground.water === undefined
        ? ground.from + (ground.to - ground.from) * (0.4 + 0.4 * t)
        : ground.water + (height - ground.water) * (0.2 + 0.38 * t);
    case 'air':
      return horizon * (subject.where === 'above' ? 0.3 : 0.42 + 0.36 * t) + random.range(-0.05, 0.05) * height;
  }
}

interface Throw {
  readonly base: number;
  readonly number: number;
  readonly k: number;
  readonly middle: number;
  readonly random: Random;
}

/** Column of the k-th of several, 0 to 1, well separated from the previous one. */
function slot(number: number, k: number): number {
  const step = [1, 1, 1, 2, 3, 3, 5, 4, 5, 5, 7][number] ?? 1;
  return (((k * step) % number) + 0.5) / number;
}

/** A random position for the k-th of several, within the limits of its habit. */
function spotAt(
  stage: Stage,
  subject: SceneSubject,
  shape: Silhouette,
  ground: Ground,
  { base, number, k, middle, random }: Throw,
): Spot {
  const { width, height, unit, horizon } = stage;
  const habit = shape.habit;
  const t = number === 1 ? 0.5 : (k + random.range(0, 0.9)) / number;
  const herd = habit === 'ground' && number > 1 && ground.floating !== true;
  const row = herd
    ? ground.from + (ground.to - ground.from) * (0.06 + 0.86 * ((k + random.range(0.2, 0.8)) / number))
    : rowOf(stage, habit, ground, t, subject);
  const fall = Math.min(1, Math.max(0, (row - horizon) / Math.max(1, height - horizon)));
  const perspective =
    habit === 'air' || ground.floating
      ? 0.68 + 0.5 * t
      : habit === 'far'
        ? 1
        : habit === 'carpet'
          ? 0.25 + 0.95 * fall
          : number === 1
            ? 1
            : 0.34 + 0.78 * fall;
  const tall = Math.min(base * perspective * random.range(0.94, 1.06), height * 0.8);
  const spread = Math.min(0.44, (0.5 * number * shape.wide * tall) / width + 0.05);
  const at = herd
    ? slot(number, k) * 0.84 + 0.08 + (random.range(-0.32, 0.32) * 0.84) / number + (middle - 0.5) * 0.1
    : habit === 'carpet'
      ? random.range(-0.02, 1.02)
      : number === 1
        ? middle
        : middle + random.range(-spread, spread);
  const half = (0.5 * shape.wide * tall) / width;
  const x = habit === 'carpet' ? at : Math.min(1 - half * 1.06, Math.max(half * 1.06, at));
  const drift = habit === 'air' ? Math.sin(stage.seconds * 0.5 + k) * 0.006 * height : 0;
  const floats = habit === 'air' || (ground.floating && habit !== 'ground' && habit !== 'carpet');
  return {
    x: width * x + (habit === 'air' ? stage.seconds * unit * 0.012 : 0),
    y: floats
      ? Math.min(height * 1.02, Math.max(tall * 1.1, row + tall / 2)) + drift
      : (habit === 'ground' || habit === 'carpet') && ground.shore
        ? Math.min(height * 0.99, Math.max(row, ground.shore(width * x)))
        : row,
    height: tall,
    flip:
      shape.turns !== false &&
      (herd
        ? random.chance(x > 0.6 ? 0.75 : x < 0.4 ? 0.22 : 0.5)
        : number > 2
          ? random.chance(habit === 'air' || habit === 'deep' ? 0.1 : 0.5)
          : x > 0.5),
    colour: subject.colour,
    act: subject.act,
    holds: subject.holds,
    depth: habit === 'far' ? 0.62 : habit === 'air' ? 0.4 : 1 - fall,
    stream: `${subject.id}/${k}`,
  };
}

/** All positions of one subject, farthest first. */
function spots(stage: Stage, subject: SceneSubject, index: number, shape: Silhouette, ground: Ground): Spot[] {
  const { height, unit } = stage;
  const random = stage.random(`spots/${subject.id}`);
  const habit = shape.habit;
  const number =
    habit === 'carpet' && subject.counted !== true
      ? Math.max(subject.count, Math.round((shape.flock ?? 9) * (subject.count > 1 ? 1 : 3)))
      : count(stage, subject, shape);
  const crowded = number > 3 ? 1 / (1 + Math.log2(number / 3) * 0.32) : 1;
  // A single subject is the main motif of the image.
  const alone =
    stage.scene.subjects.length === 1 && number === 1 && subject.size === 'normal'
      ? habit === 'air' && stage.horizon > height
        ? 1.7
        : 1.15
      : 1;
  const usual =
    shape.size *
    SIZES[subject.size] *
    FRAMES[stage.scene.framing] *
    crowded *
    alone *
    unit *
    (ground.scale?.(subject.id) ?? 1);
  // Several subjects side by side share the width.
  const herd = habit === 'ground' && number > 1 && ground.floating !== true;
  const base = herd ? Math.min(usual, (1.5 * stage.width) / (number * shape.wide)) : usual;
  const centre = columns(stage, subject, index);
  const middle = number > 1 ? centre + (0.5 - centre) * Math.min(1, number / 7) : centre;
  const result: Spot[] = [];
  for (let k = 0; k < number; k += 1) {
    let best: Spot | undefined;
    let room = -1;
    for (let attempt = 0; attempt < (number === 1 ? 1 : 7); attempt += 1) {
      const spot = spotAt(stage, subject, shape, ground, { base, number, k, middle, random });
      const nearest = Math.min(
        9,
        ...result.map((other) => Math.hypot(other.x - spot.x, (other.y - spot.y) * 1.6) / (shape.wide * spot.height)),
      );
      if (nearest > room) [best, room] = [spot, nearest];
    }
    if (best) result.push(best);
  }
  return result.sort((a, b) => a.y - b.y);
}

/**
 * Draws one subject into the stage's canvas and returns its light sources.
 * @param context the stage's canvas
 */
function drawThing(
  stage: Stage,
  context: ReturnType<Stage['canvas']>,
  shape: Silhouette,
  spot: Placement,
  stream: string,
  dark = 0,
): (() => void) | undefined {
  const usual = lightingOf(stage);
  const lighting = dark > 0 ? { ...usual, backlight: Math.min(0.94, usual.backlight + dark) } : usual;
  const pen = new Pen(context, lighting, spot, stage.random(`thing/${stream}`));
  shape.draw(pen);
  pen.done();
  if (pen.glows.length === 0) return undefined;
  return () => {
    pen.begin();
    for (const glow of pen.glows) glow(pen);
    pen.done();
  };
}

/** Contact shadows, drawn separately so that haze in front of them does not lighten them. */
function paintShadows(stage: Stage, shape: Silhouette, places: readonly Spot[]): void {
  const context = stage.canvas();
  const shade = adjust(stage.palette.ink, { lightness: 0.5 });
  const side = stage.sun.from[0] < 0 ? -1 : 1;
  for (const { x, y, height } of places) {
    const reach = height * 0.6 * shape.wide;
    context.save();
    context.translate(x - side * height * 0.1, y - height * 0.004);
    context.scale(1, 0.13);
    const shadow = context.createRadialGradient(0, 0, 0, 0, 0, reach);
    shadow.addColorStop(0, css(shade, 0.6));
    shadow.addColorStop(0.45, css(shade, 0.3));
    shadow.addColorStop(1, css(shade, 0));
    context.fillStyle = shadow;
    context.fillRect(-reach, -reach, reach * 2, reach * 2);
    context.restore();
  }
  stage.compose();
}

/** Broken water where a swimming subject emerges. */
function paintWakes(stage: Stage, shape: Silhouette, places: readonly Spot[], sink: number): void {
  const context = stage.canvas();
  const { palette, unit } = stage;
  for (const { x, y, height, stream } of places) {
    const random = stage.random(`wake/${stream}`);
    const line = y - sink * height;
    for (let k = 0; k < 26; k += 1) {
      const along = x + random.range(-0.62, 0.62) * shape.wide * height;
      const long = unit * random.range(0.008, 0.03);
      context.fillStyle = css(palette.highlight, random.range(0.08, 0.3));
      context.beginPath();
      context.ellipse(
        along,
        line + random.range(-0.004, 0.012) * unit,
        long,
        unit * random.range(0.0008, 0.002),
        0,
        0,
        Math.PI * 2,
      );
      context.fill();
    }
  }
  stage.compose({ gain: 0.8 });
}

/** Draws one kind of subject at several positions and blends it into the image with haze, rim light and reflection. */
export function paintThings(
  stage: Stage,
  shape: Silhouette,
  places: readonly Spot[],
  afloat: boolean,
  shadow: boolean,
  hazy: boolean,
): void {
  const { palette, sun, unit, scene } = stage;
  if (places.length === 0) return;
  if (shadow) paintShadows(stage, shape, places);
  const context = stage.canvas();
  const sink = afloat ? (shape.sink ?? 0.012) : 0;
  const glows = places.flatMap((spot) => {
    context.save();
    if (sink > 0.02) {
      context.beginPath();
      context.rect(0, 0, stage.width, spot.y - sink * spot.height);
      context.clip();
    }
    const glow = drawThing(stage, context, shape, spot, spot.stream, spot.dark);
    context.restore();
    return glow ?? [];
  });
  const depth = places.reduce((sum, spot) => sum + spot.depth, 0) / places.length;
  const mean = places.reduce((sum, spot) => sum + spot.x, 0) / places.length;
  const tall = places.reduce((sum, spot) => sum + spot.height, 0) / places.length;
  const dx = sun.x - mean;
  const dy = sun.y - stage.horizon;
  const far = Math.hypot(dx, dy) || 1;
  const reach = Math.max(1, Math.min(unit * 0.0035, tall * 0.02));
  const air = scene.weather === 'fog' ? 0.3 : scene.weather === 'rain' || scene.weather === 'snow' ? 0.2 : 0.1;
  const lowSun =
    scene.time === 'sunset' || scene.time === 'dawn'
      ? 0.5
      : scene.time === 'night'
        ? 0.7
        : scene.time === 'dusk'
          ? 0.5
          : 0.16;
  const lowest = Math.max(...places.map((spot) => spot.y));
  const reachOut = (grow: number): Box => ({
    left: Math.min(...places.map((spot) => spot.x - spot.height * (0.5 * shape.wide + grow))),
    right: Math.max(...places.map((spot) => spot.x + spot.height * (0.5 * shape.wide + grow))),
    top: Math.min(...places.map((spot) => spot.y - spot.height * (1.1 + grow))),
    bottom: Math.max(...places.map((spot) => spot.y + spot.height * (0.12 + grow))),
  });
  stage.compose(
    {
      haze: hazy ? Math.min(0.8, air + 0.3 * depth) * (0.35 + 0.65 * depth) : 0,
      hazeTone: mixLight(linear(palette.haze), linear(palette.glow), 0.25),
      rim: {
        strength: hazy ? lowSun * Math.min(1, tall / (unit * 0.2)) : 0,
        tone: scaleLight(linear(palette.glow), 0.9),
        x: (dx / far) * reach,
        y: (dy / far) * reach,
      },
      grain: { strength: 0.05, x: unit * 0.012, y: unit * 0.012, seed: 5 },
      ...(afloat
        ? {
            mirror: {
              waterline: lowest - sink * tall,
              strength: 0.55,
              ripple: Math.max(1, unit * 0.004),
              time: stage.seconds,
            },
          }
        : {}),
    },
    reachOut(0.75),
  );
  if (sink > 0.02) paintWakes(stage, shape, places, sink);
  if (glows.length === 0) return;
  stage.canvas();
  for (const glow of glows) glow();
  stage.compose({
    gain: palette.darkness > 0.3 ? 1.9 : 1.15,
    add: 0.75,
    ...(afloat
      ? {
          mirror: {
            waterline: lowest - sink * tall,
            strength: 0.4,
            ripple: Math.max(1, unit * 0.006),
            time: stage.seconds,
          },
        }
      : {}),
  });
}

/**
 * Paints all subjects of the given habits.
 * @param ground where they may stand
 * @returns the painted subjects
 */
export function paintSubjects(stage: Stage, habits: readonly Habit[], ground: Ground): readonly SubjectId[] {
  const painted: SubjectId[] = [];
  const skip = new Set<string>(stage.scene.without);
  stage.scene.subjects.forEach((subject, index) => {
    const shape = SILHOUETTES[subject.id];
    if (shape === undefined || !habits.includes(shape.habit) || skip.has(subject.id)) return;
    const wet =
      (shape.habit === 'afloat' || shape.habit === 'deep') && ground.water !== undefined && ground.floating !== true;
    const castsShadow =
      (shape.habit === 'ground' || shape.habit === 'far' || shape.habit === 'afloat') &&
      !wet &&
      ground.floating !== true;
    const [seatX, seatY] = ground.seat ?? [];
    const places = spots(stage, subject, index, shape, ground).map((spot) =>
      subject.act === 'sleep' && subject.count === 1 && seatX !== undefined && seatY !== undefined
        ? { ...spot, x: seatX, y: seatY }
        : spot,
    );
    paintThings(stage, shape, places, wet, castsShadow, ground.floating !== true);
    painted.push(subject.id);
  });
  return painted;
}
