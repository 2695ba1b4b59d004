import type { Random } from '../../scene/random.js';
import type { Scene } from '../../scene/scene.js';
import type { Extent } from './arrange.js';
import type { SceneMemory } from './memory.js';
import type { Vec3 } from './model.js';
import { blend } from './paints.js';
import type { Stage } from './stage.js';
import { HOURS, type StudioPalette } from './studio-palette.js';

/** Input shared by all settings. */
export interface Draft {
  readonly scene: Scene;
  readonly random: Random;
  readonly palette: StudioPalette;
  readonly memory: SceneMemory;
  /** Width over height. */
  readonly aspect: number;
  readonly seconds: number;
  /** The camera's shift in a video; without it, the camera swings with the seconds. */
  readonly shift?: CameraShift;
}

/**
 * Shift of a camera from its position for an image: degrees to the right around its target, degrees up, the share of
 * the distance to the target, and the shift of camera and target to the right and up, in shares of the distance.
 */
export interface CameraShift {
  readonly round: number;
  readonly above: number;
  readonly closer: number;
  readonly aside: number;
  readonly up: number;
}

const MARGINS = { wide: 1.75, medium: 1.2, close: 0.86, aerial: 1.35, symmetric: 1.2, minimal: 2.0 } as const;
const VIEW = 27;

/**
 * A camera that sees the whole of an extent.
 * @param above degrees that it looks down
 * @param round degrees that it stands to the right
 * @param margin 1 fits tightly
 * @param lens degrees across the shorter side, and how many degrees above the extent's middle the camera aims
 */
export function cameraFor(
  draft: Draft,
  extent: Extent,
  above: number,
  round: number,
  margin = 1,
  lens = { view: VIEW, rise: 0 },
): Stage['camera'] {
  const { scene, aspect, seconds, shift } = draft;
  const down = (scene.framing === 'aerial' ? Math.max(above, 48) : above) + (shift?.above ?? 0);
  const orbit = round + (shift?.round ?? 16 * Math.sin(seconds * 0.45));
  const [a, b] = [(down * Math.PI) / 180, (orbit * Math.PI) / 180];
  const middle: Vec3 = [
    (extent.left + extent.right) / 2,
    (extent.low + extent.high) / 2,
    (extent.near + extent.far) / 2,
  ];
  const [wide, deep, tall] = [
    (extent.right - extent.left) / 2,
    (extent.near - extent.far) / 2,
    (extent.high - extent.low) / 2,
  ];
  const across = wide * Math.abs(Math.cos(b)) + deep * Math.abs(Math.sin(b));
  const upright = tall * Math.cos(a) + Math.max(deep, wide * 0.4) * Math.sin(Math.abs(a));
  const half = Math.tan((lens.view * Math.PI) / 360);
  const reach = Math.max(across / (half * Math.max(aspect, 1)), upright / (half * Math.max(1 / aspect, 1)));
  const distance = (reach * margin * MARGINS[scene.framing] + deep) * (1 - (shift?.closer ?? 0));
  const [aside, up] = [distance * (shift?.aside ?? 0), distance * (shift?.up ?? 0)];
  const target: Vec3 = [middle[0] + aside * Math.cos(b), middle[1] + up, middle[2] - aside * Math.sin(b)];
  return {
    eye: [
      target[0] + distance * Math.cos(a) * Math.sin(b),
      Math.max(target[1] + distance * Math.sin(a), 0.15),
      target[2] + distance * Math.cos(a) * Math.cos(b),
    ],
    target: [target[0], target[1] + distance * Math.tan((lens.rise * Math.PI) / 180), target[2]],
    view: lens.view,
  };
}

/** Studio light: a large soft key light from the left or right front; its colour and height depend on the hour. */
export function studioLight(draft: Draft): Pick<Stage, 'key' | 'rim' | 'sky' | 'bounce' | 'penumbra' | 'seed'> {
  const { scene, palette, random } = draft;
  const hour = HOURS[scene.time];
  const side = random.chance(0.65) ? -1 : 1;
  const dark = scene.moods.includes('dark') || scene.moods.includes('dramatic');
  const height = Math.tan((Math.min(Math.max(hour.height, 33), 50) * Math.PI) / 180);
  const strength = (0.55 + 0.4 * hour.strength) * (dark ? 0.95 : 1);
  return {
    key: {
      towards: [side * 0.72, height * 1.08, 0.78],
      colour: hour.sun,
      strength: strength * (scene.time === 'night' && !dark ? 1.3 : 0.94),
    },
    rim: {
      towards: [-side * 0.85, 0.32, -0.55],
      colour: blend(palette.light, '#ffffff', 0.4),
      strength: dark ? 1.1 : 0.65,
    },
    sky: { colour: hour.sky, strength: hour.fill * (dark ? 0.42 : scene.time === 'night' ? 1.05 : 0.74) },
    bounce: { colour: palette.floor, strength: dark ? 0.2 : 0.42 },
    penumbra: dark ? 15 : 10,
    seed: scene.seed,
  };
}
