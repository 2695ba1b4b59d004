import { defined } from '@src/kernel/defined.shared';
import type { CreationNode } from '@src/creation/boards/board.shared';
import type { ModelView } from '@src/catalog/model.shared';

/** A node's main settings, shown beside its name. */
export interface NodeFacts {
  readonly model?: string;
  readonly aspect?: string;
  /** Length of the result. */
  readonly seconds?: number;
}

/** A creation's main settings: model, aspect and length. */
export function nodeFacts(
  { model, settings }: Pick<CreationNode, 'model' | 'settings'>,
  models: readonly Pick<ModelView, 'id' | 'name'>[],
): NodeFacts {
  const name = models.find(({ id }) => id === model)?.name;
  const { aspect, seconds } = settings;
  return {
    ...defined({ model: name }),
    ...(typeof aspect === 'string' ? { aspect } : {}),
    ...(typeof seconds === 'number' ? { seconds } : {}),
  };
}
