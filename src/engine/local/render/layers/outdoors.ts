/** A scene under the open sky, painted from back to front. */
import type { ScenePlace } from '../../scene/scene.js';
import { linear } from './painter.js';
import { paintSubjects, type Ground } from './placing.js';
import { paintConfetti } from './places/abstract.js';
import { craggy, knollFor, paintCrag, paintKnoll, type Knoll } from './places/crags.js';
import {
  paintCanyon,
  paintDesert,
  paintDowns,
  paintGround,
  paintBank,
  paintHills,
  paintMountains,
  paintVolcano,
} from './places/lands.js';
import { paintRoad, paintSkyline, paintStreet, paintVillage } from './places/town.js';
import {
  paintBeach,
  paintFloes,
  paintIsland,
  paintMist,
  paintRiver,
  paintWater,
  shoreRow,
  paintWaterfall,
} from './places/waters.js';
import { paintForest, paintFrame, paintGrove, paintVines } from './places/woods.js';
import { mixLight, scaleLight, type Stage } from './stage.js';
import { paintSky } from './sky.js';
import { fallsFreely, paintStorm, paintWeather } from './weather.js';
import { SILHOUETTES } from './silhouettes/catalogue.js';

/** Called after each layer with the progress, 0..1. */
export type Grown = (fraction: number) => void;

const WATERS: readonly ScenePlace[] = ['lake', 'river', 'sea', 'beach', 'island', 'harbour', 'waterfall', 'glacier'];
const LANDS: readonly ScenePlace[] = [
  'mountains',
  'hills',
  'forest',
  'jungle',
  'meadow',
  'desert',
  'canyon',
  'volcano',
  'garden',
  'village',
  'road',
  'street',
  'city',
];

/** Layout of the scene's places, decided once before painting. */
interface View {
  readonly water: boolean;
  readonly sea: boolean;
  /** Inside a wood, with no view beyond it. */
  readonly inWood: boolean;
  readonly onlySky: boolean;
  /** Last row of the land beyond the water; the whole height when there is no water. */
  readonly floor: number;
  readonly hasGroundSubject: boolean;
}

function viewOf(stage: Stage): View {
  const lands = LANDS.filter((place) => stage.has(place));
  // A city alone stands at a river, which mirrors its lights.
  const water = WATERS.some((place) => stage.has(place)) || (lands.length === 1 && stage.has('city')) || craggy(stage);
  const wood = stage.has('forest') || stage.has('jungle');
  const hasGroundSubject = stage.scene.subjects.some((subject) => {
    const habit = SILHOUETTES[subject.id]?.habit;
    return habit === 'ground' || habit === 'carpet';
  });
  const onlySky = !water && lands.length === 0;
  return {
    water,
    sea: craggy(stage) || stage.has('sea') || stage.has('beach') || stage.has('island') || stage.has('harbour'),
    inWood: wood && !water && lands.every((place) => place === 'forest' || place === 'jungle' || place === 'road'),
    onlySky,
    floor: water ? stage.horizon + 2 : stage.height,
    hasGroundSubject,
  };
}

function paintLights(stage: Stage): void {
  const { painter, unit, palette, horizon, width, height, seconds } = stage;
  const random = stage.random('aurora');
  if (stage.wants('galaxy') || stage.wants('nebula')) {
    const galaxy = stage.wants('galaxy');
    painter.nebula({
      unit,
      seed: stage.seed('galaxy'),
      time: seconds,
      strength: galaxy ? 0.9 : 0.6,
      scale: 1.1,
      spiral: galaxy ? 0.42 : 0,
      x: width * 0.5,
      y: horizon * 0.45,
      tilt: 0.45,
      turn: random.range(-0.6, 0.6),
      tones: [linear([120, 140, 255], 0.7), linear(palette.glow, 0.6), linear([240, 130, 170], 0.7)],
    });
  }
  if (stage.wants('aurora')) {
    const sets = [
      [
        [60, 235, 150],
        [70, 220, 190],
        [120, 70, 220],
      ],
      [
        [90, 240, 170],
        [60, 190, 220],
        [210, 70, 190],
      ],
      [
        [130, 245, 120],
        [50, 215, 160],
        [90, 80, 230],
      ],
    ] as const;
    const [low, mid, high] = random.pick(sets);
    const dim = palette.darkness > 0.5 ? 1 : 0.45;
    painter.aurora({
      horizon: horizon * 1.02,
      unit,
      seed: stage.seed('aurora'),
      time: seconds,
      strength: 0.95 * dim,
      tones: [linear(low), linear(mid, 0.85), linear(high, 0.8)],
      curtains: 3,
    });
  }
  void height;
}

function paintFar(stage: Stage, view: View): void {
  const { floor, water } = view;
  if (stage.has('mountains') || stage.has('glacier')) paintMountains(stage, floor);
  if (stage.has('volcano')) paintVolcano(stage, floor);
  if (stage.has('canyon')) paintCanyon(stage, floor);
  if (stage.has('desert')) paintDesert(stage, floor);
  if (stage.has('waterfall')) paintWaterfall(stage, floor);
  const wooded = stage.has('forest') || stage.has('jungle');
  const hilly =
    !craggy(stage) &&
    (stage.has('hills') ||
      stage.has('village') ||
      stage.has('meadow') ||
      stage.has('garden') ||
      stage.has('road') ||
      (wooded && !view.inWood) ||
      (stage.has('mountains') && !view.water) ||
      ((stage.has('lake') || stage.has('river')) &&
        !stage.has('mountains') &&
        !stage.has('city') &&
        !stage.has('volcano') &&
        !stage.has('canyon') &&
        !stage.has('desert')));
  if (hilly && !stage.has('desert') && !stage.has('canyon') && !stage.has('waterfall'))
    paintHills(stage, floor, stage.has('mountains') || water);
}

function paintMiddle(stage: Stage, view: View): void {
  const { horizon, unit } = stage;
  if (stage.has('island')) paintIsland(stage, view.floor);
  if (stage.has('city')) paintSkyline(stage, Math.round(horizon + (view.water ? 1 : unit * 0.02)));
  if (view.water && (stage.has('village') || (stage.has('harbour') && !stage.has('city'))))
    paintVillage(stage, horizon - unit * 0.012, false);
  if (
    stage.has('beach') &&
    stage.scene.framing !== 'minimal' &&
    !stage.has('island') &&
    stage.random('far island').chance(0.55)
  )
    paintIsland(stage, view.floor);
}

/** A low headland under distant buildings that would otherwise stand on water. */
function paintHeadland(stage: Stage, ground: Ground): boolean {
  const buildings = stage.scene.subjects.some(
    (subject) =>
      SILHOUETTES[subject.id]?.habit === 'far' &&
      subject.id !== 'bridge' &&
      subject.id !== 'rainbow' &&
      subject.id !== 'lighthouse',
  );
  if (!buildings || ground.water === undefined) return false;
  const { width, unit, palette, horizon } = stage;
  const random = stage.random('headland');
  const context = stage.canvas();
  const [a, , c] = [palette.ridges[4] ?? palette.ink, 0, palette.foliage.dark];
  const shade = context.createLinearGradient(0, horizon - unit * 0.05, 0, horizon);
  shade.addColorStop(0, `rgb(${c.join(', ')})`);
  shade.addColorStop(1, `rgb(${a.join(', ')})`);
  context.fillStyle = shade;
  context.beginPath();
  const at = stage.sun.x > width / 2 ? 0.32 : 0.68;
  context.moveTo(-5, horizon + 4);
  for (let k = 0; k <= 120; k += 1) {
    const u = k / 120;
    const rise = Math.exp(-(((u - at) / 0.27) ** 2));
    context.lineTo(u * width, horizon + 2 - unit * (0.046 * rise + 0.006 * rise * random.next()));
  }
  context.lineTo(width + 5, horizon + 4);
  context.fill();
  stage.compose({ haze: 0.18, hazeTone: linear(palette.haze) });
  return true;
}

function paintFront(stage: Stage, view: View): Ground {
  const { horizon, height, unit } = stage;
  const land: Ground = {
    far: horizon + unit * 0.05,
    from: horizon + (height - horizon) * 0.3,
    to: height * 0.95,
    water: undefined,
  };
  if (view.water) {
    const first = Math.round(horizon);
    paintWater(stage, view.sea ? 'sea' : stage.has('river') ? 'river' : 'still', first);
    if (stage.has('glacier') && !view.sea) paintFloes(stage);
    if (stage.has('river')) {
      paintRiver(stage);
      return { ...land, water: undefined };
    }
    if (stage.has('beach')) {
      paintBeach(stage);
      return { far: horizon, from: height * 0.78, to: height * 0.97, water: first, shore: (x) => shoreRow(stage, x) };
    }
    if (view.hasGroundSubject && !craggy(stage)) {
      paintBank(stage);
      return { far: horizon, from: height * 0.86, to: height * 0.97, water: first };
    }
    return { far: horizon, from: height * 0.82, to: height * 0.97, water: first };
  }
  if (stage.has('street')) {
    paintStreet(stage);
    return { ...land, from: horizon + (height - horizon) * 0.4 };
  }
  if (stage.has('desert')) return { ...land, from: height * 0.76 };
  if (stage.has('canyon')) return { ...land, from: height * 0.78 };
  if (view.inWood) {
    return { ...land, far: height * 0.84, from: height * 0.86, to: height * 0.97 };
  }
  if (
    (stage.has('hills') || stage.has('mountains')) &&
    !stage.has('road') &&
    !stage.has('garden') &&
    !stage.has('meadow') &&
    !stage.has('village') &&
    !stage.has('city')
  ) {
    paintDowns(stage);
    return { ...land, from: height * 0.78 };
  }
  if (stage.has('volcano') && !stage.has('road')) {
    paintDowns(stage, true);
    return { ...land, from: height * 0.78 };
  }
  paintGround(stage, stage.has('city') ? 'earth' : 'grass');
  if (stage.has('road')) paintRoad(stage, horizon + unit * 0.012);
  return land;
}

/** Flowers of the season over a meadow or a garden. */
function paintBloom(stage: Stage, ground: Ground): void {
  const { scene } = stage;
  if (scene.season === 'winter' || scene.weather === 'snow') return;
  const rich = stage.has('garden');
  const scenery: Stage = {
    ...stage,
    scene: {
      ...scene,
      subjects: [
        { id: 'grass', count: rich ? 14 : 22, size: 'small', where: 'free' },
        {
          id: scene.season === 'spring' ? 'tulip' : 'flower',
          count: rich ? 24 : 20,
          size: scene.season === 'spring' && rich ? 'normal' : 'small',
          where: 'free',
          ...(scene.colours[0] ? { colour: scene.colours[0] } : {}),
        },
      ],
    },
  };
  paintSubjects(scenery, ['carpet'], { ...ground, from: ground.from - (stage.height - stage.horizon) * 0.12 });
}

function paintFrames(stage: Stage, view: View, ground: Ground): void {
  const { height, scene, unit, horizon } = stage;
  const foot = height * 1.01;
  const kind =
    stage.has('jungle') || stage.has('beach') || stage.has('island')
      ? 'palm'
      : stage.has('mountains') || stage.has('glacier') || scene.season === 'winter' || stage.has('lake')
        ? 'pine'
        : stage.has('garden') && scene.season === 'spring'
          ? 'tree'
          : stage.random('frame kind').pick(['tree', 'tree', 'birch'] as const);
  const bare =
    scene.framing === 'minimal' ||
    stage.has('city') ||
    stage.has('street') ||
    stage.has('desert') ||
    stage.has('canyon') ||
    stage.has('volcano') ||
    stage.has('sea') ||
    stage.has('harbour') ||
    view.inWood ||
    view.onlySky ||
    stage.has('glacier');
  const named = scene.subjects.some(
    (subject) => subject.id === 'tree' || subject.id === 'pine' || subject.id === 'palm' || subject.id === 'birch',
  );
  if (bare || named || craggy(stage) || (scene.without as readonly string[]).includes('tree')) return;
  if (!view.water && !stage.has('hills') && !stage.has('mountains'))
    paintGrove(
      stage,
      kind === 'palm' ? 'palm' : kind,
      horizon + unit * 0.02,
      ground.from + (ground.to - ground.from) * 0.25,
      stage.has('garden') ? 10 : 7,
    );
  if (view.water || stage.has('mountains') || stage.has('hills')) paintFrame(stage, kind, foot, view.hasGroundSubject);
}

/** The lighthouse stands on its own rock, in front of the water. */
function withoutLighthouse(stage: Stage): Stage {
  return {
    ...stage,
    scene: { ...stage.scene, subjects: stage.scene.subjects.filter((subject) => subject.id !== 'lighthouse') },
  };
}

/**
 * Paints the scene; calls `grown` after the sky, the distance, the middle ground, the water or ground, the subjects and
 * the light.
 */
export function paintOutdoors(stage: Stage, grown: Grown): void {
  const view = viewOf(stage);
  const { painter, palette, unit, horizon, sun, scene } = stage;
  paintSky(stage);
  paintLights(stage);
  paintStorm(stage);
  grown(0.2);
  const provisional: Ground = {
    far: view.water ? horizon : horizon + unit * 0.05,
    from: horizon,
    to: stage.height,
    water: view.water ? horizon : undefined,
  };
  if (view.inWood) paintForest(stage, stage.has('jungle'));
  else paintFar(stage, view);
  grown(0.4);
  if (!view.inWood) paintMiddle(stage, view);
  if (view.water) {
    const raised = paintHeadland(stage, provisional) ? horizon - unit * 0.024 : horizon;
    paintSubjects(craggy(stage) ? withoutLighthouse(stage) : stage, ['far'], { ...provisional, far: raised });
    paintMist(stage, horizon - unit * 0.004, view.sea ? 0.28 : 0.5);
  } else if (!view.onlySky && !view.inWood && !stage.has('desert') && !stage.has('canyon'))
    paintMist(stage, horizon, 0.4);
  grown(0.55);
  const ground: Ground = view.onlySky
    ? { far: stage.height * 0.98, from: stage.height * 0.94, to: stage.height * 0.99, water: undefined }
    : paintFront(stage, view);
  if (
    view.onlySky &&
    (view.hasGroundSubject || scene.subjects.some((subject) => SILHOUETTES[subject.id]?.habit === 'far'))
  )
    paintGround(stage, 'grass');
  const knoll: Knoll | undefined = knollFor(stage, view.water || view.inWood);
  const firm =
    view.onlySky && view.hasGroundSubject
      ? {
          far: horizon + unit * 0.05,
          from: horizon + (stage.height - horizon) * 0.3,
          to: stage.height * 0.95,
          water: undefined,
        }
      : ground;
  if (stage.has('village') && !view.water) paintVillage(stage, horizon + unit * 0.07, true);
  grown(0.68);
  if (craggy(stage)) paintCrag(stage);
  if (!view.water) paintSubjects(stage, ['far'], firm);
  if (stage.has('meadow') || stage.has('garden')) paintBloom(stage, firm);
  paintSubjects(stage, ['air', 'afloat', 'deep'], firm);
  paintFrames(stage, view, firm);
  paintSubjects(stage, knoll ? ['carpet'] : ['carpet', 'ground'], firm);
  if (knoll) paintKnoll(stage, knoll);
  if (view.inWood && stage.has('jungle')) paintVines(stage);
  grown(0.84);
  if (scene.weather === 'fog')
    painter.fog({
      centre: stage.height * 0.62,
      above: unit * 0.3,
      below: unit * 0.26,
      unit,
      seed: stage.seed('fog'),
      time: stage.seconds,
      strength: 0.32,
      patch: 0.7,
      tone: linear(palette.haze),
      glowX: sun.x,
      glow: mixLight(linear(palette.haze), linear(palette.glow), 0.5),
    });
  const shafts =
    { dawn: 0.3, morning: 0.18, noon: 0.05, afternoon: 0.16, sunset: 0.3, dusk: 0.06, night: 0.05 }[scene.time] *
    (scene.moods.includes('dramatic') || scene.moods.includes('dreamy') ? 1.5 : 1);
  if (sun.visible && !view.inWood)
    painter.rays({
      x: sun.x,
      y: sun.y,
      unit,
      strength: shafts,
      tone: scaleLight(linear(palette.glow), 0.8),
      reach: 0.4,
      seed: stage.seed('rays'),
      time: stage.seconds,
    });
  if (!stage.airApart || !fallsFreely(scene)) paintWeather(stage);
  if (stage.wants('confetti') && !stage.airApart) paintConfetti(stage);
  grown(0.93);
}
