/** Files by which tests are run, whatever they test, by path from the root. */
export declare const HOW: readonly string[];
/** Tests of an adapter, a protocol or a store alone, by path from the root. */
export declare const ALONE: readonly string[];
/**
 * The test files that give proofs, each with the key of all that it follows from.
 * @param root the repository's folder, absolute
 * @param more what else the result depends on
 * @returns keys by path from the root
 */
export declare function proofKeys(root: string, ...more: readonly string[]): ReadonlyMap<string, string>;
