import { Inject, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { join } from 'node:path';
import { DOWNLOAD_DEFAULTS } from '../../../engine/install/download.js';
import { httpAsk } from '../../../engine/install/http.js';
import { Hub } from '../../../engine/install/hub.js';
import { readMachine } from '../../../engine/install/machine.js';
import { MODEL_SERVER_DEFAULTS } from '../../../engine/install/model-server.js';
import type { ProxySettings } from '../../../engine/install/proxy.shared.js';
import { defined } from '../../../kernel/defined.shared.js';
import { freeBytesAt } from '../../../platform/data-folder/free-bytes.js';
import type { Logs } from '../../../platform/http/logs.js';
import type { Random } from '../../../platform/random.js';
import { CONFIG, LOGGER, RANDOM } from '../../../platform/tokens.js';
import { Engines } from '../engines.js';
import { EnginesModule } from '../engines.module.js';
import {
  InstallModelHandler,
  MentionModelsHandler,
  RemoveModelHandler,
  StopModelHandler,
} from './installs.commands.js';
import { Installs } from './installs.js';
import { ListInstallsHandler, ReadModelLogHandler, WatchInstallsHandler } from './installs.queries.js';
import { InstallStore } from './store.js';

/** Configuration of models on this machine. */
interface InstallsConfig {
  readonly dataDir: string;
  readonly roles: ReadonlySet<string>;
  readonly installs: {
    readonly hub: string;
    readonly modelsFolder?: string;
    readonly sdServerPath?: string;
    readonly proxies: ProxySettings;
  };
}

function createInstalls(
  engines: Engines,
  random: Random,
  { dataDir, roles, installs: { hub, modelsFolder, sdServerPath, proxies } }: InstallsConfig,
  log: Logs,
): Installs {
  const folder = join(dataDir, 'models');
  const ask = httpAsk(proxies);
  return new Installs({
    engines,
    random,
    log,
    dataDir,
    machine: readMachine,
    server: MODEL_SERVER_DEFAULTS,
    store: new InstallStore(folder),
    files: {
      hub: new Hub(hub, ask),
      ask,
      download: DOWNLOAD_DEFAULTS,
      freeBytes: freeBytesAt,
      ...defined({ broughtFolder: modelsFolder }),
    },
    program: { folder: join(folder, 'programs'), ...defined({ configured: sdServerPath }) },
    isHere: roles.has('api') && roles.has('worker'),
  });
}

/** Nest module of models that are installed on this machine. */
@Module({
  imports: [EnginesModule],
  providers: [
    { provide: Installs, inject: [Engines, RANDOM, CONFIG, LOGGER], useFactory: createInstalls },
    InstallModelHandler,
    StopModelHandler,
    RemoveModelHandler,
    MentionModelsHandler,
    ListInstallsHandler,
    WatchInstallsHandler,
    ReadModelLogHandler,
  ],
})
export class InstallsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly installs: Installs,
    @Inject(LOGGER) private readonly log: Logs,
  ) {}

  onApplicationBootstrap(): void {
    this.installs.begin().catch((error: unknown) => {
      this.log.error({ err: error }, 'installed models could not be started');
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.installs.end();
  }
}
