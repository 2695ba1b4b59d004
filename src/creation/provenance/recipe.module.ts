import { Module } from '@nestjs/common';
import { join, resolve } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { Logs } from '../../platform/http/logs.js';
import { keyFor, loadOrCreateSecret } from '../../platform/installation-secret.js';
import { CONFIG, DOCUMENTS, LOGGER, WALL_CLOCK } from '../../platform/tokens.js';
import { Sealer } from '../engines/connections.js';
import { ContentCredential } from './credential/credential.js';
import { documentPlace, folderLocation, type KeyLocation } from './credential/keys.js';

/** What of the configuration decides where the signing key is kept. */
interface CredentialConfig {
  readonly dataDir: string;
  readonly authSecret?: string;
  readonly mongodbUrl?: string;
}

/** With the documents where other processes may share them, else in the data folder. */
async function placeOf({ dataDir, authSecret, mongodbUrl }: CredentialConfig, documents: DocumentStore, log: Logs): Promise<KeyLocation> {
  if (mongodbUrl === undefined) return folderLocation(join(resolve(dataDir), 'credential'));
  return documentPlace(documents, new Sealer(keyFor(authSecret ?? loadOrCreateSecret(dataDir), 'content credential')), log);
}

/** What signs results, given to Nest. */
@Module({
  providers: [{
    provide: ContentCredential, inject: [CONFIG, DOCUMENTS, WALL_CLOCK, LOGGER],
    useFactory: async (config: CredentialConfig, documents: DocumentStore, clock: Clock, log: Logs) => new ContentCredential(await placeOf(config, documents, log), clock),
  }],
  exports: [ContentCredential],
})
export class RecipeModule {}
