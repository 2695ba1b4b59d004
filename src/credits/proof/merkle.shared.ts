/** SHA-256 of some bytes, at once. */
export type Digest = (bytes: Uint8Array) => Uint8Array;
/** SHA-256 of some bytes, in its own time: the browser's. */
export type SlowDigest = (bytes: Uint8Array) => Promise<Uint8Array>;

const LEAF = 0;
const NODE = 1;
const STEP = 1_000;

/** What is hashed of a leaf: a zero before it, so that no node can pass for a leaf (RFC 9162, 2.1.1). */
export function leafBytes(content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 1);
  bytes[0] = LEAF;
  bytes.set(content, 1);
  return bytes;
}

/** What is hashed of two hashes side by side: a one before them (RFC 9162, 2.1.1). */
export function nodeBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = NODE;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return bytes;
}

/**
 * A Merkle tree as RFC 9162 (2.1.1) builds it, level by level: a last one without a neighbour goes up as it is, which is the
 * same tree as splitting at the largest power of two.
 */
export interface MerkleTree {
  readonly root: Uint8Array;
  readonly size: number;
  /** The hashes beside the way from a leaf to the root, lowest first (RFC 9162, 2.1.3.1). @throws RangeError when there is no such leaf */
  path(index: number): readonly Uint8Array[];
}

/** @param leaves the hashes of the leaves (of `leafBytes`), in their order */
export function merkleTree(leaves: readonly Uint8Array[], digest: Digest): MerkleTree {
  const steps = growTree(leaves, digest);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `merkleTree`, a thousand hashes at a step: whoever takes the steps may do something else between two. */
export function* growTree(leaves: readonly Uint8Array[], digest: Digest): Generator<void, MerkleTree> {
  const levels: (readonly Uint8Array[])[] = [leaves];
  for (let level = leaves; level.length > 1; ) {
    const above: Uint8Array[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = [level[index], level[index + 1]];
      if (left !== undefined) above.push(right === undefined ? left : digest(nodeBytes(left, right)));
      if (above.length % STEP === 0) yield;
    }
    levels.push(above);
    level = above;
  }
  return {
    root: levels.at(-1)?.[0] ?? digest(new Uint8Array()),
    size: leaves.length,
    path(index) {
      if (!Number.isInteger(index) || index < 0 || index >= leaves.length) throw new RangeError(`no leaf ${index} in a tree of ${leaves.length}`);
      return levels.slice(0, -1).flatMap((level, height) => level[Math.floor(index / 2 ** height) ^ 1] ?? []);
    },
  };
}

/**
 * The root that a leaf and its path lead to (RFC 9162, 2.1.3.2).
 * @param leaf the hash of the leaf
 * @param size leaves of the whole tree
 * @returns undefined when no tree of that size has such a path for that index
 */
export async function rootOfPath(leaf: Uint8Array, index: number, size: number, path: readonly Uint8Array[], digest: SlowDigest): Promise<Uint8Array | undefined> {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return undefined;
  let hash = leaf;
  let place = index;
  let last = size - 1;
  for (const beside of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      hash = await digest(nodeBytes(beside, hash));
      // One that had no neighbour went up as it was, to where it has one on its left.
      while (place % 2 === 0 && place > 0) {
        place /= 2;
        last = Math.floor(last / 2);
      }
    } else hash = await digest(nodeBytes(hash, beside));
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hash : undefined;
}
