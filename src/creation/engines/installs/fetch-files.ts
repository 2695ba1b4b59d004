import { basename, join } from 'node:path';
import { broughtFile, copyBroughtFile } from '../../../engine/install/brought.js';
import type { InstallableModel, ModelFile } from '../../../engine/install/catalogue.js';
import { download, resumableBytes, sizeOf, type DownloadSettings } from '../../../engine/install/download.js';
import { InstallFault } from '../../../engine/install/fault.js';
import { KEPT_DISK } from '../../../engine/install/fit.shared.js';
import type { HttpAsk } from '../../../engine/install/http.js';
import type { FileDigest, Hub } from '../../../engine/install/hub.js';

export interface FetchDeps {
  readonly hub: Hub;
  readonly ask: HttpAsk;
  /** Folder with files that the operator brought along. */
  readonly broughtFolder?: string;
  readonly download: DownloadSettings;
  readonly freeBytes: (folder: string) => Promise<number>;
  /** Bytes after which free space is looked at again; default 16 MiB. */
  readonly lookBytes?: number;
}

/** Free space is looked at again after so many bytes: other programs write to the disk as well. */
const LOOK_BYTES = 16_777_216;

/** A file's name in the folder of its model. */
export const fileName = ({ path }: ModelFile): string => basename(path);

/**
 * Brings all files of a model into its folder: those that are there are kept, then those brought along, then downloads.
 * @param known files that were verified before, by name
 * @param onFile called with each verified file @param onProgress bytes that are there, of all
 * @throws InstallFault; the signal's reason
 */
export async function fetchFiles(
  { files }: Pick<InstallableModel, 'files'>,
  folder: string,
  known: Readonly<Record<string, FileDigest>>,
  deps: FetchDeps,
  {
    onFile,
    onProgress,
    signal,
  }: {
    readonly onFile: (name: string, expected: FileDigest) => Promise<void>;
    readonly onProgress: (done: number, of: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const missing: { readonly file: ModelFile; readonly expected: FileDigest }[] = [];
  for (const file of files) {
    const [name, path] = [fileName(file), join(folder, fileName(file))];
    if (known[name] !== undefined && (await sizeOf(path)) === known[name].bytes) continue;
    const brought = deps.broughtFolder === undefined ? undefined : await broughtFile(deps.broughtFolder, file);
    if (brought !== undefined) await onFile(name, await copyBroughtFile(brought, path, signal));
    else missing.push({ file, expected: await deps.hub.digestOf(file, signal) });
  }
  const have = await Promise.all(
    missing.map(({ file, expected }) => resumableBytes(`${join(folder, fileName(file))}.part`, expected)),
  );
  const all = missing.reduce((sum, { expected }) => sum + expected.bytes, 0);
  const before = have.reduce((sum, bytes) => sum + bytes, 0);
  onProgress(before, all);
  await mustHaveRoom(folder, all - before, deps);
  const full = new AbortController();
  let lookedAt = 0;
  const look = async (): Promise<void> => {
    if ((await deps.freeBytes(folder)) < KEPT_DISK)
      full.abort(new InstallFault('room', 'another program has filled the disk'));
  };
  for (const [place, { file, expected }] of missing.entries()) {
    const others = have.reduce((sum, bytes, other) => (other === place ? sum : sum + bytes), 0);
    const onBytes = (bytes: number): void => {
      onProgress(others + bytes, all);
      if (Math.abs(others + bytes - lookedAt) < (deps.lookBytes ?? LOOK_BYTES)) return;
      lookedAt = others + bytes;
      // A disk that cannot be asked fails the download itself.
      look().catch(() => undefined);
    };
    await download(
      {
        url: deps.hub.addressOf(file),
        path: join(folder, fileName(file)),
        expected,
        signal: AbortSignal.any([signal, full.signal]),
        onProgress: onBytes,
      },
      deps.ask,
      deps.download,
    );
    have[place] = expected.bytes;
    await onFile(fileName(file), expected);
  }
}

async function mustHaveRoom(folder: string, bytes: number, { freeBytes }: FetchDeps): Promise<void> {
  if (bytes <= 0) return;
  const missing = bytes + KEPT_DISK - (await freeBytes(folder));
  if (missing > 0) throw new InstallFault('room', `${missing} bytes are missing`);
}
