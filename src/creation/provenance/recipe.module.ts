import { Module } from '@nestjs/common';
import { join, resolve } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { Logs } from '../../platform/http/logs.js';
import { keyFor, loadOrCreateSecret } from '../../platform/data-folder/installation-secret.js';
import { CONFIG, DOCUMENTS, LOGGER, WALL_CLOCK } from '../../platform/tokens.js';
import { Sealer } from '../engines/connections.js';
import { ContentCredential } from './credential/credential.js';
import { documentLocation, folderLocation, type KeyLocation } from './credential/key-location.js';

/** Configuration of the key's storage. */
interface CredentialConfig {
  readonly dataDir: string;
  readonly authSecret?: string;
  readonly mongodbUrl?: string;
}

/** In the documents if other processes may share them, otherwise in the data folder. */
async function placeOf(
  { dataDir, authSecret, mongodbUrl }: CredentialConfig,
  documents: DocumentStore,
  log: Logs,
): Promise<KeyLocation> {
  if (mongodbUrl === undefined) return folderLocation(join(resolve(dataDir), 'credential'));
  return documentLocation(
    documents,
    new Sealer(keyFor(authSecret ?? loadOrCreateSecret(dataDir), 'content credential')),
    log,
  );
}

/** Nest module of content credentials. */
@Module({
  providers: [
    {
      provide: ContentCredential,
      inject: [CONFIG, DOCUMENTS, WALL_CLOCK, LOGGER],
      useFactory: async (config: CredentialConfig, documents: DocumentStore, clock: Clock, log: Logs) =>
        new ContentCredential(await placeOf(config, documents, log), clock),
    },
  ],
  exports: [ContentCredential],
})
export class RecipeModule {}
