import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import { Policy, type PolicyChange } from './policy.js';
import type { PolicyContent, PolicyVersion } from './policy.shared.js';
import { PolicyStore } from './policy.store.js';

/** Changes the policy; see `Policy.change`. */
export class ChangePolicy extends Command<Result<PolicyVersion, ProductError>> {
  constructor(
    readonly by: UserId,
    readonly change: PolicyChange,
    readonly content: PolicyContent,
  ) {
    super();
  }
}

/** The policy that applies. */
export class GetPolicy extends Query<PolicyVersion> {}

/** Versions of the policy, newest first. */
export class GetPolicyHistory extends Query<readonly PolicyVersion[]> {
  constructor(
    readonly limit: number,
    readonly below?: number,
  ) {
    super();
  }
}

@CommandHandler(ChangePolicy)
export class ChangePolicyHandler implements ICommandHandler<ChangePolicy> {
  constructor(private readonly policy: Policy) {}

  execute({ by, change, content }: ChangePolicy): Promise<Result<PolicyVersion, ProductError>> {
    return this.policy.change(by, change, content);
  }
}

@QueryHandler(GetPolicy)
export class GetPolicyHandler implements IQueryHandler<GetPolicy> {
  constructor(private readonly store: PolicyStore) {}

  execute(): Promise<PolicyVersion> {
    return this.store.latest();
  }
}

@QueryHandler(GetPolicyHistory)
export class GetPolicyHistoryHandler implements IQueryHandler<GetPolicyHistory> {
  constructor(private readonly store: PolicyStore) {}

  execute({ limit, below }: GetPolicyHistory): Promise<readonly PolicyVersion[]> {
    return this.store.history(limit, below);
  }
}
