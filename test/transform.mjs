import { transform, transformSync, version } from '@swc/core';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';

/** What the language itself brings and no test replaces; clocks, timers and the process are not among it. */
const LANGUAGE = [
  'Math',
  'Number',
  'Infinity',
  'NaN',
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'BigInt',
  'String',
  'Boolean',
  'Symbol',
  'Object',
  'Array',
  'Map',
  'Set',
  'WeakMap',
  'JSON',
  'RegExp',
  'ArrayBuffer',
  'DataView',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
];
const MENTIONED = new RegExp(`\\b(?:${LANGUAGE.join('|')})\\b`, 'g');

/** Whether a module has something of its own by this name, an import of it or what it declares. */
const isOwn = (code, name) =>
  new RegExp(`\\bimport\\b[^;'"]*\\b${name}\\b|\\b(?:const|let|var|class|function)\\s+${name}\\b`).test(code);

/** Before the first line, on it: lines keep their numbers. */
function bound(out) {
  const names = [...new Set(out.code.match(MENTIONED) ?? [])].filter((name) => !isOwn(out.code, name));
  return names.length === 0 ? out : { ...out, code: `const{${names.join(',')}}=globalThis;${out.code}` };
}

const self = readFileSync(new URL(import.meta.url));

/**
 * swc, and each module takes what it uses of the language from the global object once, when it is loaded. Jest's global
 * object is a proxy behind an interceptor: a `Math.max` in a loop over pixels would pass both each time, which costs
 * more than a hundred times what it does in the product.
 *
 * The same source in another clone is found in jest's cache: neither the key nor the source map has the clone's path.
 */
export default {
  createTransformer(options) {
    const optionsFor = (filename, type) => ({
      ...options,
      filename,
      sourceFileName: basename(filename),
      sourceMaps: 'inline',
      module: { ...options.module, type },
    });
    return {
      process: (source, filename, { supportsStaticESM }) =>
        bound(transformSync(source, optionsFor(filename, supportsStaticESM ? 'es6' : 'commonjs'))),
      processAsync: async (source, filename) => bound(await transform(source, optionsFor(filename, 'es6'))),
      getCacheKey: (source, filename, { config, supportsStaticESM }) =>
        createHash('sha256')
          .update(JSON.stringify([version, options, relative(config.rootDir, filename), supportsStaticESM]))
          .update(self)
          .update(source)
          .digest('hex'),
    };
  },
};
