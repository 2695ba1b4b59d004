import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { loosened, type PolicyContent, type PolicyVersion } from './policy.shared.js';
import type { PolicyStore } from './policy.store.js';

/** What an administrator changes: the version that they have seen, and why. */
export interface PolicyChange {
  readonly seen: number;
  readonly reason: string;
}

/**
 * Changes of the policy by administrators.
 * @throws StoreUnavailable from every call
 */
export class Policy {
  constructor(
    private readonly store: PolicyStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces what differs from the built-in policy. An earlier version is restored with its content.
   * @returns POLICY_PROTECTED {rule} if a rule is looser than law allows, ENTRY_CHANGED if the policy has changed since
   */
  async change(
    by: UserId,
    { seen, reason }: PolicyChange,
    content: PolicyContent,
  ): Promise<Result<PolicyVersion, ProductError>> {
    const rule = loosened(content);
    if (rule !== undefined) return err(productError('POLICY_PROTECTED', { rule }));
    const { number } = await this.store.latest();
    const added =
      number === seen ? await this.store.add(seen, content, { at: this.clock.now(), by, reason }) : undefined;
    return added === undefined ? err(productError('ENTRY_CHANGED')) : ok(added);
  }
}
