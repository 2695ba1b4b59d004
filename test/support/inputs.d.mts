import type { LockedPackages } from './packages.mjs';

/** Reads a repository's files once each. */
export declare class Inputs {
  /**
   * @param root the repository's folder, absolute
   * @param packages with them, what is installed of a package that a file names is an input too
   */
  constructor(root: string, packages?: LockedPackages);
  /** The given files and all that they depend on, absolute paths in order. */
  of(files: readonly string[]): readonly string[];
  /** A hash over the names and contents of the given files, of all that they depend on, and of what else is said. */
  keyOf(files: readonly string[], ...more: readonly unknown[]): string;
}
