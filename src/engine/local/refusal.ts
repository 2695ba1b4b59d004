import type { ErrorIdentifier } from '../../kernel/errors.shared.js';
import type { ToolReason } from '../refusals.shared.js';

/** What a refusal's words need, e.g. `{ input: 'mask', reason: 'empty' }`. */
export type RefusalParams = Readonly<Record<string, string | number>> & { readonly reason?: ToolReason | 'speech' };

/** A tool's input that its owner can mend (an empty mask, say), told from a fault of the engine. */
export class ToolRefusal extends Error {
  constructor(readonly identifier: ErrorIdentifier, readonly params: RefusalParams = {}) {
    super(`${identifier} ${JSON.stringify(params)}`);
    this.name = 'ToolRefusal';
  }
}
