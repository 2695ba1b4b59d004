import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import type { DocumentStore } from '../platform/documents/port.js';
import { CLOCK, DOCUMENTS } from '../platform/tokens.js';
import { CheckMediaHandler } from './check-media.js';
import { createLocalImageModeration } from './image-check/local.js';
import { IMAGE_MODERATION } from './image-check/tokens.js';
import { Verdicts } from './image-check/verdicts.js';
import { ChangePolicyHandler, GetPolicyHandler, GetPolicyHistoryHandler } from './policy/policy.messages.js';
import { Policy } from './policy/policy.js';
import { PolicyStore } from './policy/policy.store.js';
import { CheckTextHandler, FindFlagsHandler, JudgedTexts, TEXT_CHECK } from './queries.js';
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
    {
      provide: PolicyStore,
      inject: [DOCUMENTS, CLOCK],
      useFactory: (documents: DocumentStore, clock: Clock) => PolicyStore.open(documents, clock),
    },
    {
      provide: Policy,
      inject: [PolicyStore, CLOCK],
      useFactory: (store: PolicyStore, clock: Clock) => new Policy(store, clock),
    },
    {
      provide: JudgedTexts,
      inject: [TEXT_CHECK, PolicyStore],
      useFactory: (check: TextCheck, policy: PolicyStore) => new JudgedTexts(check, policy),
    },
    CheckTextHandler,
    FindFlagsHandler,
    ChangePolicyHandler,
    GetPolicyHandler,
    GetPolicyHistoryHandler,
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
