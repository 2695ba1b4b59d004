import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';

/** Older documents have a verdict in place of the score, and are judged again. */
const kept = z.object({ score: z.int().exactOptional(), judgedAt: z.number() });
type Kept = z.infer<typeof kept>;

/** How long a score is stored: as long as someone is likely to keep working with an image. */
export const KEPT_MS: Millis = 30 * 86_400_000;
/** Number of expired verdicts deleted with each new one, so that the collection never holds more than a month's. */
const GO_AT_ONCE = 4;

/**
 * Scores against images by content hash and network, so that the same bytes are judged once, whatever the policy is.
 * They do not record whose content it was.
 */
export class Verdicts {
  private constructor(
    private readonly stored: Collection<Kept>,
    private readonly clock: Clock,
  ) {}

  /** Opens the collection `moderation_verdicts`. */
  static async open(documents: DocumentStore, clock: Clock): Promise<Verdicts> {
    return new Verdicts(
      await documents.collection({ name: 'moderation_verdicts', indexes: [['judgedAt']] }, (value) =>
        kept.parse(value),
      ),
      clock,
    );
  }

  /** @throws StoreUnavailable */
  async find(by: string, hash: string): Promise<number | undefined> {
    const found = (await this.stored.get(`${by}:${hash}`))?.document;
    return found !== undefined && found.judgedAt > this.clock.now() - KEPT_MS ? found.score : undefined;
  }

  /** @throws StoreUnavailable */
  async keep(by: string, hash: string, score: number): Promise<void> {
    const id = `${by}:${hash}`;
    const now = this.clock.now();
    const seen = await this.stored.get(id);
    // On a conflict the other writer judged the same bytes and got the same score.
    await this.stored.put({ id, document: { score, judgedAt: now }, expectedVersion: seen?.version ?? 0 });
    const { items } = await this.stored.find({
      range: { field: 'judgedAt', below: now - KEPT_MS },
      order: { field: 'judgedAt', direction: 'ascending' },
      limit: GO_AT_ONCE,
    });
    for (const old of items) await this.stored.delete(old.id, old.version);
  }
}
