import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const REQUIRE = /\brequire\(["']([^"']+)["']\)/g;

/**
 * One script of a CommonJS program and all that it requires, each module as its package has it, for a page that is
 * served without a build.
 * @param program its own text; its `require` finds packages as the file of this function does
 */
export async function scriptOf(program: string): Promise<string> {
  const modules = new Map<string, string>();
  const add = async (file: string, text: string): Promise<void> => {
    const own = createRequire(file);
    const names = [...text.matchAll(REQUIRE)].flatMap(([, name]) => (name === undefined ? [] : [name]));
    const found = names.map((name) => [name, own.resolve(name)] as const);
    modules.set(
      file,
      `{ names: ${JSON.stringify(Object.fromEntries(found))}, run(module, exports, require) {\n${text}\n} }`,
    );
    for (const [, path] of found) if (!modules.has(path)) await add(path, await readFile(path, 'utf8'));
  };
  const entry = `${import.meta.dirname}/program.js`;
  await add(entry, program);
  const all = [...modules].map(([file, module]) => `${JSON.stringify(file)}: ${module}`).join(',\n');
  return `var process = { env: { NODE_ENV: 'production' } };
(() => {
  const modules = { ${all} };
  const loaded = {};
  const load = (file) => {
    if (loaded[file]) return loaded[file].exports;
    const module = (loaded[file] = { exports: {} });
    modules[file].run(module, module.exports, (name) => load(modules[file].names[name]));
    return module.exports;
  };
  load(${JSON.stringify(entry)});
})();`;
}
