import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { inForce, type Case } from './case.js';
import { caseIdOf, type CaseStore } from './case.store.js';

const DAY_MS = 86_400_000;

/** Sanctions that apply to an author. */
export interface Sanctions {
  readonly isBanned: boolean;
  /** End of the latest restriction that applies. */
  readonly restrictedUntil?: Millis;
}

/** The sanctions of an author's case at a time. */
export function sanctionsOf(of: Case | undefined, at: Millis): Sanctions {
  if (of === undefined) return { isBanned: false };
  const ends = of.decisions.flatMap((decision) =>
    decision.action === 'restrict' &&
    decision.until !== undefined &&
    inForce({ ...of, decisions: [decision] }, 'restrict', at)
      ? [decision.until]
      : [],
  );
  return {
    isBanned: inForce(of, 'ban', at) !== undefined,
    ...(ends.length === 0 ? {} : { restrictedUntil: Math.max(...ends) }),
  };
}

/**
 * What authors may do, by the decisions of moderators.
 * @throws StoreUnavailable from every call
 */
export class AuthorSanctions {
  constructor(
    private readonly cases: Pick<CaseStore, 'find' | 'findAll'>,
    private readonly clock: Clock,
  ) {}

  async of(author: UserId): Promise<Sanctions> {
    return sanctionsOf(await this.cases.find(caseIdOf({ kind: 'author' }, author)), this.clock.now());
  }

  /** Those of these authors who are banned. */
  async bannedAmong(authors: readonly UserId[]): Promise<ReadonlySet<UserId>> {
    const found = await this.cases.findAll(authors.map((author) => caseIdOf({ kind: 'author' }, author)));
    const at = this.clock.now();
    return new Set(found.filter((of) => sanctionsOf(of, at).isBanned).map(({ owner }) => owner));
  }

  /** Why an author may not publish: AUTHOR_BANNED, PUBLISHING_RESTRICTED {days}; undefined if they may. */
  async refusal(author: UserId): Promise<ProductError | undefined> {
    const { isBanned, restrictedUntil } = await this.of(author);
    if (isBanned) return productError('AUTHOR_BANNED');
    if (restrictedUntil === undefined) return undefined;
    return productError('PUBLISHING_RESTRICTED', { days: Math.ceil((restrictedUntil - this.clock.now()) / DAY_MS) });
  }
}
