import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OperatorRole, UserId } from '../../platform/http/security/session-user.js';
import { Operators } from './operators.js';

/** All users with a role. Reads every user. */
export class FindOperators extends Query<readonly UserId[]> {
  constructor(readonly role: OperatorRole) {
    super();
  }
}

@QueryHandler(FindOperators)
export class FindOperatorsHandler implements IQueryHandler<FindOperators> {
  constructor(private readonly operators: Operators) {}

  /** @throws StoreUnavailable */
  async execute({ role }: FindOperators): Promise<readonly UserId[]> {
    return (await this.operators.list()).filter(({ roles }) => roles.includes(role)).map(({ id }) => id);
  }
}
