// What a file depends on: itself, what it imports, and so on, and the files that any of these names or that lie beside it
// as data. A result that follows from these alone is known again by their contents.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const CODE = /\.(?:ts|tsx|mjs|cjs|js|d\.mts)$/;
const LITERAL = /(['"`])((?:\.{1,2}\/|@\/|@src\/|src\/|test\/|web\/|dist\/)[^'"`\n$]*)\1/g;
/** Endings under which a module may stand that is imported as `.js`, or without an ending. */
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.d.mts', '/index.ts', '/index.tsx'];

const isFile = (path) => existsSync(path) && statSync(path).isFile();
const isFolder = (path) => existsSync(path) && statSync(path).isDirectory();

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === '.next') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

/** Reads a repository's files once each. */
export class Inputs {
  #root;
  #direct = new Map();
  #hashes = new Map();

  /** @param {string} root the repository's folder, absolute */
  constructor(root) {
    this.#root = root;
  }

  /** The files that a text in a module names: a module, a file, or all that is in a folder. */
  #named(text, from) {
    if (text.startsWith('@/')) return this.#at(join(this.#root, 'web', text.slice(2)));
    if (text.startsWith('@src/')) return this.#at(join(this.#root, text.slice(1)));
    const beside = text.startsWith('.') ? this.#at(resolve(dirname(from), text)) : [];
    // A program that is started from the root is named from there.
    return beside.length > 0 ? beside : this.#at(resolve(this.#root, text));
  }

  #at(path) {
    const within = relative(this.#root, path);
    if (within === '' || within.startsWith('..')) return [];
    // What was built follows from all sources.
    if (within === 'dist' || within.startsWith('dist/')) return [...filesIn(join(this.#root, 'src'))];
    const bare = path.replace(/\.(?:js|mjs)$/, '');
    for (const base of new Set([path, bare])) {
      for (const ending of ENDINGS) if (isFile(base + ending)) return [base + ending];
    }
    return isFolder(path) ? [...filesIn(path)] : [];
  }

  #directInputs(file) {
    const known = this.#direct.get(file);
    if (known !== undefined) return known;
    const found = new Set();
    if (CODE.test(file)) {
      for (const [, , text] of readFileSync(file, 'utf8').matchAll(LITERAL)) for (const named of this.#named(text, file)) found.add(named);
      // Data beside a module is read under names that are put together: a kernel by its name, a table by its language.
      // What lies in the root belongs to no module.
      if (dirname(file) !== this.#root) for (const entry of readdirSync(dirname(file), { withFileTypes: true })) {
        if (entry.isFile() && !CODE.test(entry.name) && !entry.name.endsWith('.md')) found.add(join(dirname(file), entry.name));
      }
    }
    this.#direct.set(file, found);
    return found;
  }

  /** The given files and all that they depend on, absolute paths in order. */
  of(files) {
    const seen = new Set(files);
    for (const file of seen) for (const input of this.#directInputs(file)) seen.add(input);
    return [...seen].sort();
  }

  #hashOf(file) {
    const known = this.#hashes.get(file) ?? createHash('sha256').update(readFileSync(file)).digest('hex');
    this.#hashes.set(file, known);
    return known;
  }

  /** A hash over the names and contents of the given files, of all that they depend on, and of what else is said. */
  keyOf(files, ...more) {
    const hash = createHash('sha256').update(JSON.stringify(more));
    for (const file of this.of(files)) hash.update(`\0${relative(this.#root, file)}\0${this.#hashOf(file)}`);
    return hash.digest('hex');
  }
}
