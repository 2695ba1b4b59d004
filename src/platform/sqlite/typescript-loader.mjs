// Lets a worker thread or a child process run straight from the TypeScript sources, as the tests do:
// `node --import …/typescript-loader.mjs file.ts`. The built product never loads it.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
