import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CheckTextHandler, TEXT_CHECK } from './queries.js';
import { createLocalTextCheck } from './text-check/local.js';
import type { TextCheck } from './text-check/port.js';

/** A first text costs 25 ms, for all the patterns are compiled with it: rather at the start than while the first visitors wait. */
async function rehearsed(): Promise<TextCheck> {
  const textCheck = createLocalTextCheck();
  for (const text of ['a quiet morning by the sea', 'two lamps on a table']) await textCheck.check(text, 'en');
  return textCheck;
}

@Module({ imports: [CqrsModule], providers: [{ provide: TEXT_CHECK, useFactory: rehearsed }, CheckTextHandler] })
export class ModerationModule {}
