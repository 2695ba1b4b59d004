import { Global, Inject, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { join, resolve } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import { freeBytesAt } from '../../platform/data-folder/free-bytes.js';
import type { Blobs } from '../../platform/blobs/port.js';
import type { S3Settings } from '../../platform/blobs/s3-client.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { Logs } from '../../platform/http/logs.js';
import type { Random } from '../../platform/random.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import type { Signals } from '../../platform/signals/port.js';
import { BLOBS, CONFIG, DOCUMENTS, LOGGER, RANDOM, RATE_LIMIT, SIGNALS, WALL_CLOCK } from '../../platform/tokens.js';
import { programChoice, ProgramFinder, type ProgramsConfig } from '../engines/programs.js';
import { PeriodicTask } from '../../platform/concurrency/periodic-task.js';
import { LocalIncomingFiles, type IncomingFiles } from './incoming-files.js';
import {
  CreateUploadHandler,
  DeleteUploadHandler,
  FinishUploadHandler,
  GetUploadHandler,
  GetUploadRecipeHandler,
} from './commands.js';
import { CutUploadHandler } from './cut-upload.js';
import { Inspector } from './inspect/inspector.js';
import { TusController } from './tus.controller.js';
import { UploadController } from './upload.controller.js';
import type { UploadLocksDeps } from './upload-locks.js';
import { UploadStore } from './upload.store.js';
import { Uploads } from './uploads.js';

/** Interval between sweeps of expired uploads. */
const SWEEP_EVERY_MS = 300_000;

/** Configuration of uploads. */
interface UploadConfig extends ProgramsConfig {
  readonly dataDir: string;
  /** Blob storage on S3; resumable uploads then arrive there too. */
  readonly s3?: S3Settings;
}

async function createUploads(
  documents: DocumentStore,
  blobs: Blobs,
  rateLimit: RateLimit,
  signals: Signals,
  clock: Clock,
  random: Random,
  log: Logs,
  { dataDir, s3 }: UploadConfig,
  programs: ProgramFinder,
): Promise<Uploads> {
  const data = resolve(dataDir);
  const folder = join(data, 'uploads');
  const incomingFiles =
    s3 === undefined
      ? new LocalIncomingFiles(join(folder, 'arriving'))
      : await onS3(s3, { documents, signals, clock: { now: () => performance.now() }, random });
  const uploads = new Uploads({
    store: await UploadStore.open(documents),
    blobs,
    rateLimit,
    clock,
    random,
    log,
    inspector: new Inspector({ programs: programs.find }),
    folder,
    incomingFiles,
    // With S3 the stored files are elsewhere, and an inspection reports a full disk by itself.
    freeBytes: async () => (s3 === undefined ? freeBytesAt(data) : Number.MAX_SAFE_INTEGER),
  });
  await uploads.open();
  return uploads;
}

/** Loaded only if S3 is configured. */
async function onS3(s3: S3Settings, deps: UploadLocksDeps): Promise<IncomingFiles> {
  const [{ S3IncomingFiles }, { UploadLocks }] = await Promise.all([
    import('./incoming-files-s3.js'),
    import('./upload-locks.js'),
  ]);
  return new S3IncomingFiles(s3, await UploadLocks.open(deps));
}

/** Nest module of uploads. `Uploads` may be injected anywhere. */
@Global()
@Module({
  controllers: [UploadController, TusController],
  providers: [
    {
      provide: ProgramFinder,
      inject: [CONFIG],
      useFactory: (config: UploadConfig) => new ProgramFinder(programChoice(config)),
    },
    {
      provide: Uploads,
      inject: [DOCUMENTS, BLOBS, RATE_LIMIT, SIGNALS, WALL_CLOCK, RANDOM, LOGGER, CONFIG, ProgramFinder],
      useFactory: createUploads,
    },
    CreateUploadHandler,
    FinishUploadHandler,
    DeleteUploadHandler,
    GetUploadHandler,
    GetUploadRecipeHandler,
    CutUploadHandler,
  ],
  exports: [Uploads, ProgramFinder],
})
export class UploadsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeping: PeriodicTask;

  constructor(uploads: Uploads, @Inject(LOGGER) log: Logs) {
    this.sweeping = new PeriodicTask(() => uploads.sweep(), {
      log,
      level: 'error',
      failure: 'uploads could not be swept; retrying',
      everyMs: SWEEP_EVERY_MS,
      firstMs: 0,
    });
  }

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeping.stop();
  }
}
