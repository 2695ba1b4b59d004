import { z } from 'zod';
import type { Collection, DocumentStore, OutboxMessage, PendingMessage } from '../../../platform/documents/port.js';
import type { MessageConsumer } from '../../../platform/documents/relay.js';
import type { Logs } from '../../../platform/http/logs.js';
import type { MailPort } from '../../../platform/mail/port.js';
import type { ReadRoot, RootStore } from '../root-store.js';
import { rootFile, utcDay } from '../root.shared.js';
import type { RootStamps } from '../stamp/stamps.js';
import { fileOf, stampFileOf, type RootsCopy } from './copies.js';
import { rootLetter } from './letter.js';
import type { RecipientLanguages } from './recipient-languages.js';

const DELIVERIES = { name: 'credits_root_deliveries', indexes: [] } as const;
const ROOT_DELIVERY = 'LedgerRootDelivery';
const AT_ONCE = 500;

/**
 * `place` tells a folder or bucket from another; older deliveries have none, and emails need none. `what` is absent for
 * a root.
 */
const delivery = z.object({
  target: z.enum(['folder', 'bucket', 'mail']),
  place: z.string().exactOptional(),
  day: utcDay,
  what: z.literal('stamp').exactOptional(),
});
type Delivery = z.infer<typeof delivery>;

/** A root's copy outside has other content than the root: somebody signed twice, or two installations share a copy. */
export class CopyDiffers extends Error {
  constructor(day: string, copy: string) {
    super(`the ${copy} has another root for ${day} than the one that was signed here`);
    this.name = 'CopyDiffers';
  }
}

export interface DeliveryParts {
  readonly store: Pick<RootStore, 'page' | 'signedOf' | 'key'>;
  readonly stamps: Pick<RootStamps, 'of' | 'among'>;
  readonly copies: readonly RootsCopy[];
  readonly mail: MailPort;
  /** Addresses that receive roots. */
  readonly mailTo: readonly string[];
  readonly languages: Pick<RecipientLanguages, 'of'>;
  readonly origin: string | undefined;
  readonly log: Pick<Logs, 'warn'>;
}

/**
 * Delivers signed roots to the places outside the installation. Each delivery is a document with a message, so it
 * survives crashes and is retried by itself; a place that is unavailable does not delay another.
 */
export class RootDeliveries {
  private constructor(
    private readonly deliveries: Collection<Delivery>,
    private readonly parts: DeliveryParts,
  ) {}

  static async open(documents: DocumentStore, parts: DeliveryParts): Promise<RootDeliveries> {
    return new RootDeliveries(await documents.collection(DELIVERIES, (stored) => delivery.parse(stored)), parts);
  }

  /**
   * Requests every delivery that was not requested yet: each root and its time stamp to each copy, also to one that is
   * new, and by email only the newest root, which covers the earlier ones.
   * @throws StoreUnavailable
   */
  async requestAll(): Promise<void> {
    let before: string | undefined;
    let isNewest = true;
    do {
      const { roots, next } = await this.parts.store.page(AT_ONCE, before);
      const stamped = new Set((await this.parts.stamps.among(roots.map(({ day }) => day))).map(({ day }) => day));
      const wanted = roots.flatMap(({ day }, index): readonly Delivery[] => [
        ...this.parts.copies.map(({ name: target, place }) => ({ target, place, day })),
        ...(stamped.has(day)
          ? this.parts.copies.map(({ name: target, place }) => ({ target, place, day, what: 'stamp' as const }))
          : []),
        ...(isNewest && index === 0 && this.parts.mailTo.length > 0 ? [{ target: 'mail' as const, day }] : []),
      ]);
      await this.request(wanted);
      isNewest = false;
      before = next;
    } while (before !== undefined);
  }

  private async request(wanted: readonly Delivery[]): Promise<void> {
    const known = new Set((await this.deliveries.getMany(wanted.map(idOf))).map(({ document }) => idOf(document)));
    for (const document of wanted) {
      const id = idOf(document);
      if (known.has(id)) continue;
      const message: OutboxMessage = { id: `ledger-root.${id}`, type: ROOT_DELIVERY, data: document };
      // A conflict means that another process has requested it.
      await this.deliveries.put({ id, document, expectedVersion: 0, outbox: [message] });
    }
  }

  /** Carries out deliveries. */
  get consumer(): MessageConsumer {
    return {
      name: 'credits.root-deliveries',
      types: [ROOT_DELIVERY],
      handle: ({ data }: PendingMessage) => this.deliver(delivery.parse(data)),
    };
  }

  /** Repeatable: files are written once, and an email has a permanent id. @throws StoreUnavailable, CopyDiffers */
  private async deliver({ target, place, day, what }: Delivery): Promise<void> {
    const root = await this.parts.store.signedOf(day);
    if (root === undefined) return;
    if (target === 'mail') return this.send(root);
    const copy = this.parts.copies.find((one) => one.name === target && (place === undefined || one.place === place));
    // The place is not configured any more.
    if (copy === undefined) return;
    if (what === 'stamp') {
      const stamp = await this.parts.stamps.of(day);
      // A stamp that is already there stays. It was made before the installation was restored, and both are valid.
      if (stamp !== undefined) await copy.files.put(stampFileOf(day), stamp.response);
      return;
    }
    const key = await this.parts.store.key(root.body.kid);
    if (key !== undefined) await copy.files.put(`key-${key.kid}.json`, `${JSON.stringify(key)}\n`);
    if ((await copy.files.put(fileOf(day), rootFile(day, root.signed))) === 'differs')
      throw new CopyDiffers(day, target);
  }

  private async send(root: ReadRoot): Promise<void> {
    for (const to of this.parts.mailTo) {
      const sent = await this.parts.mail.send(
        rootLetter(root, { address: to, language: await this.parts.languages.of(to) }, this.parts.origin),
      );
      if (sent.outcome === 'refused')
        this.parts.log.warn(
          { day: root.body.day, code: sent.code },
          'the mail server refused an email with a ledger root',
        );
    }
  }
}

const idOf = ({ target, place, day, what }: Delivery): string =>
  [...(what === undefined ? [] : [what]), target, ...(place === undefined ? [] : [place]), day].join('.');
