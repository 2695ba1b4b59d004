/** Reads a lock file of npm (version 2 or 3) once. Packages are known by their place: `node_modules/a/node_modules/b`. */
export declare class LockedPackages {
  /** @param path of the lock file */
  constructor(path: string);
  /** Places of the packages that a module's text names. */
  namedIn(text: string): ReadonlySet<string>;
  /** Places of what a package depends on, as Node finds them from where it lies; what is not installed is left out. */
  dependenciesOf(place: string): readonly string[];
  /** All that the lock file says of a package: its version and what its contents hash to. */
  textOf(place: string): string;
}
