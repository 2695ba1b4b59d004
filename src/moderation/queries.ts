import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { Logs } from '../platform/http/logs.js';
import { LOGGER } from '../platform/tokens.js';
import type { TextCheck } from './text-check/port.js';

/** Name by which Nest hands out the `TextCheck`. */
export const TEXT_CHECK = Symbol('TEXT_CHECK');

/**
 * Asks whether a text may be used. Refused with SENSITIVE_TEXT {input, category}; with UNEXPECTED_MODERATION when it could
 * not be judged, for what no one has looked at does not pass.
 */
export class CheckText extends Query<Result<void, ProductError>> {
  constructor(
    readonly text: string,
    /** Which field it was typed into; told back, so that the form can point at it. */
    readonly input: string = 'prompt',
    /** Of the interface. */
    readonly language = 'en',
  ) {
    super();
  }
}

@QueryHandler(CheckText)
export class CheckTextHandler implements IQueryHandler<CheckText> {
  constructor(@Inject(TEXT_CHECK) private readonly check: TextCheck, @Inject(LOGGER) private readonly logs: Logs) {}

  async execute({ text, input, language }: CheckText): Promise<Result<void, ProductError>> {
    try {
      const category = await this.check.check(text, language);
      return category === undefined ? ok(undefined) : err(productError('SENSITIVE_TEXT', { input, category }));
    } catch (error) {
      // The fault, never the text.
      this.logs.error({ err: error, input }, 'a text could not be judged');
      return err(productError('UNEXPECTED_MODERATION'));
    }
  }
}
