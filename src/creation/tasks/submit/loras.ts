import type { ModelView } from '../../../catalog/model.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { TaskInput } from '../../procedures/request.shared.js';

/**
 * The input, if its LoRAs fit the model. An empty list is left out.
 * @returns LORA_INVALID {lora} for one that is unknown, no longer offered, or of another engine or family than the
 *   model
 */
export function withLoras(
  { loras = [], ...input }: TaskInput,
  model: Pick<ModelView, 'loras'>,
): Result<TaskInput, ProductError> {
  const unfit = loras.find(({ id }) => model.loras?.includes(id) !== true);
  if (unfit !== undefined) return err(productError('LORA_INVALID', { lora: unfit.id }));
  return ok(loras.length === 0 ? input : { ...input, loras });
}
