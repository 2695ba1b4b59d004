import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const CACHE = new URL('../../../node_modules/.cache/kinora-typescript/', import.meta.url);

/** Sources name each other as the build will: a `.js` beside no such file is its `.ts`. */
export async function resolve(specifier, context, nextResolve) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !context.parentURL?.endsWith('.ts'))
    return nextResolve(specifier, context);
  try {
    return await nextResolve(specifier.replace(/\.js$/, '.ts'), context);
  } catch {
    return nextResolve(specifier, context);
  }
}

/** Compiles a `.ts` file by the project's own swc settings, once for each content. */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const text = await readFile(filename, 'utf8');
  const cached = new URL(`${createHash('sha256').update(url).update(text).digest('hex')}.mjs`, CACHE);
  const known = await readFile(cached, 'utf8').catch(() => undefined);
  return { format: 'module', source: known ?? (await compile(filename, text, cached)), shortCircuit: true };
}

async function compile(filename, text, cached) {
  const { transform } = await import('@swc/core');
  const { code } = await transform(text, { filename, sourceMaps: 'inline' });
  const aside = new URL(`${cached.href}.${process.pid}.${Math.trunc(performance.now() * 1000)}`);
  await mkdir(CACHE, { recursive: true });
  await writeFile(aside, code);
  await rename(aside, cached);
  return code;
}
