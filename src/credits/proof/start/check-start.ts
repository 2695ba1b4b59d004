import type { Millis } from '../../../kernel/clock.js';
import type { ReadRoot, RootStore } from '../root-store.js';
import type { RootId } from './events.js';
import { idOf, type RootLog } from './root-log.js';

/** Roots that were signed before are not here. Nothing is signed until an operator decides. */
export class RootsLost extends Error {
  /** @param lost the newest root that is known to have been signed */
  constructor(
    readonly lost: RootId,
    known: 'log' | 'copy',
    what: 'missing' | 'another',
  ) {
    const from =
      known === 'log' ? 'the log notes that a root was signed' : 'a copy outside this installation has a root';
    super(
      `${from} for ${lost.day}, but this installation has ${what === 'missing' ? 'none' : 'another one'}: roots were lost, or an older state was restored. No root is signed. Restore the roots, or run "npm run ledger -- root --accept-new-start <reason>"`,
    );
    this.name = 'RootsLost';
  }
}

export interface StartParts {
  readonly store: Pick<RootStore, 'newest' | 'signedOf'>;
  readonly rootLog: RootLog;
  /** The newest root in each copy outside this installation. */
  readonly copies: () => Promise<readonly ReadRoot[]>;
}

/** The root that the next one follows. `root` is absent when only its id is known, because its loss was accepted. */
export interface Before extends RootId {
  readonly root?: ReadRoot;
}

/** Whether an operator accepted the loss of a root. */
const isAccepted = ({ day }: RootId, accepted: RootId | undefined): boolean =>
  accepted !== undefined && day <= accepted.day;

/**
 * Compares the roots of this installation with those that are known to have been signed: by the log's notes and by the
 * copies outside (adr/0074).
 * @returns what is lost, the newest root first; undefined when nothing is
 * @throws StoreUnavailable
 */
export async function findLost({ store, rootLog, copies }: StartParts): Promise<RootsLost | undefined> {
  const { signed, accepted } = await rootLog.notes();
  const known = [
    ...(signed === undefined ? [] : [{ ...signed, by: 'log' as const }]),
    ...(await copies()).map((root) => ({ ...idOf(root), by: 'copy' as const })),
  ];
  // The newest first: an operator who accepts a loss accepts all of it.
  for (const { by, ...root } of known
    .filter((one) => !isAccepted(one, accepted))
    .sort((a, b) => (a.day > b.day ? -1 : 1))) {
    const own = await store.signedOf(root.day);
    if (own === undefined) return new RootsLost(root, by, 'missing');
    if (idOf(own).bodyHash !== root.bodyHash) return new RootsLost(root, by, 'another');
  }
  return undefined;
}

/**
 * Finds the root that the next one follows, unless roots are lost. Notes the newest root in the log if it is not noted
 * yet.
 * @returns undefined when none was ever signed
 * @throws RootsLost, StoreUnavailable
 */
export async function checkStart(parts: StartParts, now: Millis): Promise<Before | undefined> {
  const lost = await findLost(parts);
  if (lost !== undefined) throw lost;
  const newest = await parts.store.newest();
  const { signed, accepted } = await parts.rootLog.notes();
  if (newest === undefined || isAccepted(idOf(newest), accepted)) return accepted;
  if (signed === undefined || newest.body.day > signed.day) await parts.rootLog.signed(newest, now);
  return { ...idOf(newest), root: newest };
}
