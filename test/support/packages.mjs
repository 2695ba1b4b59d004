// What the lock file says of the packages that a module names, and of all that those depend on.
import { readFileSync } from 'node:fs';

/** Any text of a module in quotes that may begin with a package's name: more than it imports, never less. */
const QUOTED = /(['"`])(?:node_modules\/)?((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"`\n]*)?\1/g;
const PREFIX = 'node_modules/';

/**
 * Reads a lock file of npm (version 2 or 3) once. Packages are known by their place: `node_modules/a/node_modules/b`.
 */
export class LockedPackages {
  #entries;

  /** @param {string} path of the lock file */
  constructor(path) {
    this.#entries = JSON.parse(readFileSync(path, 'utf8')).packages;
  }

  /** Places of the packages that a module's text names. */
  namedIn(text) {
    const places = new Set();
    for (const [, , name] of text.matchAll(QUOTED)) {
      for (const place of [`${PREFIX}${name}`, `${PREFIX}@types/${name}`]) if (this.#has(place)) places.add(place);
    }
    return places;
  }

  /** Places of what a package depends on, as Node finds them from where it lies; what is not installed is left out. */
  dependenciesOf(place) {
    const { dependencies, optionalDependencies, peerDependencies } = this.#entries[place];
    return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
      .map((name) => this.#from(place, name))
      .filter((found) => found !== undefined);
  }

  /** All that the lock file says of a package: its version and what its contents hash to. */
  textOf(place) {
    return JSON.stringify(this.#entries[place]);
  }

  #has(place) {
    return Object.hasOwn(this.#entries, place);
  }

  #from(place, name) {
    for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${PREFIX}`)))) {
      const found = folder === '' ? `${PREFIX}${name}` : `${folder}/${PREFIX}${name}`;
      if (this.#has(found)) return found;
      if (folder === '') return undefined;
    }
  }
}
