import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { Blobs } from '../../platform/blobs/port.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { ExportParts } from '../../platform/export-parts.js';
import { BLOBS, CLOCK, DOCUMENTS } from '../../platform/tokens.js';
import { USER_PURGED, userLeftData } from '../messages.js';
import { AvatarController } from './avatar.controller.js';
import { avatarDocument, Avatars, AVATARS } from './avatars.js';
import { imagePart } from './avatar.data-export.js';
import { SetAvatarHandler, SetDecisionLettersHandler, UpdateProfileHandler } from './profile.commands.js';

/** Names and profile images of users. */
@Module({
  controllers: [AvatarController],
  providers: [
    {
      provide: Avatars,
      inject: [DOCUMENTS, BLOBS],
      useFactory: async (documents: DocumentStore, blobs: Blobs) =>
        new Avatars(await documents.collection(AVATARS, (stored) => avatarDocument.parse(stored)), blobs),
    },
    UpdateProfileHandler,
    SetAvatarHandler,
    SetDecisionLettersHandler,
  ],
})
export class ProfileModule implements OnModuleInit {
  constructor(
    private readonly avatars: Avatars,
    private readonly relay: Relay,
    private readonly parts: ExportParts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.parts.register(imagePart({ avatars: this.avatars, now: () => this.clock.now() }));
    this.relay.register({
      name: 'identity.avatars',
      types: [USER_PURGED],
      handle: ({ data }) => this.avatars.remove(userLeftData.parse(data).userId, async () => undefined),
    });
  }
}
