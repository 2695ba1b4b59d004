import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import { deleteWhere, upsert } from '../../platform/documents/update.js';
import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import { CLOCK } from '../../platform/tokens.js';
import { Catalogue, type Announced } from './catalogue.js';
import type { EntryId } from './kinds.shared.js';

const dismissal = z.object({ user: z.string(), entry: z.string(), at: z.int() });
type Dismissal = z.infer<typeof dismissal>;

/**
 * Which announcements a user has dismissed, one document each.
 * @throws StoreUnavailable, DocumentContended from every call
 */
export class Dismissals {
  private constructor(private readonly dismissals: Collection<Dismissal>) {}

  static async open(documents: DocumentStore): Promise<Dismissals> {
    return new Dismissals(
      await documents.collection({ name: 'announcement_dismissals_v1', indexes: [['user']] }, (value) =>
        dismissal.parse(value),
      ),
    );
  }

  /** Idempotent: the first time stays. */
  async put(user: UserId, entry: EntryId, at: Millis): Promise<void> {
    await upsert(this.dismissals, `${user}/${entry}`, (known) =>
      known === undefined ? { document: { user, entry, at } } : 'unchanged',
    );
  }

  /** All of a user's dismissals. */
  async of(user: UserId): Promise<readonly Dismissal[]> {
    const found: Dismissal[] = [];
    for await (const { document } of pages(this.dismissals, { where: { user }, limit: 500 })) found.push(document);
    return found;
  }

  /** Deletes all of a user's dismissals. Idempotent. */
  async clear(user: UserId): Promise<void> {
    await deleteWhere(this.dismissals, { where: { user } });
  }
}

/** Exports the announcements that a user has dismissed. A user without any has no such part. */
export function dismissalsPart(dismissals: Pick<Dismissals, 'of'>): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const found = await dismissals.of(userId);
    if (found.length === 0) return;
    yield jsonFile(
      'announcements-dismissed.json',
      Math.max(...found.map(({ at }) => at)),
      found.map(({ entry, at }) => ({ announcement: entry, at: new Date(at).toISOString() })),
    );
  }
  return { name: 'announcements', files };
}

/** Announcements for a user: published, due and not dismissed by them. */
export class GetAnnouncements extends Query<readonly Announced[]> {
  constructor(readonly user: UserId) {
    super();
  }
}

/** The draft of an announcement as users would see it; nothing for another entry. */
export class PreviewAnnouncement extends Query<readonly Announced[]> {
  constructor(readonly id: EntryId) {
    super();
  }
}

/** Hides an announcement from a user for good. Idempotent; an unknown one is ignored. */
export class DismissAnnouncement extends Command<void> {
  constructor(
    readonly user: UserId,
    readonly id: EntryId,
  ) {
    super();
  }
}

@QueryHandler(GetAnnouncements)
export class GetAnnouncementsHandler implements IQueryHandler<GetAnnouncements> {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly dismissals: Dismissals,
  ) {}

  async execute({ user }: GetAnnouncements): Promise<readonly Announced[]> {
    const announced = await this.catalogue.announcements();
    if (announced.length === 0) return [];
    const dismissed = new Set((await this.dismissals.of(user)).map(({ entry }) => entry));
    return announced.filter(({ id }) => !dismissed.has(id));
  }
}

@QueryHandler(PreviewAnnouncement)
export class PreviewAnnouncementHandler implements IQueryHandler<PreviewAnnouncement> {
  constructor(private readonly catalogue: Catalogue) {}

  async execute({ id: wanted }: PreviewAnnouncement): Promise<readonly Announced[]> {
    return (await this.catalogue.announcements(wanted)).filter(({ id }) => id === wanted);
  }
}

@CommandHandler(DismissAnnouncement)
export class DismissAnnouncementHandler implements ICommandHandler<DismissAnnouncement> {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly dismissals: Dismissals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user, id }: DismissAnnouncement): Promise<void> {
    // Only what is shown, so that nobody can fill the store.
    if (!(await this.catalogue.announcements()).some((one) => one.id === id)) return;
    await this.dismissals.put(user, id, this.clock.now());
  }
}
