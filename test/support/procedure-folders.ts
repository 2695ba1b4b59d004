import { readdirSync, readFileSync } from 'node:fs';
import type { ProcedureName } from '../../src/creation/procedures/registry.shared.js';

export const PROCEDURE_FOLDER = 'src/creation/procedures';

/** The names of the calls' folders. */
export const procedureFolders = (): readonly string[] =>
  readdirSync(PROCEDURE_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The folder of a call, by what its definition says. */
export const folderOf = (id: ProcedureName): string | undefined =>
  procedureFolders().find((name) =>
    readFileSync(`${PROCEDURE_FOLDER}/${name}/definition.shared.ts`, 'utf8').includes(`id: '${id}'`),
  );
