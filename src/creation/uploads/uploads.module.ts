import { Inject, Module, type BeforeApplicationShutdown, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import type { Blobs } from '../../platform/blobs/port.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { Logs } from '../../platform/http/logs.js';
import type { Random } from '../../platform/random.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { BLOBS, CLOCK, CONFIG, DOCUMENTS, LOGGER, RANDOM, RATE_LIMIT } from '../../platform/tokens.js';
import { ProgramFinder } from '../programs.js';
import { Rounds } from '../run/rounds.js';
import { CreateUploadHandler, DeleteUploadHandler, FinishUploadHandler, GetUploadHandler, GetUploadRecipeHandler } from './commands.js';
import { Inspector } from './inspect/inspector.js';
import { TusController } from './tus.controller.js';
import { UploadController } from './upload.controller.js';
import { UploadStore } from './upload.store.js';
import { Uploads } from './uploads.js';

/** Between two looks at what is over. */
const SWEEP_EVERY_MS = 300_000;

/** What of the configuration concerns uploads. */
interface UploadConfig {
  readonly dataDir: string;
  readonly ffmpegPath?: string;
  readonly ffprobePath?: string;
}

async function createUploads(
  documents: DocumentStore, blobs: Blobs, rateLimit: RateLimit, clock: Clock, random: Random, log: Logs, { dataDir }: UploadConfig,
  programs: ProgramFinder,
): Promise<Uploads> {
  const data = resolve(dataDir);
  const uploads = new Uploads({
    store: await UploadStore.open(documents), blobs, rateLimit, clock, random, log, inspector: new Inspector({ programs: programs.find }), folder: join(data, 'uploads'),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(data);
      return bavail * bsize;
    },
  });
  await uploads.open();
  return uploads;
}

/** Uploads, given to Nest. `Uploads` may be injected anywhere. */
@Module({})
export class UploadsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeping: Rounds;

  constructor(uploads: Uploads, @Inject(LOGGER) log: Logs) {
    this.sweeping = new Rounds('upload sweeper', SWEEP_EVERY_MS, () => uploads.sweep(), log);
  }

  static forRoot(): DynamicModule {
    return {
      module: UploadsModule,
      global: true,
      controllers: [UploadController, TusController],
      providers: [
        {
          provide: ProgramFinder, inject: [CONFIG],
          useFactory: ({ ffmpegPath, ffprobePath }: UploadConfig) => new ProgramFinder({ ...(ffmpegPath ? { ffmpeg: ffmpegPath } : {}), ...(ffprobePath ? { ffprobe: ffprobePath } : {}) }),
        },
        { provide: Uploads, inject: [DOCUMENTS, BLOBS, RATE_LIMIT, CLOCK, RANDOM, LOGGER, CONFIG, ProgramFinder], useFactory: createUploads },
        CreateUploadHandler, FinishUploadHandler, DeleteUploadHandler, GetUploadHandler, GetUploadRecipeHandler,
      ],
      exports: [Uploads, ProgramFinder],
    };
  }

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeping.stop();
  }
}
