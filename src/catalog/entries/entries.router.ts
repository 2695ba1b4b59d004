import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import type { UserId } from '../../kernel/ids.js';
import { DismissAnnouncement, GetAnnouncements, PreviewAnnouncement } from './announcements.js';
import type { EntryRequest } from './catalogue.js';
import { ChangeEntry, GetEntry, GetEntryHistory, GetGallery, ListEntries } from './entries.messages.js';
import { content, idInput, type EntryView } from './content.shared.js';
import { ENTRY_KINDS, type EntryId } from './kinds.shared.js';

export interface EntriesRouterDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}

const named = z.object({ id: idInput });
/** `expected` is the version of the entry that the administrator has seen. */
const seen = named.extend({ expected: z.int().min(0) });

/** `catalog.*`: entries that administrators edit, and what of them is published. */
export function createEntriesRouter({ commands, queries }: EntriesRouterDeps) {
  const editor = procedures.needs('editCatalogue');
  const change = async (
    who: UserId,
    { id, expected }: { readonly id: EntryId; readonly expected?: number },
    request: EntryRequest,
  ): Promise<EntryView> => unwrap(await commands.execute(new ChangeEntry(who, id, request, expected)));
  const act = (action: 'publish' | 'unpublish' | 'delete') =>
    editor.input(seen).mutation(({ ctx, input }) => change(ctx.user.id, input, { action }));
  return router({
    /** What is published, for everybody. */
    gallery: procedures.needs('readPublic').query(() => queries.execute(new GetGallery())),
    /** The same with the draft of one entry. */
    preview: editor.input(named).query(({ input }) => queries.execute(new GetGallery(input.id))),
    entries: editor
      .input(z.object({ kind: z.enum(ENTRY_KINDS) }))
      .query(({ input }) => queries.execute(new ListEntries(input.kind))),
    entry: editor.input(named).query(async ({ input }) => unwrap(await queries.execute(new GetEntry(input.id)))),
    history: editor
      .input(named.extend({ cursor: z.int().min(1).nullish(), limit: z.int().min(1).max(100).default(50) }))
      .query(({ input: { id, limit, cursor } }) =>
        queries.execute(new GetEntryHistory(id, limit, cursor ?? undefined)),
      ),
    create: editor
      .input(named.extend({ content }))
      .mutation(({ ctx, input }) => change(ctx.user.id, input, { action: 'create', content: input.content })),
    update: editor
      .input(seen.extend({ content }))
      .mutation(({ ctx, input }) => change(ctx.user.id, input, { action: 'update', content: input.content })),
    /** Makes the content of an earlier version the draft. */
    restore: editor
      .input(seen.extend({ number: z.int().min(0) }))
      .mutation(({ ctx, input }) => change(ctx.user.id, input, { action: 'restore', restored: input.number })),
    publish: act('publish'),
    unpublish: act('unpublish'),
    delete: act('delete'),
    /** Announcements for the caller: published, due and not dismissed by them. */
    announcements: procedures
      .needs('ownProfile')
      .query(({ ctx }) => queries.execute(new GetAnnouncements(ctx.user.id))),
    previewAnnouncement: editor.input(named).query(({ input }) => queries.execute(new PreviewAnnouncement(input.id))),
    dismiss: procedures
      .needs('ownProfile')
      .input(named)
      .mutation(({ ctx, input }) => commands.execute(new DismissAnnouncement(ctx.user.id, input.id))),
  });
}
