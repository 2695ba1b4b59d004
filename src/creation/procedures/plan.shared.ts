import type { Size } from '../../engine/sizes.shared.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import type { LengthRange, Plan, SourceFacts } from './define.shared.js';
import { FORMS, type Params } from './registry.shared.js';
import { VIDEO_USED } from './sizes.shared.js';

export type { LengthRange, Plan, SourceFacts } from './define.shared.js';
export { MIN_SIDE, VIDEO_USED, wholeFrames } from './sizes.shared.js';

/**
 * The size and length of what a creation makes: the same function for the price on the button and for the work itself.
 * @param sources one for each role that the call takes
 * @param longSide of the model, pixels
 * @returns the plan, or what the procedure's own plan refuses with
 */
export const planOf = (params: Params, sources: readonly SourceFacts[], longSide: number): Result<Plan, ProductError> =>
  FORMS[params.procedure].plan({ ...params }, sources, longSide);

/** How long a video may be that a call is given, for a trimmer to keep within, seconds. @param video its size in pixels */
export const videoLength = (params: Params, video: Size): LengthRange => FORMS[params.procedure].videoLength?.({ ...params }, video) ?? VIDEO_USED;
