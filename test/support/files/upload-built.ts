import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findFfmpeg } from '../../../src/engine/ffmpeg.js';
import type { ChildLimits } from '../../../src/creation/uploads/inspect/child.js';
import { Inspector } from '../../../src/creation/uploads/inspect/inspector.js';
import type { Taken } from '../../../src/creation/uploads/inspect/taken.js';
import type { UploadPurpose } from '../../../src/creation/uploads/upload.shared.js';
import type { ProductError } from '../../../src/kernel/errors.shared.js';
import type { Result } from '../../../src/kernel/result.js';

/** The real inspector with its compiled child, in a folder of its own: children run compiled code only. */
export interface BuiltInspector {
  readonly folder: string;
  readonly inspector: Inspector;
  /** Another with limits of its own. */
  limited(limits: ChildLimits): Inspector;
  /** Writes the bytes to disk and takes them in. */
  take(file: Uint8Array, purpose?: UploadPurpose, by?: Inspector): Promise<Result<Taken, ProductError>>;
  close(): Promise<void>;
}

/** Builds the server, of which the inspector runs a part. */
export async function buildInspector(): Promise<BuiltInspector> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-inspect-'));
  const built = join(folder, 'dist');
  await promisify(execFile)(process.execPath, ['src/build-server.mjs', built]);
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const entry = pathToFileURL(join(built, 'creation/uploads/inspect/inspect-process.js'));
  const limited = (limits: ChildLimits): Inspector =>
    new Inspector({ programs: () => findFfmpeg(), child: { ...limits, entry } });
  const inspector = limited({});
  let count = 0;
  return {
    folder,
    inspector,
    limited,
    take: async (file, purpose = 'image', by = inspector) => {
      const from = join(folder, `in-${(count += 1)}`);
      await writeFile(from, file);
      return by.take(from, join(folder, `out-${count}`), purpose);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
