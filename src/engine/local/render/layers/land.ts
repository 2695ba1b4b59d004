/** Terrain painted by the kernel: settings shared by all kinds of terrain, lit and tinted by the palette. */
import { linear, type TerrainParams, type Tone } from './painter.js';
import { mixLight, ridgeTone, scaleLight, toneOf, type Stage } from './stage.js';

/** Settings that differ between two areas of terrain. */
export type LandChoice = Pick<TerrainParams, 'land' | 'near' | 'far' | 'height' | 'scale'> &
  Partial<TerrainParams> & {
    readonly label: string;
    /** Which of the six ridge colours the mass is mixed with, 0 far to 5 near, and how strongly. */
    readonly ridge: number;
    readonly share?: number;
  };

/** Share of the palette's silhouette colour in terrain, as opposed to its own colours: larger in less light. */
function silhouetteShare(stage: Stage): number {
  return { dawn: 0.42, morning: 0.16, noon: 0.08, afternoon: 0.18, sunset: 0.46, dusk: 0.46, night: 0.4 }[
    stage.scene.time
  ];
}

/** The green of the season: grass and leaves, or snow in winter. */
export function greenTone(stage: Stage): Tone {
  const { palette } = stage;
  return {
    light: mixLight(linear(palette.ground.near), linear(palette.foliage.light), 0.35),
    shade: linear(palette.foliage.dark),
  };
}

/** Paints an area of terrain over the image. */
export function paintLand(stage: Stage, choice: LandChoice): void {
  const { palette, scene, unit, horizon, sun } = stage;
  const { label, ridge, share, ...own } = choice;
  const winter = scene.season === 'winter' || scene.weather === 'snow';
  const foggy = scene.weather === 'fog' ? 3.2 : scene.weather === 'rain' ? 1.9 : scene.weather === 'snow' ? 1.3 : 1;
  stage.painter.terrain({
    seed: stage.seed(label),
    horizon,
    focal: unit,
    centre: stage.width / 2,
    floor: stage.height,
    steps: Math.min(760, Math.max(Math.min(340, stage.height * 1.2), stage.height * 0.45)),
    shift: stage.random(label).range(0, 60),
    base: 0,
    valley: { x: 0, width: 1, depth: 0 },
    sun: sun.from,
    rise: 0,
    rock: toneOf(palette.rock),
    green: greenTone(stage),
    snow: toneOf(palette.snow),
    snowLine: winter ? -1 : 9,
    greenLine: 9,
    haze: linear(palette.haze),
    hazeHeight: 1.4,
    glowX: sun.x,
    glow: mixLight(linear(palette.haze), linear(palette.glow), 0.7),
    tone: ridgeTone(palette, ridge),
    toneShare: share ?? silhouetteShare(stage),
    trees: 0,
    treeCover: 0.5,
    tree: {
      light: linear(palette.foliage.middle),
      shade: scaleLight(mixLight(linear(palette.foliage.dark), linear(palette.ink), 0.45), 0.8),
    },
    wet: -100,
    hot: 0,
    time: stage.seconds,
    roundTrees: false,
    foam: [0, 0, 0],
    ...own,
    // Aerial framing raises the viewpoint.
    eye: (own.eye ?? 0.35) * (scene.framing === 'aerial' && (own.eye ?? 0.35) > 0.1 ? 1.8 : 1),
    hazeDensity: (own.hazeDensity ?? 0.05) * foggy,
  });
}
