import { NestFactory } from '@nestjs/core';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppModule } from './app.module.js';
import { areStoresShared, type Config } from './config.js';
import { ROLES } from './config-variables.js';
import type { CliLines, OpenCliTools } from './platform/cli.js';
import { DataFolderInUse } from './platform/data-folder/data-folder.js';
import { assertNotHalfMigrated } from './platform/migrate/mark.js';
import { openPlatform } from './platform/open.js';
import { judgeRoles } from './roles.js';

/**
 * Opens the stores and all modules for the operator's commands, with no role: nothing is served, followed or rendered
 * meanwhile.
 * @throws ServerNotReached; DataFolderInUse while a server uses the folder, Error when it does not exist or a migration
 * into it was interrupted
 */
export async function openCliTools(config: Config, say: CliLines['say']): Promise<OpenCliTools> {
  const verdict = judgeRoles({ ...config, roles: new Set(ROLES) });
  if (verdict.outcome === 'refused') throw new Error(verdict.words);
  if (!areStoresShared(config) && !existsSync(join(config.dataDir, 'FORMAT')))
    throw new Error(`There is no data folder at ${resolve(config.dataDir)}. Name it with DATA_DIR.`);
  const platform = await openPlatform(config).catch((error: unknown) => {
    if (error instanceof DataFolderInUse)
      throw new Error(
        `Kinora has the data folder ${error.folder} open (${error.holder}). Stop it, run this command, and start it again.`,
      );
    throw error;
  });
  try {
    await assertNotHalfMigrated(platform.parts.documents);
    const nest = await NestFactory.createApplicationContext(
      AppModule.forRoot(platform.parts, { ...config, dataDir: platform.dataDir, roles: new Set() }),
      { logger: false, abortOnError: false },
    );
    return {
      tools: { parts: platform.parts, get: (token) => nest.get(token, { strict: false }), say },
      close: async () => {
        await nest.close();
        await platform.close();
      },
    };
  } catch (error) {
    await platform.close();
    throw error;
  }
}
