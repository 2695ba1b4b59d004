import type { SceneOptions, Understanding } from './scene.js';
import { understand } from './understand.js';

/** Whether a word names the scene's style, and does not only imply it as "cyberpunk" does. */
const isStyleNamed = ({ scene, understood }: Understanding): boolean =>
  understood.some(
    ({ kind, means, text }) =>
      kind === 'style' &&
      means === scene.style &&
      means !== 'natural' &&
      !understood.some((other) => other.text === text && other.kind !== 'style'),
  );

/**
 * How words that change a given image are understood: as `understand` does, but a style that they name takes precedence
 * over the chosen one. Pure.
 */
export function understandChange(options: SceneOptions): Understanding {
  if (options.style === undefined) return understand(options);
  const { style: _chosen, ...words } = options;
  const said = understand(words);
  return isStyleNamed(said) ? said : understand(options);
}
