/** A prompt in parts, each of which is a view of its own. */
import type { Framing, Scene, SceneOptions } from '../../scene/scene.js';
import { understand } from '../../scene/understand.js';

/** Where sentences end, and what puts in sequence. */
const BREAKS = /(?:[.;!?\n。؛！？]+|,?\s+\bthen\b)\s*/iu;
/** How shots of the same words are framed, after the first. */
const REFRAMED: readonly Framing[] = ['close', 'aerial', 'wide'];
/** The parts of a prompt that are each a view of their own: what names no place and nothing to see belongs to the part before it. */
export function viewsIn(prompt: string): readonly string[] {
  const views: string[] = [];
  for (const part of prompt.split(BREAKS).map((one) => one.trim()).filter((one) => one !== '')) {
    const sees = understand({ prompt: part, seed: 0 }).understood.some(({ kind }) => kind === 'place' || kind === 'subject');
    if (sees || views.length === 0) views.push(part);
    else views[views.length - 1] += `, ${part}`;
  }
  return views;
}

/** The words that each shot of a video is drawn from. */
export function promptsOf(prompt: string, shots: number): readonly string[] {
  const views = shots === 1 ? [prompt] : viewsIn(prompt);
  return Array.from({ length: shots }, (_, index) => (index === shots - 1 && views.length > shots ? views.slice(index).join('. ') : views[Math.min(index, views.length - 1)]) ?? prompt);
}

/**
 * The scenes of a video's shots: one for each sentence that says something to see; where there are more shots than sentences, the last is seen again, from
 * elsewhere; where there are fewer, the last shot has what is left.
 */
export function scenesOf({ shots, seed, ...options }: SceneOptions & { readonly shots: number }): readonly Scene[] {
  const views = shots === 1 ? [options.prompt] : viewsIn(options.prompt);
  return promptsOf(options.prompt, shots).map((prompt, index) => {
    const again = Math.max(0, index - Math.max(0, views.length - 1));
    // Seen again it is the same hour and weather, and another place there.
    const { scene } = understand({ ...options, prompt, seed: (seed + index - again) % 2 ** 32 });
    return again === 0 ? scene : { ...scene, seed: (scene.seed + again) % 2 ** 32, framing: REFRAMED[(again - 1) % REFRAMED.length] ?? scene.framing };
  });
}
