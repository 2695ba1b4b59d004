// What a file depends on: itself, what it imports, and so on, and the files that any of these names or that lie beside
// it as data. A result that follows from these alone is known again by their contents.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const CODE = /\.(?:ts|tsx|mjs|cjs|js|d\.mts)$/;
const LITERAL = /(['"`])((?:\.{1,2}\/|@\/|@src\/|src\/|test\/|web\/|dist\/)[^'"`\n$]*)\1/g;
/** Endings under which a module may stand that is imported as `.js`, or without an ending. */
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.d.mts', '/index.ts', '/index.tsx'];

const LEFT_OUT = new Set(['node_modules', '.next', '.output', '.git']);

const isFile = (path) => existsSync(path) && statSync(path).isFile();
const isFolder = (path) => existsSync(path) && statSync(path).isDirectory();

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

/** Marks a package among the inputs, which else are files. */
const PACKAGE = 'package:';

/** Reads a repository's files once each. */
export class Inputs {
  #root;
  #packages;
  #direct = new Map();
  #digests = new Map();

  /**
   * @param {string} root the repository's folder, absolute
   * @param {import('./packages.mjs').LockedPackages} [packages] with them, what is installed of a package that a file
   *   names is an input too
   */
  constructor(root, packages) {
    this.#root = root;
    this.#packages = packages;
  }

  /** The files that a text in a module names: a module, a file, or all that is in a folder. */
  #named(text, from) {
    // The prefix of an alias alone, as in code that resolves it, names no module.
    if (text === '@/' || text === '@src/') return [];
    if (text.startsWith('@/')) return this.#at(join(this.#root, 'web', text.slice(2)));
    if (text.startsWith('@src/')) return this.#at(join(this.#root, text.slice(1)));
    const beside = text.startsWith('.') ? this.#at(resolve(dirname(from), text)) : [];
    // A program that is started from the root is named from there.
    return beside.length > 0 ? beside : this.#at(resolve(this.#root, text));
  }

  #at(path) {
    const within = relative(this.#root, path);
    const parts = within.split('/');
    // Packages count by the lock file; what tests write is nothing they depend on.
    if (within === '' || parts.some((part) => part === '..' || LEFT_OUT.has(part))) return [];
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
    if (file.startsWith(PACKAGE)) {
      for (const place of this.#packages.dependenciesOf(file.slice(PACKAGE.length))) found.add(`${PACKAGE}${place}`);
    } else if (CODE.test(file)) {
      const code = readFileSync(file, 'utf8');
      for (const [, , text] of code.matchAll(LITERAL)) for (const named of this.#named(text, file)) found.add(named);
      for (const place of this.#packages?.namedIn(code) ?? []) found.add(`${PACKAGE}${place}`);
      // Data beside a module is read under names that are put together: a kernel by its name, a table by its language.
      // What lies in the root belongs to no module.
      if (dirname(file) !== this.#root)
        for (const entry of readdirSync(dirname(file), { withFileTypes: true })) {
          if (entry.isFile() && !CODE.test(entry.name) && !entry.name.endsWith('.md'))
            found.add(join(dirname(file), entry.name));
        }
    }
    this.#direct.set(file, found);
    return found;
  }

  #reached(files) {
    const seen = new Set(files);
    for (const file of seen) for (const input of this.#directInputs(file)) seen.add(input);
    return seen;
  }

  /** The given files and all that they depend on, absolute paths in order. */
  of(files) {
    return [...this.#reached(files)].filter((input) => !input.startsWith(PACKAGE)).sort();
  }

  /** A hash over a file's name and contents, as eight numbers. */
  #digestOf(file) {
    const known = this.#digests.get(file);
    if (known !== undefined) return known;
    const [name, contents] = file.startsWith(PACKAGE)
      ? [file, this.#packages.textOf(file.slice(PACKAGE.length))]
      : [relative(this.#root, file), readFileSync(file)];
    const hash = createHash('sha256').update(`${name}\0`).update(contents).digest();
    const digest = new Int32Array(8).map((_, at) => hash.readInt32LE(at * 4));
    this.#digests.set(file, digest);
    return digest;
  }

  /** A hash over the names and contents of the given files, of all that they depend on, and of what else is said. */
  keyOf(files, ...more) {
    const all = new Int32Array(8);
    let count = 0;
    // Each is in the set once, so that their order does not matter: thousands of sets are not put in order.
    for (const file of this.#reached(files)) {
      const digest = this.#digestOf(file);
      for (let at = 0; at < 8; at += 1) all[at] ^= digest[at];
      count += 1;
    }
    return createHash('sha256')
      .update(JSON.stringify([more, count]))
      .update(all)
      .digest('hex');
  }
}
