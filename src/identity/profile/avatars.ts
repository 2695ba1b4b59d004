import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BlobHash, Blobs } from '../../platform/blobs/port.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { upsert } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';

export const AVATARS: CollectionDefinition = { name: 'avatars_v1', indexes: [] };
const hash = z.string().min(1).transform((text) => text as BlobHash); // the brand is given where the document is read
/** By the user's id. */
export const avatarDocument = z.object({
  /** Every image of theirs that may be stored: named here before it is, so that no crash leaves one that no one knows of. */
  held: z.array(hash),
  /** Which of them represents them now. */
  shown: hash.exactOptional(),
});
export type AvatarDocument = z.infer<typeof avatarDocument>;

const referenceOf = (userId: UserId): string => `avatar.${userId}`;
const ADDRESS = '/api/account/avatar/';

/** Where an image is fetched: another address for another image, so that it may be kept. */
const addressOf = (shown: BlobHash): string => `${ADDRESS}${shown.slice(0, 32)}`;

/** The images that stand for users, each user's own. One at a time for a user, in this process. */
export class Avatars {
  private readonly mutex = new KeyedMutex<UserId>();

  constructor(
    private readonly avatars: Collection<AvatarDocument>,
    private readonly blobs: Pick<Blobs, 'put' | 'read' | 'removeReference'>,
  ) {}

  /**
   * Keeps an image as the one that represents a user.
   * @param bytes WebP, `AVATAR_SIDE` pixels square
   * @param publish writes its address where it is looked up. Within the turn, so that what is written last is what is shown; it is told
   *   of whichever image is shown when it asks, which another process may have chosen meanwhile
   * @returns what `tell` gives. @throws StoreUnavailable; done again it is as good as once
   */
  set<T>(userId: UserId, bytes: Uint8Array, publish: (address: string | undefined) => Promise<T>): Promise<T> {
    return this.mutex.run(userId, async () => {
      const shown = createHash('sha256').update(bytes).digest('hex') as BlobHash; // a digest in lower-case hex is what the brand represents
      await this.change(userId, (stored) => ({ ...stored, held: [...new Set([...stored.held, shown])] }));
      await this.blobs.put(bytes, referenceOf(userId));
      await this.change(userId, (stored) => ({ held: [...new Set([...stored.held, shown])], shown }));
      const published = await this.publish(userId, publish);
      await this.letGo(userId);
      return published;
    });
  }

  /**
   * Forgets the image of a user, and every one that there was before. Idempotent.
   * @param publish as in `set`
   * @returns what `tell` gives. @throws StoreUnavailable
   */
  remove<T>(userId: UserId, publish: (address: string | undefined) => Promise<T>): Promise<T> {
    return this.mutex.run(userId, async () => {
      // The image goes after the name of it: a cut leaves bytes that the next change, or the end of the account, takes away.
      const published = await publish(undefined);
      if ((await this.avatars.get(userId)) === undefined) return published;
      await this.change(userId, ({ held }) => ({ held }));
      const publishedAgain = await this.publish(userId, publish);
      await this.letGo(userId);
      const left = await this.avatars.get(userId);
      if (left !== undefined && left.document.held.length === 0) await this.avatars.delete(userId, left.version);
      return publishedAgain;
    });
  }

  /** The image that represents a user; undefined for letters. @throws StoreUnavailable */
  async of(userId: UserId): Promise<AsyncIterable<Uint8Array> | undefined> {
    const shown = (await this.avatars.get(userId))?.document.shown;
    return shown && this.blobs.read(shown);
  }

  /** A user's own image by the name in its address; undefined for any other. @throws StoreUnavailable */
  async read(userId: UserId, name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const shown = (await this.avatars.get(userId))?.document.shown;
    return shown !== undefined && addressOf(shown) === `${ADDRESS}${name}` ? this.blobs.read(shown) : undefined;
  }

  /** Tells until what it told is still so. It writes no document, so there is no conflict to retry (adr/0070). */
  private async publish<T>(userId: UserId, publish: (address: string | undefined) => Promise<T>): Promise<T> {
    for (;;) {
      const shown = (await this.avatars.get(userId))?.document.shown;
      const published = await publish(shown && addressOf(shown));
      if ((await this.avatars.get(userId))?.document.shown === shown) return published;
    }
  }

  /** Lets every image go but the one that is shown. */
  private async letGo(userId: UserId): Promise<void> {
    for (const one of (await this.avatars.get(userId))?.document.held ?? []) {
      // Read again each time: another process may show it by now.
      if ((await this.avatars.get(userId))?.document.shown === one) continue;
      // The name goes last, so that a cut leaves no bytes that no one knows of.
      await this.blobs.removeReference(one, referenceOf(userId));
      await this.change(userId, (stored) => (stored.shown === one ? stored : { ...stored, held: stored.held.filter((other) => other !== one) }));
    }
  }

  private async change(userId: UserId, change: (stored: AvatarDocument) => AvatarDocument): Promise<void> {
    await upsert(this.avatars, userId, (stored = { held: [] }) => ({ document: change(stored) }));
  }
}
