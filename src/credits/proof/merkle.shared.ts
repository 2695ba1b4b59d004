/** Synchronous SHA-256. */
export type Digest = (bytes: Uint8Array) => Uint8Array;
/** Asynchronous SHA-256, as in browsers. */
export type SlowDigest = (bytes: Uint8Array) => Promise<Uint8Array>;

const LEAF = 0;
const NODE = 1;
const STEP = 1_000;

/** The bytes hashed for a leaf. The prefix 0 keeps a node from passing for a leaf (RFC 9162, 2.1.1). */
export function leafBytes(content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 1);
  bytes[0] = LEAF;
  bytes.set(content, 1);
  return bytes;
}

/** The bytes hashed for a node: prefix 1 and the two child hashes (RFC 9162, 2.1.1). */
export function nodeBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = NODE;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return bytes;
}

/**
 * A Merkle tree as in RFC 9162 (2.1.1), built level by level. A last node without a sibling moves up unchanged, which
 * gives the same tree as splitting at the largest power of two.
 */
export interface MerkleTree {
  readonly root: Uint8Array;
  readonly size: number;
  /**
   * Sibling hashes on the path from a leaf to the root, lowest first (RFC 9162, 2.1.3.1).
   * @throws RangeError when there is no such leaf
   */
  path(index: number): readonly Uint8Array[];
}

/** @param leaves leaf hashes (of `leafBytes`), in order */
export function merkleTree(leaves: readonly Uint8Array[], digest: Digest): MerkleTree {
  const steps = growTree(leaves, digest);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Like `merkleTree`, but yields after every thousand hashes, so the caller can do other work in between. */
export function* growTree(leaves: readonly Uint8Array[], digest: Digest): Generator<void, MerkleTree> {
  const levels: (readonly Uint8Array[])[] = [leaves];
  for (let level = leaves; level.length > 1;) {
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
      if (!Number.isInteger(index) || index < 0 || index >= leaves.length)
        throw new RangeError(`no leaf ${index} in a tree of ${leaves.length}`);
      return levels.slice(0, -1).flatMap((level, height) => level[Math.floor(index / 2 ** height) ^ 1] ?? []);
    },
  };
}

/**
 * The root computed from a leaf and its path (RFC 9162, 2.1.3.2).
 * @param leaf hash of the leaf
 * @param size number of leaves in the tree
 * @returns undefined when no tree of that size has such a path for that index
 */
export async function rootOfPath(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  digest: SlowDigest,
): Promise<Uint8Array | undefined> {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return undefined;
  let hash = leaf;
  let place = index;
  let last = size - 1;
  for (const beside of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      hash = await digest(nodeBytes(beside, hash));
      // A node without a sibling moved up unchanged, to the level where it has a left sibling.
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
