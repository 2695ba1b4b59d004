import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import { chainEvent, GENESIS_HASH, linkHash, type Link } from '../../kernel/event-sourcing/chain.js';
import { defined } from '../../kernel/defined.shared.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { Traceparent } from '../../kernel/trace.js';
import { hash } from 'node:crypto';
import { treeOf } from './heads.js';
import { linkText, type Receipt, type ReceiptEvent } from './receipt.shared.js';
import { ACCOUNT_PREFIX } from '../account/account.key.js';
import { leafText, prefixesOf, rootBody, rootText } from './root.shared.js';
import { signingKey } from './signing-key.js';
import { verifyReceipt } from './verify.shared.js';

const STREAM = 'credits-ann.kinora.credits' as StreamName; // a test's own account
const key = signingKey('a secret of tests alone, and longer than needed');
const stranger = signingKey('the secret of somebody else, just as long as it');
const trust = { keys: [key.publicKey] };

/** The event chain of an account: a grant, then holds that are captured. */
function chained(facts: readonly { readonly type: string; readonly data: object }[]): {
  readonly events: readonly ReceiptEvent[];
  readonly hash: string;
} {
  let previous = GENESIS_HASH;
  const events = facts.map(({ type, data }, revision) => {
    const made = chainEvent(previous, {
      stream: STREAM,
      revision,
      type,
      version: 1,
      at: 1_000 + revision,
      causedBy: 'it',
      data: canonicalJson(data),
    });
    previous = made.hash;
    return { type, data: made.event.data, metadata: made.event.metadata };
  });
  return { events, hash: previous };
}

const FACTS = [
  { type: 'CreditsGranted', data: { amount: 100, available: 100, grantId: 'pack' } },
  { type: 'CreditsHeld', data: { amount: 4, available: 96, holdId: 't1' } },
  { type: 'CreditsHeld', data: { amount: 5, available: 91, holdId: 't2' } },
  { type: 'HoldCaptured', data: { amount: 3, available: 92, holdId: 't1' } },
  { type: 'HoldReleased', data: { available: 97, holdId: 't2' } },
];

/** A receipt as the server creates it, in a tree with other accounts. */
async function receipt(signer = key, others = 6): Promise<Receipt & { readonly proof: NonNullable<Receipt['proof']> }> {
  const { events, hash: head } = chained(FACTS);
  const strangers = Array.from({ length: others }, (_, n) => ({
    stream: `credits-other${n}.kinora.credits` as StreamName,
    revision: n,
    hash: hash('sha256', `${n}`),
    at: 0,
    ordinal: 1,
  })); // a test's own
  const { tree, leaves } = await treeOf([
    { stream: STREAM, revision: events.length - 1, hash: head, at: 0, ordinal: 1 },
    ...strangers,
  ]);
  const index = leaves.findIndex(({ stream }) => stream === STREAM);
  const root = signer.sign({
    day: '2026-11-20',
    events: 40,
    previous: GENESIS_HASH,
    streams: leaves.length,
    tree: Buffer.from(tree.root).toString('hex'),
  });
  return {
    kind: 'kinora-receipt',
    version: 1,
    stream: STREAM,
    line: { kind: 'creation', id: 't1' },
    from: 1,
    events: events.slice(1),
    proof: {
      index,
      path: tree.path(index).map((one) => Buffer.from(one).toString('hex')),
      root,
      key: signer.publicKey,
    },
  };
}

const fault = async (made: unknown, trusted: Parameters<typeof verifyReceipt>[1] = trust): Promise<unknown> => {
  const verdict = await verifyReceipt(made, trusted);
  return verdict.outcome === 'failed' ? verdict.fault : verdict.outcome;
};

describe('a receipt', () => {
  it('is proved when nothing of it was touched, after a trip through a file too', async () => {
    expect(await verifyReceipt(JSON.parse(JSON.stringify(await receipt())), trust)).toMatchObject({
      outcome: 'proved',
      day: '2026-11-20',
      kid: key.publicKey.kid,
      story: [
        { type: 'CreditsHeld', at: 1_001, amount: 4 },
        { type: 'HoldCaptured', at: 1_003, amount: 3 },
      ],
    });
    expect(await fault(await receipt(key, 0))).toBe('proved');
  });

  it('names the first event that was changed, also where its own hash was made to fit', async () => {
    const made = await receipt();
    const changed = made.events.with(2, {
      ...made.events[2],
      data: canonicalJson({ amount: 1, available: 94, holdId: 't1' }),
    } as ReceiptEvent); // the event is there
    expect(await fault({ ...made, events: changed })).toEqual({ what: 'event-changed', revision: 3 });
    const [, , captured] = made.events;
    const data = canonicalJson({ amount: 1, available: 94, holdId: 't1' });
    const { previousHash } = JSON.parse(captured?.metadata ?? '{}') as { previousHash: string }; // as chained above
    const again = chainEvent(previousHash, {
      stream: STREAM,
      revision: 3,
      type: 'HoldCaptured',
      version: 1,
      at: 1_003,
      causedBy: 'it',
      data,
    }).event;
    expect(
      await fault({ ...made, events: made.events.with(2, { type: again.type, data, metadata: again.metadata }) }),
    ).toEqual({ what: 'link-broken', revision: 4 });
  });

  it('names the place where an event was removed or put elsewhere', async () => {
    const made = await receipt();
    expect(await fault({ ...made, events: made.events.toSpliced(1, 1) })).toEqual({ what: 'link-broken', revision: 2 });
    expect(await fault({ ...made, events: [made.events[0], made.events[2], made.events[1], made.events[3]] })).toEqual({
      what: 'link-broken',
      revision: 2,
    });
  });

  it('is not proved when it was cut at its end, or is said of another place or account', async () => {
    const made = await receipt();
    expect(await fault({ ...made, events: made.events.slice(0, -1) })).toEqual({ what: 'proof-wrong' });
    expect(await fault({ ...made, from: 2 })).toEqual({ what: 'event-changed', revision: 2 });
    expect(await fault({ ...made, stream: 'credits-bob.kinora.credits' })).toEqual({
      what: 'event-changed',
      revision: 1,
    });
  });

  it('is proved by a root that covers payments too, and not by one whose parts do not add up', async () => {
    const made = await receipt();
    const { kid, kind: _kind, version: _version, ...body } = rootBody.parse(JSON.parse(made.proof.root.body));
    const wide = (events: number): Receipt => ({
      ...made,
      proof: {
        ...made.proof,
        root: key.sign({
          ...body,
          covers: [
            { prefix: 'credits-', events, streams: 5 },
            { prefix: 'purchase-', events: 10, streams: 2 },
          ],
        }),
      },
    });
    expect(kid).toBe(key.publicKey.kid);
    expect(await verifyReceipt(wide(30), trust)).toMatchObject({ outcome: 'proved', day: '2026-11-20' });
    expect(await fault(wide(31))).toEqual({ what: 'proof-wrong' });
  });

  it('covers accounts alone where its root says nothing of what it covers', async () => {
    expect(prefixesOf(rootBody.parse(JSON.parse((await receipt()).proof.root.body)))).toEqual([ACCOUNT_PREFIX]);
  });

  it('must begin with what opened its line', async () => {
    const made = await receipt();
    expect(await fault({ ...made, from: 2, events: made.events.slice(1) })).toEqual({ what: 'line-incomplete' });
    expect(await fault({ ...made, line: { kind: 'creation', id: 't3' } })).toEqual({ what: 'line-incomplete' });
  });

  it('is not proved by a proof that was made up', async () => {
    const made = await receipt();
    const { proof } = made;
    expect(await fault({ ...made, proof: { ...proof, path: proof.path.with(0, 'ab'.repeat(32)) } })).toEqual({
      what: 'proof-wrong',
    });
    expect(await fault({ ...made, proof: { ...proof, index: proof.index + 1 } })).toEqual({ what: 'proof-wrong' });
    expect(await fault({ ...made, proof: { ...proof, path: [] } })).toEqual({ what: 'proof-wrong' });
    expect(await fault({ ...made, proof: { ...proof, root: { ...proof.root, body: '{}' } } })).toEqual({
      what: 'proof-wrong',
    });
    const { kid, kind: _kind, version: _version, ...body } = rootBody.parse(JSON.parse(proof.root.body));
    expect(
      await fault({
        ...made,
        proof: { ...proof, root: { ...proof.root, body: rootText({ ...body, kid, day: '2026-11-19' }) } },
      }),
    ).toEqual({ what: 'signature-wrong' });
  });

  it('is not proved by the signature of somebody else', async () => {
    const theirs = await receipt(stranger);
    expect(await fault(theirs)).toEqual({ what: 'unknown-key', kid: stranger.publicKey.kid });
    expect(await fault({ ...theirs, proof: { ...theirs.proof, key: key.publicKey } })).toEqual({
      what: 'signature-wrong',
    });
    expect(
      await fault({ ...theirs, proof: { ...theirs.proof, key: { ...stranger.publicKey, kid: key.publicKey.kid } } }),
    ).toEqual({ what: 'signature-wrong' });
    expect(
      await fault({ ...theirs, proof: { ...theirs.proof, key: { ...key.publicKey, kid: stranger.publicKey.kid } } }),
    ).toEqual({ what: 'signature-wrong' });
    const { root } = theirs.proof;
    const alike = 'AQgw'.indexOf(root.signature.slice(-1));
    expect(
      await fault(
        {
          ...theirs,
          proof: {
            ...theirs.proof,
            root: { ...root, signature: `${root.signature.slice(0, -1)}${'BRhx'.charAt(alike)}` },
          },
        },
        { keys: [stranger.publicKey] },
      ),
    ).toEqual({ what: 'signature-wrong' });
  });

  it('is looked at with its own key where none is known, and says nothing of the key then', async () => {
    expect(await verifyReceipt(await receipt(stranger), { keys: 'own' })).toMatchObject({
      outcome: 'proved',
      steps: ['file', 'events', 'line', 'inclusion', 'signature'],
      kid: stranger.publicKey.kid,
    });
  });

  it('shows that the published root of its day is another', async () => {
    const made = await receipt();
    expect(await verifyReceipt(made, { ...trust, published: () => made.proof.root.body })).toMatchObject({
      outcome: 'proved',
      steps: ['file', 'events', 'line', 'inclusion', 'signature', 'key', 'published'],
    });
    const other = await receipt(key, 3);
    expect(await fault(made, { ...trust, published: () => other.proof.root.body })).toEqual({
      what: 'root-rewritten',
      day: '2026-11-20',
    });
  });

  it('is no receipt when it is anything else, whatever that is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (anything) => {
        expect(await fault(anything)).toEqual({ what: 'not-a-receipt' });
      }),
    );
    expect(await fault({ ...(await receipt()), more: 1 })).toEqual({ what: 'not-a-receipt' });
  });

  it('is not proved any more when any one character of it is another', async () => {
    const text = JSON.stringify(await receipt());
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom(...'0a9Z"{,\\'), async (place, other) => {
        fc.pre(text.charAt(place) !== other);
        let read: unknown;
        try {
          read = JSON.parse(text.slice(0, place) + other + text.slice(place + 1));
        } catch {
          return;
        }
        const verdict = await verifyReceipt(read, trust);
        expect(verdict.outcome).toBe('failed');
      }),
      { numRuns: 300 },
    );
  });
});

describe('what is hashed', () => {
  const link = fc.record({
    previousHash: fc.stringMatching(/^[0-9a-f]{64}$/),
    revision: fc.nat(),
    type: fc.string(),
    version: fc.integer({ min: 1, max: 9 }),
    at: fc.integer(),
    data: fc.json().map((text) => canonicalJson(JSON.parse(text))),
    causedBy: fc.option(fc.string(), { nil: undefined }),
    traceparent: fc.option(fc.constant(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` as Traceparent), { nil: undefined }), // of the right form
  });

  it('of an event is what the ledger chains', () => {
    fc.assert(
      fc.property(link, ({ previousHash, revision, type, version, at, data, causedBy, traceparent }) => {
        const chain: Link = { stream: STREAM, revision, type, version, at, data, causedBy, traceparent };
        const said = { at, hash: '', previousHash, version, ...defined({ causedBy, traceparent }) };
        expect(hash('sha256', linkText(STREAM, revision, { type, data, metadata: '' }, said))).toBe(
          linkHash(previousHash, chain),
        );
      }),
    );
  });

  it('of a leaf and of a root is canonical JSON', () => {
    const leaf = { stream: STREAM, revision: 7, hash: GENESIS_HASH };
    expect(leafText(leaf)).toBe(canonicalJson(leaf));
    const text = rootText({
      day: '2026-11-20',
      events: 1,
      kid: 'k',
      previous: GENESIS_HASH,
      streams: 1,
      tree: GENESIS_HASH,
    });
    expect(text).toBe(canonicalJson(JSON.parse(text)));
  });
});
