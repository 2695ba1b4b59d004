// How long one 1024 × 1024 picture takes on one core, in processor time beside the clock's: each renderer, then each
// style.
import { renderScene } from '../../dist/engine/local/render/draw.js';
import { STYLES } from '../../dist/engine/local/scene/scene.js';
import { percentile, row } from './support.mjs';

const PROMPTS = [
  'sunset over mountains and a lake',
  'a city at night in the rain',
  'misty forest at dawn with a deer',
  'dunes in the desert with camels',
  'aurora over a frozen lake',
  'amber glass bottle on a jade plinth',
  'a friendly robot',
  'a planet with rings',
  'a pink rose',
  'colourful marble ink in water',
  'sailboat on a calm sea',
  'a cup of coffee',
  'a crown in the snow',
  'flowers in a vase',
];

async function time(options) {
  const started = performance.now();
  const before = process.cpuUsage();
  await renderScene({ seed: 7, width: 1024, height: 1024, ...options });
  const { user, system } = process.cpuUsage(before);
  return { s: (performance.now() - started) / 1000, 'cpu s': (user + system) / 1e6 };
}

await time({ prompt: PROMPTS[0] });
const all = [];
for (const prompt of PROMPTS) {
  const taken = await time({ prompt });
  all.push(taken['cpu s']);
  row(prompt, taken);
}
row('one 1024² scene', { 'median cpu s': percentile(all, 0.5), 'max cpu s': Math.max(...all) }, '<= 2 s');
for (const style of STYLES) row(`style ${style}`, await time({ prompt: PROMPTS[0], style }));
