import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { OperatorChain, type OperatorPage, type OperatorRecord, type OperatorVerdict } from './log.js';

/** The log of administrators and finance, newest first. */
export class ListOperatorLog extends Query<OperatorPage> {
  constructor(
    readonly limit: number,
    readonly below?: number,
  ) {
    super();
  }
}

/** Verifies the hash chain of the log. */
export class VerifyOperatorLog extends Query<OperatorVerdict> {}

/** What a record of the log says: who called what, with which ids. */
export type OperatorAct = Pick<OperatorRecord, 'who' | 'what' | 'subjects'>;

/** Every recorded call of some procedures, oldest first. Reads the whole log. */
export class FindOperatorCalls extends Query<readonly OperatorAct[]> {
  /** @param procedures for example `close.sign` */
  constructor(readonly procedures: readonly string[]) {
    super();
  }
}

@QueryHandler(FindOperatorCalls)
export class FindOperatorCallsHandler implements IQueryHandler<FindOperatorCalls> {
  constructor(private readonly chain: OperatorChain) {}

  /** @throws StoreUnavailable, UnreadableEvent */
  async execute({ procedures }: FindOperatorCalls): Promise<readonly OperatorAct[]> {
    const found: OperatorAct[] = [];
    for await (const { kind, who, what, subjects } of this.chain.all())
      if (kind === 'call' && procedures.includes(what)) found.push({ who, what, subjects });
    return found;
  }
}

@QueryHandler(ListOperatorLog)
export class ListOperatorLogHandler implements IQueryHandler<ListOperatorLog> {
  constructor(private readonly chain: OperatorChain) {}

  execute({ limit, below }: ListOperatorLog): Promise<OperatorPage> {
    return this.chain.page(limit, below);
  }
}

@QueryHandler(VerifyOperatorLog)
export class VerifyOperatorLogHandler implements IQueryHandler<VerifyOperatorLog> {
  constructor(private readonly chain: OperatorChain) {}

  execute(): Promise<OperatorVerdict> {
    return this.chain.verify();
  }
}
