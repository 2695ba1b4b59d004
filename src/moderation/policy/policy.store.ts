import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import { NO_CHANGES, policyContent, type PolicyContent, type PolicyVersion } from './policy.shared.js';

const stored = z.object({
  number: z.int().min(1),
  content: policyContent,
  change: z.object({ at: z.int(), by: z.string(), reason: z.string() }),
});
type Stored = z.infer<typeof stored>;

/** How long a process uses the policy that it has read. A change takes effect everywhere within this time. */
export const POLICY_READ_EVERY_MS: Millis = 2_000;

const BUILT_IN_VERSION: PolicyVersion = { number: 0, content: NO_CHANGES };
/** Sorts like the number. */
const idOf = (number: number): string => `v${String(number).padStart(9, '0')}`;

/**
 * Versions of the policy, one document each, which nothing changes or deletes. The latest one applies; without any, the
 * built-in one does.
 * @throws StoreUnavailable from every call
 */
export class PolicyStore {
  private read: { readonly at: Millis; readonly version: Promise<PolicyVersion> } | undefined;

  private constructor(
    private readonly versions: Collection<Stored>,
    private readonly clock: Clock,
  ) {}

  /** Opens the collection `moderation_policies_v1`. */
  static async open(documents: DocumentStore, clock: Clock): Promise<PolicyStore> {
    return new PolicyStore(
      await documents.collection({ name: 'moderation_policies_v1', indexes: [['number']] }, (value) =>
        stored.parse(value),
      ),
      clock,
    );
  }

  /** The version that applies, as of at most `POLICY_READ_EVERY_MS` ago. */
  async current(): Promise<PolicyVersion> {
    const now = this.clock.now();
    if (this.read === undefined || Math.abs(now - this.read.at) >= POLICY_READ_EVERY_MS)
      this.read = { at: now, version: this.latest() };
    const { read } = this;
    try {
      return await read.version;
    } catch (error) {
      if (this.read === read) this.read = undefined;
      throw error;
    }
  }

  /** The latest version. */
  async latest(): Promise<PolicyVersion> {
    const [last] = await this.history(1);
    return last ?? BUILT_IN_VERSION;
  }

  /** Stored versions, newest first. @param below only those with a lower number */
  async history(limit: number, below?: number): Promise<readonly PolicyVersion[]> {
    const { items } = await this.versions.find({
      order: { field: 'number', direction: 'descending' },
      limit,
      ...(below === undefined ? {} : { range: { field: 'number', below } }),
    });
    return items.map(({ document }) => document);
  }

  /**
   * Adds the version after `seen`.
   * @returns undefined if there is one already
   */
  async add(
    seen: number,
    content: PolicyContent,
    change: NonNullable<PolicyVersion['change']>,
  ): Promise<PolicyVersion | undefined> {
    const number = seen + 1;
    const document: Stored = { number, content, change: { ...change } };
    if ((await this.versions.put({ id: idOf(number), document, expectedVersion: 0 })) !== 'written') return undefined;
    this.read = undefined;
    return document;
  }
}
