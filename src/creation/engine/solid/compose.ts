import { createRandom } from '../scene/random.js';
import type { Scene } from '../scene/scene.js';
import { SceneMemory } from './memory.js';
import { ball, drum, plate, type Model } from './model.js';
import { bottle } from './models/vessels.js';
import { matte, satin, glossy, glass } from './paints.js';
import { rounded, ellipse } from './profile.js';
import type { Stage } from './stage.js';
import { HOURS, studioPalette } from './studio-palette.js';
export function compose(scene: Scene, _seconds: number): { stage: Stage; memory: SceneMemory } {
  const random = createRandom(scene.seed, 'solid');
  const palette = studioPalette(scene, random);
  const memory = new SceneMemory();
  const hour = HOURS[scene.time];
  const look = { main: (f: string) => f, paint: <T>(f: T): T => f, glass: (f: string) => glass(f), dark: palette.dark, light: palette.light, accent: palette.accent, random };
  memory.add(bottle(look), { at: [0, 0.42, 0], size: 1, turn: [0, 8, 0] });
  const outer: [number, number][] = [];
  for (let i = 0; i <= 24; i += 1) { const a = (i / 24) * Math.PI; outer.push([1.75 * Math.cos(a), 1.9 + 1.75 * Math.sin(a)]); }
  const inner: [number, number][] = [];
  for (let i = 24; i >= 0; i -= 1) { const a = (i / 24) * Math.PI; inner.push([1.35 * Math.cos(a), 1.9 + 1.35 * Math.sin(a)]); }
  const arch = plate([...outer, [-1.75, 0], [-1.35, 0], ...inner, [1.35, 0], [1.75, 0]], 0.28, [0.2, 0, -1.5], matte(palette.arch), {}, 0.02);
  const set: Model = { groups: [[drum(1.25, 0.21, [0, 0.21, 0], matte(palette.plinth), 0.05)], [arch], [drum(0.45, 0.62, [-1.55, 0.62, 0.1], matte(palette.plinth), 0.04)], [ball(0.38, [-1.55, 1.62, 0.1], glossy(palette.dark))], [ball(0.36, [1.35, 0.36, 0.7], satin(palette.accent))]], reach: 2, height: 2 };
  void rounded; void ellipse;
  memory.add(set, { at: [0, 0, 0], size: 1, turn: [0, 0, 0] });
  const stage: Stage = {
    camera: { eye: [0.3, 2.2, 9.5], target: [0, 1.45, 0], view: 27 },
    key: { towards: [-0.62, 0.75, 0.75], colour: hour.sun, strength: hour.strength * 0.95 },
    rim: { towards: [0.9, 0.35, -0.5], colour: '#ffffff', strength: 0.6 },
    sky: { colour: hour.sky, strength: hour.fill }, bounce: { colour: palette.floor, strength: 0.45 },
    penumbra: 11, backdrop: 'cove', low: palette.floor, high: palette.wall, accent: palette.accent, wallZ: -2.6, fillet: 0.7, seed: scene.seed,
  };
  return { stage, memory };
}
