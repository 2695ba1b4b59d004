import type { Style } from '../../engine/options.shared.js';
import type { Form } from './define.shared.js';
import { FORMS, type Params } from './registry.shared.js';

/** How a call reads its prompt: what decides which words its result can show. */
export interface Reading {
  readonly reads: Form['reads'];
  readonly style: Style;
  readonly shots: number;
}

/** How a call reads its prompt, given its settings. */
export function readingOf(params: Params): Reading {
  const definition = FORMS[params.procedure];
  const { style = 'natural', shots = 1 } = definition.drawing?.({ ...params }) ?? {};
  return { reads: definition.reads, style, shots };
}
