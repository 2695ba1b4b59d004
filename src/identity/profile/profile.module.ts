import { Module, type OnModuleInit } from '@nestjs/common';
import type { Blobs } from '../../platform/blobs/port.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { BLOBS, DOCUMENTS } from '../../platform/tokens.js';
import { USER_PURGED, userLeftData } from '../messages.js';
import { AvatarController } from './avatar.controller.js';
import { avatarDocument, Avatars, AVATARS } from './avatars.js';
import { SetAvatarHandler, UpdateProfileHandler } from './profile.commands.js';

/** What an account is called and shown by. */
@Module({
  controllers: [AvatarController],
  providers: [
    {
      provide: Avatars, inject: [DOCUMENTS, BLOBS],
      useFactory: async (documents: DocumentStore, blobs: Blobs) => new Avatars(await documents.collection(AVATARS, (stored) => avatarDocument.parse(stored)), blobs),
    },
    UpdateProfileHandler, SetAvatarHandler,
  ],
})
export class ProfileModule implements OnModuleInit {
  constructor(
    private readonly avatars: Avatars,
    private readonly relay: Relay,
  ) {}

  onModuleInit(): void {
    this.relay.register({ name: 'identity.avatars', types: [USER_PURGED], handle: ({ data }) => this.avatars.remove(userLeftData.parse(data).userId) });
  }
}
