import type { DrawScene } from '../../scene/scene.js';
import { compose } from './compose.js';
import { renderSolid } from './render.js';

/** Draws a scene of objects, or of a planet, ray-marched: see DrawScene. */
export const drawSolid: DrawScene = async (scene, width, height, onGrow, seconds = 0) => {
  const { stage, memory } = compose(scene, width / height, seconds);
  return renderSolid(stage, memory, width, height, onGrow, seconds);
};
