import type { Size } from '../../engine/sizes.shared.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import type { LengthRange, Plan, SourceFacts } from './define.shared.js';
import { FORMS, type Params } from './registry.shared.js';
import { VIDEO_USED } from './sizes.shared.js';

export type { LengthRange, Plan, SourceFacts } from './define.shared.js';
export { MIN_SIDE, VIDEO_USED, wholeFrames } from './sizes.shared.js';

/**
 * Size and duration of a creation. The displayed price and the work itself use the same function.
 * @param sources one for each role of the procedure
 * @param longSide maximum long side of the model, in pixels
 * @returns the plan, or the refusal of the procedure's own plan
 */
export const planOf = (params: Params, sources: readonly SourceFacts[], longSide: number): Result<Plan, ProductError> =>
  FORMS[params.procedure].plan({ ...params }, sources, longSide);

/**
 * Allowed duration of a source video in seconds; a trimmer keeps within it.
 * @param video its size in pixels
 */
export const videoLength = (params: Params, video: Size): LengthRange =>
  FORMS[params.procedure].videoLength?.({ ...params }, video) ?? VIDEO_USED;
