import { transform, version } from '@swc/core';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../cache.mjs';

const ROOT = new URL('../../../', import.meta.url);
const GLOBALS = new URL('./globals.mjs', import.meta.url).href;
const CACHE = cacheFolder('jest');
// The build leaves specs out; here they are wanted.
const { exclude: _exclude, ...swc } = JSON.parse(readFileSync(new URL('.swcrc', ROOT), 'utf8'));
const SETTINGS = JSON.stringify([version, swc]);
/** The project's modules are loaded anew for each file of tests, because their sources change between two runs. */
const isFresh = process.env.FRESH_MODULES === '1';

/** @returns the address of a module of the project, with its query; undefined for a package or a module of Node */
function ownAddress(specifier, parent) {
  if (specifier.startsWith('@src/')) return new URL(`src/${specifier.slice('@src/'.length)}`, ROOT);
  if (specifier.startsWith('@/')) return new URL(`web/${specifier.slice('@/'.length)}`, ROOT);
  return /^(\.{1,2}\/|file:)/.test(specifier) ? new URL(specifier, parent) : undefined;
}

/** Sources name each other as the build will: a `.js` beside no such file is its `.ts`. */
export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  const parent = context.parentURL;
  const address = parent?.includes('/node_modules/') ? undefined : ownAddress(specifier, parent);
  if (address === undefined) return nextResolve(specifier, context);
  const path = fileURLToPath(address).replace(/\.js$/, '');
  const extension = ['.ts', '.tsx'].find((ending) => existsSync(`${path}${ending}`));
  if (extension !== undefined) address.pathname = `${address.pathname.replace(/\.js$/, '')}${extension}`;
  else if (!/\.(tsx?|json)$/.test(path)) return nextResolve(address.href, context);
  if (isFresh && address.search === '') address.search = new URL(parent).search;
  return { url: address.href, format: 'module', shortCircuit: true };
}

/** Compiles a source by the project's own settings, once for each content. A JSON file of the project is a module. */
export async function load(url, context, nextLoad) {
  const own = url.startsWith(ROOT.href) && !url.includes('/node_modules/') ? new URL(url) : undefined;
  if (own === undefined || !/\.(tsx?|json)$/.test(own.pathname)) return nextLoad(url, context);
  const path = fileURLToPath(own);
  const text = await readFile(path, 'utf8');
  const source = path.endsWith('.json') ? `export default ${text}` : await compiled(path, text);
  return { format: 'module', source, shortCircuit: true };
}

/** Neither the key nor the source map has the clone's path, so that every clone finds the same source. */
async function compiled(path, text) {
  const name = path.slice(fileURLToPath(ROOT).length);
  const kept = join(CACHE, createHash('sha256').update(`${SETTINGS}\n${name}\n${text}`).digest('hex'));
  const known = await readFile(kept, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const options = { ...swc, swcrc: false, filename: path, sourceFileName: basename(path), sourceMaps: 'inline' };
  const { code } = await transform(text, options);
  const aside = `${kept}.${randomUUID()}`;
  await writeFile(aside, code);
  await rename(aside, kept);
  return code;
}
