import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Beside `main.js`: what `start.mjs` wrote down of the sources that it built. */
const STAMP = fileURLToPath(new URL('../../.built', import.meta.url));

/** Of what sources this server was built; undefined where it was built without a stamp. */
export const readBuild = (): string | undefined => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined);
