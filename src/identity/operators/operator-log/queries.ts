import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { OperatorChain, type OperatorPage, type OperatorVerdict } from './log.js';

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
