import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Next to `main.js`: the fingerprint of the built sources, written by `start.mjs`. */
const STAMP = fileURLToPath(new URL('../../.built', import.meta.url));

/** Fingerprint of the sources of this build; undefined if there is none. */
export const readBuild = (): string | undefined => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined);
