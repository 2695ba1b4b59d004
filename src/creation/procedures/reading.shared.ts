import type { Style } from '../../engine/options.shared.js';
import type { Form } from './define.shared.js';
import { FORMS, type Params } from './registry.shared.js';

/** How a procedure reads its prompt; this decides which words can appear in the result. */
export interface Reading {
  readonly reads: Form['reads'];
  readonly style: Style;
  readonly shots: number;
}

/** How a procedure reads its prompt with these settings. */
export function readingOf(params: Params): Reading {
  const definition = FORMS[params.procedure];
  const { style = 'natural', shots = 1 } = definition.drawing?.({ ...params }) ?? {};
  return { reads: definition.reads, style, shots };
}
