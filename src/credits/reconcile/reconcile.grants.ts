import { isDeepStrictEqual } from 'node:util';
import type { Millis } from '../../kernel/clock.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import { accountOf, accountStream } from '../account/account.key.js';
import { REMEMBER_GRANT_MS } from '../account/account.state.js';
import type { Difference } from '../books/finance.shared.js';
import type { GrantOwners, GrantRef, PaidGrant } from '../statement/grant-owners.js';
import { inGroups } from './reconcile.documents.js';
import { lineKey, type LineDocument } from '../statement/statement.projection.js';

/** The grant according to the ledger: its terms, and whether it was revoked. */
export interface GrantStory {
  readonly source: string;
  readonly amount: number;
  /** Milliseconds since the epoch; null for a grant that never expires. */
  readonly expiresAt: number | null;
  readonly isRevoked: boolean;
}

/**
 * @param line statement line of the grant
 * @param revocation its revocation line, if there is one
 */
function grantStory(line: LineDocument | undefined, revocation: LineDocument | undefined): GrantStory | undefined {
  if (line?.grant === undefined) return undefined;
  return {
    source: line.grant.source,
    amount: line.steps[0]?.amount ?? 0,
    expiresAt: line.grant.expiresAt ?? null,
    isRevoked: revocation !== undefined,
  };
}

type Verdict = Pick<Difference, 'code' | 'what'> | undefined;

/**
 * The first mismatch between a paid grant and the ledger; undefined when they agree. At least one of the two exists.
 * @param now milliseconds since the epoch
 */
export function judgeGrant(paid: PaidGrant | undefined, story: GrantStory | undefined, now: Millis): Verdict {
  if (paid === undefined)
    return (
      story && {
        code: 'grant-without-payment',
        what: `${story.amount} given as ${story.source}, without a known payment`,
      }
    );
  if (story === undefined) return judgeMissing(paid, now);
  const { amount, expiresAt, source, paidBy, stands } = paid;
  if (story.amount !== amount || story.expiresAt !== expiresAt || story.source !== source) {
    return { code: 'grant-differs', what: `${wordsOf(story)}, ${paidBy} says ${wordsOf(paid)}` };
  }
  switch (stands.state) {
    // Already in the ledger, so a later request will find it there.
    case 'coming':
    case 'due':
      return undefined;
    case 'given':
      return story.isRevoked ? { code: 'revocation-without-cause', what: `taken back, ${paidBy} is paid` } : undefined;
    case 'revoked':
      // A grant that was already forgotten could not be revoked any more, and had expired long before.
      return story.isRevoked || (expiresAt ?? Infinity) + REMEMBER_GRANT_MS <= stands.at
        ? undefined
        : { code: 'revocation-missing', what: `not taken back, the money of ${paidBy} is gone` };
    default:
      return stands satisfies never;
  }
}

function judgeMissing({ stands, amount, expiresAt, paidBy }: PaidGrant, now: Millis): Verdict {
  if (stands.state !== 'due' && stands.state !== 'given') return undefined;
  // Too late to give it. Finance decides what to do.
  if (expiresAt !== null && expiresAt <= now)
    return {
      code: 'grant-too-late',
      what: `${amount} were paid for by ${paidBy} and expired before they could be granted`,
    };
  return {
    code: 'grant-missing',
    what: `${amount} were paid for by ${paidBy} and ${stands.state === 'due' ? 'were never requested' : 'were not granted'}`,
  };
}

const wordsOf = ({ amount, source, expiresAt }: Pick<GrantStory, 'amount' | 'source' | 'expiresAt'>): string =>
  `${amount} as ${source} ${expiresAt === null ? 'for good' : `until ${new Date(expiresAt).toISOString()}`}`;

export interface GrantParts {
  readonly owners: Pick<GrantOwners, 'isEmpty' | 'grants' | 'find'>;
  readonly isStopped: boolean;
  /** Milliseconds since the epoch. */
  readonly now: Millis;
  /** Statement lines by document id; missing ones are left out. */
  readonly lines: (ids: readonly string[]) => Promise<readonly LineDocument[]>;
  /** Statement lines of every grant from a source, one page at a time. */
  readonly given: (source: PaidGrant['source']) => AsyncIterable<readonly LineDocument[]>;
  /** Lines of an account, folded from its own stream. */
  readonly foldLines: (stream: StreamName, ids: ReadonlySet<string>) => Promise<ReadonlyMap<string, LineDocument>>;
  readonly pause: () => Promise<void>;
}

const MAX_ATTEMPTS = 3;
const nameOf = ({ account, grantId }: GrantRef): string => `grant ${grantId} of ${accountStream(account)}`;
const keysOf = (stream: StreamName, grantId: string): readonly [string, string] => [
  lineKey(stream, 'grant', grantId),
  lineKey(stream, 'revocation', grantId),
];

/**
 * Compares every paid grant with the ledger, and every plan or purchase grant in the ledger with its payment. Compares
 * statement lines first. A mismatch is checked again in the account's stream, and reported only when two readings, a
 * pause apart, give the same mismatch.
 * @returns the number of paid grants
 * @throws StoreUnavailable
 */
export async function reconcileGrants(parts: GrantParts, report: (difference: Difference) => void): Promise<number> {
  const { owners, isStopped, now } = parts;
  if (owners.isEmpty) return 0;
  const suspects = new Map<string, GrantRef>();
  let grants = 0;
  for await (const some of inGroups(owners.grants(isStopped))) {
    grants += some.length;
    const lines = linesByKey(
      await parts.lines(some.flatMap(({ account, grantId }) => keysOf(accountStream(account), grantId))),
    );
    for (const paid of some) {
      const [grant, revocation] = keysOf(accountStream(paid.account), paid.grantId);
      if (judgeGrant(paid, grantStory(lines.get(grant), lines.get(revocation)), now) !== undefined)
        suspects.set(nameOf(paid), paid);
    }
  }
  for (const source of ['plan', 'purchase'] as const) {
    for await (const page of parts.given(source)) {
      const given = page.flatMap((line) => refOf(line) ?? []);
      const known = new Set((await owners.find(given, isStopped)).map(nameOf));
      for (const ref of given) if (!known.has(nameOf(ref))) suspects.set(nameOf(ref), ref);
    }
  }
  await settle(parts, suspects, report);
  return grants;
}

const linesByKey = (lines: readonly LineDocument[]): ReadonlyMap<string, LineDocument> =>
  new Map(lines.map((line) => [lineKey(line.account, line.kind, line.id), line]));

function refOf({ account, id, kind }: LineDocument): GrantRef | undefined {
  const key = kind === 'grant' ? accountOf(account) : undefined;
  return key === undefined ? undefined : { account: key, grantId: id };
}

async function settle(
  parts: GrantParts,
  first: ReadonlyMap<string, GrantRef>,
  report: (difference: Difference) => void,
): Promise<void> {
  let suspects = first;
  let before = new Map<string, Difference>();
  for (let round = 1; round <= MAX_ATTEMPTS && suspects.size > 0; round += 1) {
    const found = new Map<string, Difference>();
    const paid = new Map(
      (await parts.owners.find([...suspects.values()], parts.isStopped)).map((one) => [nameOf(one), one]),
    );
    for (const [where, { account, grantId }] of suspects) {
      const stream = accountStream(account);
      const [grant, revocation] = keysOf(stream, grantId);
      const lines = await parts.foldLines(stream, new Set([grant, revocation]));
      const verdict = judgeGrant(paid.get(where), grantStory(lines.get(grant), lines.get(revocation)), parts.now);
      if (verdict === undefined) continue;
      const difference = { ...verdict, where };
      if (isDeepStrictEqual(before.get(where), difference)) report(difference);
      else found.set(where, difference);
    }
    suspects = new Map([...suspects].filter(([where]) => found.has(where)));
    before = found;
    if (suspects.size > 0) await parts.pause();
  }
}
