import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../services/programs.mjs';

/** A Compose file as Docker Compose reads it, or what Docker Compose would say of it. */
export type Loaded =
  { readonly outcome: 'loaded'; readonly project: unknown } | { readonly outcome: 'refused'; readonly why: string };

/**
 * Reads Compose files by compose-go, the library that Docker Compose itself reads them by: variables, `.env`, profiles
 * and the current schema are its own. The reader is built once for a machine (Go).
 * @throws Error when the reader cannot be built here
 */
export async function composeReader(): Promise<(text: string, env: string) => Loaded> {
  const program = await build('compose');
  if (program.outcome === 'missing') throw new Error(program.why);
  return (text, env) => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-compose-'));
    try {
      const file = join(folder, 'docker-compose.yml');
      writeFileSync(file, text);
      writeFileSync(join(folder, '.env'), env);
      const { status, stdout, stderr } = spawnSync(program.path, [file], {
        encoding: 'utf8',
        env: { NODE_ENV: 'test' },
      });
      if (status !== 0) return { outcome: 'refused', why: stderr.trim() };
      const project: unknown = JSON.parse(stdout);
      return { outcome: 'loaded', project };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
