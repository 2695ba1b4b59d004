import { Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { ExportParts } from '../../platform/export-parts.js';
import { CLOCK, DOCUMENTS } from '../../platform/tokens.js';
import {
  DismissAnnouncementHandler,
  Dismissals,
  dismissalsPart,
  GetAnnouncementsHandler,
  PreviewAnnouncementHandler,
} from './announcements.js';
import { Catalogue } from './catalogue.js';
import { ENTRY_HANDLERS } from './entries.messages.js';
import { EntryStore } from './entry.store.js';
import type { BuiltIns } from './content.shared.js';

/** Nest module of the entries that administrators edit. */
@Module({
  imports: [CqrsModule],
  providers: [
    { provide: EntryStore, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => EntryStore.open(documents) },
    { provide: Dismissals, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => Dismissals.open(documents) },
    ...ENTRY_HANDLERS,
    GetAnnouncementsHandler,
    PreviewAnnouncementHandler,
    DismissAnnouncementHandler,
  ],
  exports: [Dismissals],
})
export class EntriesModule implements OnModuleInit {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly dismissals: Dismissals,
    private readonly relay: Relay,
    private readonly exports: ExportParts,
  ) {}

  onModuleInit(): void {
    this.relay.register(this.catalogue.policy);
    this.exports.register(dismissalsPart(this.dismissals));
  }

  /** @param builtIns the effects and templates that the product serves */
  static forRoot(builtIns: BuiltIns): DynamicModule {
    return {
      module: EntriesModule,
      providers: [
        {
          provide: Catalogue,
          inject: [EntryStore, CLOCK],
          useFactory: (store: EntryStore, clock: Clock) => new Catalogue({ store, builtIns, clock }),
        },
      ],
    };
  }
}
