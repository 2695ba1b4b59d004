import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import type { DocumentStore } from '../platform/documents/port.js';
import { CLOCK, CONFIG, DOCUMENTS } from '../platform/tokens.js';
import { CheckMediaHandler } from './check-media.js';
import { ModerationApi } from './external/api.js';
import { allImageChecks, allTextChecks, createExternalImageCheck, createExternalTextCheck } from './external/checks.js';
import type { ModerationApiSettings } from './external/settings.shared.js';
import { createLocalImageModeration } from './image-check/local.js';
import { byClasses } from './image-check/verdict.js';
import { IMAGE_MODERATION } from './image-check/tokens.js';
import { Verdicts } from './image-check/verdicts.js';
import { ChangePolicyHandler, GetPolicyHandler, GetPolicyHistoryHandler } from './policy/policy.messages.js';
import { Policy } from './policy/policy.js';
import { PolicyStore } from './policy/policy.store.js';
import { CheckTextHandler, FindFlagsHandler, JudgedTexts, LOCAL_TEXT_CHECK, TEXT_CHECK } from './queries.js';
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

interface ModerationConfig {
  readonly moderationApi?: ModerationApiSettings;
}

/** Nest injection token of the external API; undefined without a configured one. */
const MODERATION_API = Symbol('MODERATION_API');

@Module({
  imports: [CqrsModule],
  providers: [
    {
      provide: MODERATION_API,
      inject: [CONFIG],
      useFactory: ({ moderationApi }: ModerationConfig) =>
        moderationApi === undefined ? undefined : new ModerationApi(moderationApi),
    },
    { provide: LOCAL_TEXT_CHECK, useFactory: rehearsed },
    {
      provide: TEXT_CHECK,
      inject: [LOCAL_TEXT_CHECK, MODERATION_API],
      useFactory: (local: TextCheck, api: ModerationApi | undefined) =>
        allTextChecks([local, ...(api === undefined ? [] : [createExternalTextCheck(api)])]),
    },
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
    {
      provide: IMAGE_MODERATION,
      inject: [MODERATION_API],
      useFactory: (api: ModerationApi | undefined) =>
        allImageChecks([
          byClasses(createLocalImageModeration()),
          ...(api === undefined ? [] : [createExternalImageCheck(api)]),
        ]),
    },
    {
      provide: Verdicts,
      inject: [DOCUMENTS, CLOCK],
      useFactory: (documents: DocumentStore, clock: Clock) => Verdicts.open(documents, clock),
    },
    CheckMediaHandler,
  ],
})
export class ModerationModule {}
