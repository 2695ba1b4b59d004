import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { StatementLine } from '../credits.shared.js';
import { CreditsReads } from '../queries.js';

/** A statement line of any account, as found by its id. */
export interface FoundLine {
  /** Stream of the account. */
  readonly account: string;
  readonly kind: StatementLine['kind'];
  readonly id: string;
  /** When the line began and when it last changed; milliseconds since the epoch. */
  readonly at: number;
  readonly changedAt: number;
  /** Credits granted, held, used or adjusted at its beginning. */
  readonly amount: number;
  /** The last step. */
  readonly state: StatementLine['steps'][number]['what'];
}

/** Far above real numbers: an id belongs to one creation, or to one grant with its end. */
const MAX_FOUND = 20;

/**
 * The statement lines with an id, over all accounts: those of a creation (the id of its task), of a grant, of an
 * adjustment or of a free creation. A purchase may give one grant id in several accounts.
 */
export class FindLines extends Query<readonly FoundLine[]> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(FindLines)
export class FindLinesHandler implements IQueryHandler<FindLines> {
  constructor(private readonly reads: CreditsReads) {}

  /** @throws StoreUnavailable */
  async execute({ id }: FindLines): Promise<readonly FoundLine[]> {
    const { items } = await this.reads.statement.find({ where: { id }, limit: MAX_FOUND });
    return items.flatMap(({ account, kind, id, at, steps }) => {
      const [first, last] = [steps[0], steps.at(-1)];
      return first === undefined || last === undefined
        ? []
        : [{ account, kind, id, at, changedAt: last.at, amount: first.amount, state: last.what }];
    });
  }
}
