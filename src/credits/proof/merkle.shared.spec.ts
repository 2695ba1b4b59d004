import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hash } from 'node:crypto';
import { leafBytes, merkleTree, nodeBytes, rootOfPath } from './merkle.shared.js';

const digest = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
const slow = (bytes: Uint8Array): Promise<Uint8Array> => Promise.resolve(digest(bytes));
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');
const leafOf = (content: string): Uint8Array => digest(leafBytes(Buffer.from(content, 'hex')));

/** The tree as RFC 9162, 2.1.1 defines it: split at the largest power of two below the size. */
function byDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return digest(new Uint8Array());
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return digest(nodeBytes(byDefinition(leaves.slice(0, split)), byDefinition(leaves.slice(split))));
}

const contents = fc.uniqueArray(
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  { minLength: 1, maxLength: 70 },
);
const someLeaf = contents.chain((all) => fc.tuple(fc.constant(all), fc.nat(all.length - 1)));

describe('a Merkle tree', () => {
  // Inputs and roots from the reference implementation of RFC 6962, published with Certificate Transparency.
  it.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('of %i leaves has the root that Certificate Transparency has', (size, root) => {
    const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
      .slice(0, size)
      .map(leafOf);
    expect(hex(merkleTree(leaves, digest).root)).toBe(root);
  });

  it('is the tree that the RFC defines', () => {
    fc.assert(
      fc.property(contents, (all) => {
        const leaves = all.map(leafOf);
        expect(hex(merkleTree(leaves, digest).root)).toBe(hex(byDefinition(leaves)));
      }),
    );
  });

  it('is the same where it is so large that it is grown in steps', () => {
    const leaves = Array.from({ length: 4_321 }, (_, n) => leafOf(n.toString(16).padStart(4, '0')));
    expect(hex(merkleTree(leaves, digest).root)).toBe(hex(byDefinition(leaves)));
  });

  it('proves each of its leaves at its place, and at no other place', async () => {
    await fc.assert(
      fc.asyncProperty(someLeaf, fc.nat(80), async ([all, index], other) => {
        const leaves = all.map(leafOf);
        const tree = merkleTree(leaves, digest);
        const leaf = leaves[index] ?? new Uint8Array();
        expect(hex(await rootOfPath(leaf, index, tree.size, tree.path(index), slow))).toBe(hex(tree.root));
        if (other !== index)
          expect(hex(await rootOfPath(leaf, other, tree.size, tree.path(index), slow))).not.toBe(hex(tree.root));
      }),
    );
  });

  it('proves no other leaf, and no path that was changed, cut or lengthened', async () => {
    await fc.assert(
      fc.asyncProperty(
        someLeaf,
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.nat(),
        async ([all, index], other, place) => {
          const leaves = all.map(leafOf);
          const tree = merkleTree(leaves, digest);
          const leaf = leaves[index] ?? new Uint8Array();
          const path = tree.path(index);
          const reached = async (of: Uint8Array, along: readonly Uint8Array[]): Promise<string> =>
            hex(await rootOfPath(of, index, tree.size, along, slow));
          expect(await reached(other, path)).not.toBe(hex(tree.root));
          expect(await reached(leaf, [...path, other])).not.toBe(hex(tree.root));
          if (path.length === 0) return;
          expect(await reached(leaf, path.slice(1))).not.toBe(hex(tree.root));
          expect(await reached(leaf, path.with(place % path.length, other))).not.toBe(hex(tree.root));
        },
      ),
    );
  });

  it('takes no node for a leaf', async () => {
    await fc.assert(
      fc.asyncProperty(
        contents.filter((all) => all.length > 2),
        async (all) => {
          const leaves = all.map(leafOf);
          const tree = merkleTree(leaves, digest);
          const [first = new Uint8Array(), second = new Uint8Array()] = leaves;
          // The two hashes below a node, presented as leaf content one level higher.
          const forged = digest(leafBytes(Buffer.concat([first, second])));
          expect(hex(await rootOfPath(forged, 0, Math.ceil(tree.size / 2), tree.path(0).slice(1), slow))).not.toBe(
            hex(tree.root),
          );
        },
      ),
    );
  });

  it('has no path for a leaf that it does not have', async () => {
    const tree = merkleTree([leafOf('00'), leafOf('01')], digest);
    expect(() => tree.path(2)).toThrow(RangeError);
    expect(await rootOfPath(leafOf('00'), 0, 0, [], slow)).toBeUndefined();
    expect(await rootOfPath(leafOf('00'), -1, 2, tree.path(0), slow)).toBeUndefined();
    expect(await rootOfPath(leafOf('00'), 0.5, 2, tree.path(0), slow)).toBeUndefined();
  });
});
