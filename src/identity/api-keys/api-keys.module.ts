import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { ExportParts } from '../../platform/export-parts.js';
import type { Random } from '../../platform/random.js';
import { API_KEY_READER, DOCUMENTS, RANDOM, WALL_CLOCK } from '../../platform/tokens.js';
import { Users } from '../accounts/users.js';
import { USER_PURGED, userLeftData } from '../messages.js';
import { apiKeyDocument } from './api-key.js';
import {
  CreateApiKeyHandler,
  ListApiKeysHandler,
  ReplaceApiKeyHandler,
  RevokeApiKeyHandler,
} from './api-keys.commands.js';
import { apiKeysPart } from './api-keys.data-export.js';
import { API_KEYS, ApiKeys } from './api-keys.js';

/** API keys of members. Global for `API_KEY_READER`. */
@Global()
@Module({
  providers: [
    {
      provide: ApiKeys,
      inject: [DOCUMENTS, Users, RANDOM, WALL_CLOCK],
      useFactory: async (documents: DocumentStore, users: Users, random: Random, clock: Clock) =>
        new ApiKeys(
          await documents.collection(API_KEYS, (stored) => apiKeyDocument.parse(stored)),
          users,
          random,
          clock,
        ),
    },
    { provide: API_KEY_READER, useExisting: ApiKeys },
    CreateApiKeyHandler,
    ReplaceApiKeyHandler,
    RevokeApiKeyHandler,
    ListApiKeysHandler,
  ],
  exports: [API_KEY_READER],
})
export class ApiKeysModule implements OnModuleInit {
  constructor(
    private readonly keys: ApiKeys,
    private readonly relay: Relay,
    private readonly parts: ExportParts,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.parts.register(apiKeysPart({ keys: this.keys, now: () => this.clock.now() }));
    this.relay.register({
      name: 'identity.api-keys',
      types: [USER_PURGED],
      handle: ({ data }) => this.keys.clear(userLeftData.parse(data).userId),
    });
  }
}
