import type { ErrorIdentifier } from '../../kernel/errors.shared.js';
import type { ToolReason } from '../refusals.shared.js';

/** Values for the text of a refusal, e.g. `{ input: 'mask', reason: 'empty' }`. */
export type RefusalParams = Readonly<Record<string, string | number>> & {
  readonly reason?: ToolReason | 'speech' | 'damaged';
};

/** An input that its owner can correct (such as an empty mask), as opposed to a fault of the engine. */
export class ToolRefusal extends Error {
  constructor(
    readonly identifier: ErrorIdentifier,
    readonly params: RefusalParams = {},
  ) {
    super(`${identifier} ${JSON.stringify(params)}`);
    this.name = 'ToolRefusal';
  }
}
