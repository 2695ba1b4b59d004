import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BlobHash, Blobs } from '../../platform/blobs/port.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import type { UserId } from '../../platform/http/session-user.js';
import { Turns } from '../../platform/turns.js';
import { update } from '../update.js';

export const AVATARS: CollectionDefinition = { name: 'avatars_v1', indexes: [] };
const hash = z.string().min(1).transform((text) => text as BlobHash); // the brand is given where the document is read
/** By the user's id. */
export const avatarDocument = z.object({
  /** Every picture of theirs that may be stored: named here before it is, so that no crash leaves one that nobody knows of. */
  held: z.array(hash),
  /** Which of them stands for them now. */
  shown: hash.exactOptional(),
});
export type AvatarDocument = z.infer<typeof avatarDocument>;

const referenceOf = (userId: UserId): string => `avatar.${userId}`;
const ADDRESS = '/api/account/avatar/';

/** Where a picture is fetched: another address for another picture, so that it may be kept. */
const addressOf = (shown: BlobHash): string => `${ADDRESS}${shown.slice(0, 32)}`;

/** The pictures that stand for users, each user's own. One at a time for a user, in this process. */
export class Avatars {
  private readonly turns = new Turns<UserId>();

  constructor(
    private readonly avatars: Collection<AvatarDocument>,
    private readonly blobs: Pick<Blobs, 'put' | 'read' | 'removeReference'>,
  ) {}

  /**
   * Keeps a picture as the one that stands for a user.
   * @param bytes WebP, `AVATAR_SIDE` pixels square
   * @returns its address on this server. @throws StoreUnavailable; done again it is as good as once
   */
  set(userId: UserId, bytes: Uint8Array): Promise<string> {
    return this.turns.take(userId, async () => {
      const shown = createHash('sha256').update(bytes).digest('hex') as BlobHash; // a digest in lower-case hex is what the brand stands for
      await this.change(userId, (stored) => ({ ...stored, held: [...new Set([...stored.held, shown])] }));
      await this.blobs.put(bytes, referenceOf(userId));
      await this.change(userId, (stored) => ({ held: [...new Set([...stored.held, shown])], shown }));
      await this.letGo(userId, shown);
      return addressOf(shown);
    });
  }

  /** Forgets the picture of a user, and every one that there was before. May be done again. @throws StoreUnavailable */
  remove(userId: UserId): Promise<void> {
    return this.turns.take(userId, async () => {
      if ((await this.avatars.get(userId)) === undefined) return;
      await this.change(userId, ({ held }) => ({ held }));
      await this.letGo(userId, undefined);
      const left = await this.avatars.get(userId);
      if (left !== undefined && left.document.held.length === 0) await this.avatars.delete(userId, left.version);
    });
  }

  /** A user's own picture by the name in its address; undefined for any other. @throws StoreUnavailable */
  async read(userId: UserId, name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const shown = (await this.avatars.get(userId))?.document.shown;
    return shown !== undefined && addressOf(shown) === `${ADDRESS}${name}` ? this.blobs.read(shown) : undefined;
  }

  private async letGo(userId: UserId, kept: BlobHash | undefined): Promise<void> {
    const held = (await this.avatars.get(userId))?.document.held ?? [];
    const gone = held.filter((one) => one !== kept);
    for (const one of gone) await this.blobs.removeReference(one, referenceOf(userId));
    if (gone.length > 0) await this.change(userId, (stored) => ({ ...stored, held: stored.held.filter((one) => !gone.includes(one)) }));
  }

  private async change(userId: UserId, change: (stored: AvatarDocument) => AvatarDocument): Promise<void> {
    while ((await update(this.avatars, userId, (stored) => ({ document: change(stored) }))) === undefined) {
      if ((await this.avatars.put({ id: userId, document: change({ held: [] }), expectedVersion: 0 })) === 'written') return;
    }
  }
}
