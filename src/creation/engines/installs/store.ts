import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { INSTALL_REASONS } from '../../../engine/install/faults.shared.js';

const stored = z.object({
  /** What the operator wants. A restart of the server continues with it. */
  wanted: z.enum(['running', 'stopped']),
  /** The engine that it is connected as. */
  engineId: z.string().optional(),
  /**
   * Whether its engine was switched off with the model, not by its operator, and is switched on with it. Absent in
   * files of earlier versions, which always switched it on.
   */
  isPaused: z.boolean().optional(),
  port: z.int().optional(),
  imageMs: z.int().optional(),
  problem: z.object({ reason: z.enum(INSTALL_REASONS), detail: z.string() }).optional(),
  /** Its files by name, with what was verified. */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
});
/** A stored installation. */
export type Install = z.infer<typeof stored>;

const MARK = '.mentioned';

/**
 * Installed models in the data folder, `models/<id>`: files and one `install.json` each. They belong to this machine,
 * so they are not documents of the stores, which machines may share.
 */
export class InstallStore {
  constructor(readonly folder: string) {}

  folderOf(model: string): string {
    return join(this.folder, model);
  }

  /** Models with a folder, complete or not. */
  async ids(): Promise<readonly string[]> {
    const entries = await readdir(this.folder, { withFileTypes: true }).catch(() => []);
    const found = await Promise.all(
      entries
        .filter((entry) => entry.isDirectory())
        .map(async ({ name }) => ((await this.get(name)) === undefined ? [] : [name])),
    );
    return found.flat();
  }

  /** @returns undefined if there is none, or it is unreadable */
  async get(model: string): Promise<Install | undefined> {
    return readFile(join(this.folderOf(model), 'install.json'), 'utf8').then(
      (json) => stored.safeParse(JSON.parse(json)).data,
      () => undefined,
    );
  }

  /** Written aside and renamed, so that it is never half there. */
  async put(model: string, install: Install): Promise<void> {
    const path = join(this.folderOf(model), 'install.json');
    await mkdir(this.folderOf(model), { recursive: true });
    const file = await open(`${path}.new`, 'w');
    try {
      await file.writeFile(JSON.stringify(install));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
  }

  async remove(model: string): Promise<void> {
    await rm(this.folderOf(model), { recursive: true, force: true });
  }

  /** Notes that the possibility was mentioned. @returns whether this was the first time */
  async mentionOnce(): Promise<boolean> {
    await mkdir(this.folder, { recursive: true });
    return open(join(this.folder, MARK), 'wx').then(
      async (file) => {
        await file.close();
        return true;
      },
      () => false,
    );
  }
}
