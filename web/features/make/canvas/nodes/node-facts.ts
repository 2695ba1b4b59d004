import { defined } from '@src/kernel/defined.shared';
import type { CreationNode } from '@src/creation/boards/board.shared';
import type { ModelView } from '@src/catalog/model.shared';

/** What a node says of how it is set, beside its name. */
export interface NodeFacts {
  readonly model?: string;
  readonly aspect?: string;
  /** Of what it makes. */
  readonly seconds?: number;
}

/** The main settings of a creation: by what it is made, in which shape and how long. */
export function nodeFacts({ model, settings }: Pick<CreationNode, 'model' | 'settings'>, models: readonly Pick<ModelView, 'id' | 'name'>[]): NodeFacts {
  const name = models.find(({ id }) => id === model)?.name;
  const { aspect, seconds } = settings;
  return { ...defined({ model: name }), ...(typeof aspect === 'string' ? { aspect } : {}), ...(typeof seconds === 'number' ? { seconds } : {}) };
}
