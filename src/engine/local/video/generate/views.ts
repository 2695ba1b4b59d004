/** Splits a prompt into parts that each describe a scene. */
import type { Framing, Scene, SceneOptions } from '../../scene/scene.js';
import { understand } from '../../scene/understand.js';

/** Ends of sentences, and words that express a sequence. */
const BREAKS = /(?:[.;!?\n。؛！？]+|,?\s+\bthen\b)\s*/iu;
/** Framing of further shots of the same words, after the first. */
const REFRAMED: readonly Framing[] = ['close', 'aerial', 'wide'];
/**
 * The parts of a prompt that each describe a scene. A part that names no place and nothing visible belongs to the part
 * before it.
 */
export function viewsIn(prompt: string): readonly string[] {
  const views: string[] = [];
  for (const part of prompt
    .split(BREAKS)
    .map((one) => one.trim())
    .filter((one) => one !== '')) {
    const sees = understand({ prompt: part, seed: 0 }).understood.some(
      ({ kind }) => kind === 'place' || kind === 'subject',
    );
    if (sees || views.length === 0) views.push(part);
    else views[views.length - 1] += `, ${part}`;
  }
  return views;
}

/** The words that each shot of a video is drawn from. */
export function promptsOf(prompt: string, shots: number): readonly string[] {
  const views = shots === 1 ? [prompt] : viewsIn(prompt);
  return Array.from(
    { length: shots },
    (_, index) =>
      (index === shots - 1 && views.length > shots
        ? views.slice(index).join('. ')
        : views[Math.min(index, views.length - 1)]) ?? prompt,
  );
}

/**
 * The scenes of a video's shots: one for each sentence that names something visible. With more shots than sentences,
 * the last scene is shown again from another viewpoint. With fewer shots, the last shot takes the remaining sentences.
 */
export function scenesOf({ shots, seed, ...options }: SceneOptions & { readonly shots: number }): readonly Scene[] {
  const views = shots === 1 ? [options.prompt] : viewsIn(options.prompt);
  return promptsOf(options.prompt, shots).map((prompt, index) => {
    const again = Math.max(0, index - Math.max(0, views.length - 1));
    // A repeated scene keeps its hour and weather but shows another spot of it.
    const { scene } = understand({ ...options, prompt, seed: (seed + index - again) % 2 ** 32 });
    return again === 0
      ? scene
      : {
          ...scene,
          seed: (scene.seed + again) % 2 ** 32,
          framing: REFRAMED[(again - 1) % REFRAMED.length] ?? scene.framing,
        };
  });
}
