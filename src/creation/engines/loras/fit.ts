import { familyOfName, type ModelFamily } from '../../../engine/remote/family.shared.js';
import { workflowIdOf } from '../../../engine/remote/comfyui/workflow/model-name.shared.js';
import type { EngineKind } from '../kinds.shared.js';

/** Kinds of engines that load LoRAs of their own. */
const KINDS: ReadonlySet<EngineKind> = new Set(['a1111', 'comfyui']);

/** Whether a model of an engine loads LoRAs: not an upscaler, and not an imported workflow, which has its own. */
export const takesLoras = (kind: EngineKind, model: string): boolean =>
  KINDS.has(kind) && workflowIdOf(model) === undefined && !/^(?:upscalers|upscale_models)\//.test(model);

/** Whether a LoRA fits a model of its engine. One of unknown family may fit any. */
export function fits(model: string, family: ModelFamily | undefined): boolean {
  const own = familyOfName(model);
  return own === undefined || family === undefined || own === family;
}
