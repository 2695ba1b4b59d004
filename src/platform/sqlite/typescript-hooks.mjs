import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

/** Sources name each other as the build will: a `.js` beside no such file is its `.ts`. */
export async function resolve(specifier, context, nextResolve) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !context.parentURL?.endsWith('.ts')) return nextResolve(specifier, context);
  try {
    return await nextResolve(specifier.replace(/\.js$/, '.ts'), context);
  } catch {
    return nextResolve(specifier, context);
  }
}

/** Compiles a `.ts` file by the project's own swc settings. */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { filename, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
