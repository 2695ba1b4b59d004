import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import type { DocumentStore } from '../platform/documents/port.js';
import { CLOCK, DOCUMENTS } from '../platform/tokens.js';
import { CheckMediaHandler, IMAGE_MODERATION } from './check-media.js';
import { createLocalImageModeration } from './image-check/local.js';
import { Verdicts } from './image-check/verdicts.js';
import { CheckTextHandler, TEXT_CHECK } from './queries.js';
import { createLocalTextCheck } from './text-check/local.js';
import type { TextCheck } from './text-check/port.js';

/**
 * The first text takes 25 ms, because it compiles all patterns. Doing so at startup keeps the first visitors from
 * waiting.
 */
async function rehearsed(): Promise<TextCheck> {
  const textCheck = createLocalTextCheck();
  for (const text of ['a quiet morning by the sea', 'two lamps on a table']) await textCheck.check(text, 'en');
  return textCheck;
}

@Module({
  imports: [CqrsModule],
  providers: [
    { provide: TEXT_CHECK, useFactory: rehearsed },
    CheckTextHandler,
    // The network is loaded only with the first image.
    { provide: IMAGE_MODERATION, useFactory: () => createLocalImageModeration() },
    {
      provide: Verdicts,
      inject: [DOCUMENTS, CLOCK],
      useFactory: (documents: DocumentStore, clock: Clock) => Verdicts.open(documents, clock),
    },
    CheckMediaHandler,
  ],
})
export class ModerationModule {}
