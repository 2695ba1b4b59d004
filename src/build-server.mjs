// `node src/build-server.mjs [FOLDER]` compiles the server with swc: TypeScript of `src` to FOLDER (default `dist`), by
// `.swcrc`, with source maps. What was in the folder is removed. Tests are left out; all other files are copied.
import { transformFile } from '@swc/core';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const [to = 'dist'] = process.argv.slice(2);
const excluded = JSON.parse(readFileSync('.swcrc', 'utf8')).exclude.map((pattern) => new RegExp(pattern));

/** Compiles or copies one file. */
async function build(path) {
  const target = join(to, relative('src', path));
  mkdirSync(dirname(target), { recursive: true });
  if (!/\.(ts|mjs|js|cjs)$/.test(path)) {
    copyFileSync(path, target);
    return;
  }
  const output = target.replace(/\.(ts|mjs|cjs)$/, '.js');
  const { code, map } = await transformFile(path, { sourceFileName: relative(dirname(output), path) });
  writeFileSync(output, `${code}\n//# sourceMappingURL=${basename(output)}.map`);
  writeFileSync(`${output}.map`, map);
}

rmSync(to, { recursive: true, force: true });
const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !excluded.some((pattern) => pattern.test(path)));
await Promise.all(files.map(build));
