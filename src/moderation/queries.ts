import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { Logs } from '../platform/http/logs.js';
import { LOGGER } from '../platform/tokens.js';
import type { TextCheck } from './text-check/port.js';

/** Nest injection token of the `TextCheck`. */
export const TEXT_CHECK = Symbol('TEXT_CHECK');

/**
 * Checks whether a text may be used. Refused with SENSITIVE_TEXT {input, category, words?}, where `words` are
 * those of the text that led to it; with UNEXPECTED_MODERATION when judging failed, because unchecked content must not
 * pass.
 */
export class CheckText extends Query<Result<void, ProductError>> {
  constructor(
    readonly text: string,
    /** The form field, returned so that the form can point at it. */
    readonly input: string = 'prompt',
    /** Interface language. */
    readonly language = 'en',
  ) {
    super();
  }
}

@QueryHandler(CheckText)
export class CheckTextHandler implements IQueryHandler<CheckText> {
  constructor(
    @Inject(TEXT_CHECK) private readonly check: TextCheck,
    @Inject(LOGGER) private readonly logs: Logs,
  ) {}

  async execute({ text, input, language }: CheckText): Promise<Result<void, ProductError>> {
    try {
      const found = await this.check.check(text, language);
      if (found === undefined) return ok(undefined);
      const { category, words } = found;
      const named = { input, category };
      return err(productError('SENSITIVE_TEXT', words.length === 0 ? named : { ...named, words: words.join(', ') }));
    } catch (error) {
      // Logs the error but never the text.
      this.logs.error({ err: error, input }, 'a text could not be moderated');
      return err(productError('UNEXPECTED_MODERATION'));
    }
  }
}
