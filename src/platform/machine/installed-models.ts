import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Which optional models are installed (adr/0094). Each has a folder of its own, which appears whole or not at all. */
export class InstalledModels {
  /** @param folder of all optional models */
  constructor(private readonly folder: string) {}

  /** @param name of the model's folder, with its version */
  readonly isThere = (name: string): Promise<boolean> =>
    access(join(resolve(this.folder), name)).then(
      () => true,
      () => false,
    );
}
