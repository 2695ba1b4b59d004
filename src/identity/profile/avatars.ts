import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BlobHash, Blobs } from '../../platform/blobs/port.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { upsert } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';

export const AVATARS: CollectionDefinition = { name: 'avatars_v1', indexes: [] };
const hash = z
  .string()
  .min(1)
  .transform((text) => text as BlobHash); // the brand is applied when the document is read
/** Profile images of a user, by user id. */
export const avatarDocument = z.object({
  /**
   * All images of the user that may be stored. An image is listed before it is stored, so that a crash leaves no
   * untracked one.
   */
  held: z.array(hash),
  /** The current profile image. */
  shown: hash.exactOptional(),
});
export type AvatarDocument = z.infer<typeof avatarDocument>;

const referenceOf = (userId: UserId): string => `avatar.${userId}`;
const ADDRESS = '/api/account/avatar/';

/** URL path of an image. It differs per image, so that browsers can cache it. */
const addressOf = (shown: BlobHash): string => `${ADDRESS}${shown.slice(0, 32)}`;

/** Stores profile images. Within this process, changes of one user run one at a time. */
export class Avatars {
  private readonly mutex = new KeyedMutex<UserId>();

  constructor(
    private readonly avatars: Collection<AvatarDocument>,
    private readonly blobs: Pick<Blobs, 'put' | 'read' | 'removeReference'>,
  ) {}

  /**
   * Sets a user's profile image. Idempotent.
   * @param bytes WebP, `AVATAR_SIDE` pixels square
   * @param publish stores the image's URL path in the user's document. It runs under the user's lock, so that the last
   *   change wins. It gets the image that is current at that time, which another process may have changed meanwhile
   * @returns the result of `publish`
   * @throws StoreUnavailable
   */
  set<T>(userId: UserId, bytes: Uint8Array, publish: (address: string | undefined) => Promise<T>): Promise<T> {
    return this.mutex.run(userId, async () => {
      const shown = createHash('sha256').update(bytes).digest('hex') as BlobHash; // the brand stands for a digest in lower-case hex
      await this.change(userId, (stored) => ({ ...stored, held: [...new Set([...stored.held, shown])] }));
      await this.blobs.put(bytes, referenceOf(userId));
      await this.change(userId, (stored) => ({ held: [...new Set([...stored.held, shown])], shown }));
      const published = await this.publish(userId, publish);
      await this.letGo(userId);
      return published;
    });
  }

  /**
   * Removes a user's profile image and all earlier ones. Idempotent.
   * @param publish as in `set`
   * @returns the result of `publish`
   * @throws StoreUnavailable
   */
  remove<T>(userId: UserId, publish: (address: string | undefined) => Promise<T>): Promise<T> {
    return this.mutex.run(userId, async () => {
      // The image is deleted after the reference to it. A crash in between leaves bytes that the next change or the end
      // of the account deletes.
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

  /**
   * A user's profile image; undefined without one (initials are shown instead).
   * @throws StoreUnavailable
   */
  async of(userId: UserId): Promise<AsyncIterable<Uint8Array> | undefined> {
    const shown = (await this.avatars.get(userId))?.document.shown;
    return shown && this.blobs.read(shown);
  }

  /**
   * A user's profile image by the name in its URL; undefined for any other name.
   * @throws StoreUnavailable
   */
  async read(userId: UserId, name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const shown = (await this.avatars.get(userId))?.document.shown;
    return shown !== undefined && addressOf(shown) === `${ADDRESS}${name}` ? this.blobs.read(shown) : undefined;
  }

  /**
   * Publishes until the published image is still the current one afterwards. It writes no document, so there is no
   * conflict to retry (adr/0070).
   */
  private async publish<T>(userId: UserId, publish: (address: string | undefined) => Promise<T>): Promise<T> {
    for (;;) {
      const shown = (await this.avatars.get(userId))?.document.shown;
      const published = await publish(shown && addressOf(shown));
      if ((await this.avatars.get(userId))?.document.shown === shown) return published;
    }
  }

  /** Deletes all images except the current one. */
  private async letGo(userId: UserId): Promise<void> {
    for (const one of (await this.avatars.get(userId))?.document.held ?? []) {
      // Read again each time, because another process may have made it current.
      if ((await this.avatars.get(userId))?.document.shown === one) continue;
      // The list entry is removed last, so that a crash leaves no untracked bytes.
      await this.blobs.removeReference(one, referenceOf(userId));
      await this.change(userId, (stored) =>
        stored.shown === one ? stored : { ...stored, held: stored.held.filter((other) => other !== one) },
      );
    }
  }

  private async change(userId: UserId, change: (stored: AvatarDocument) => AvatarDocument): Promise<void> {
    await upsert(this.avatars, userId, (stored = { held: [] }) => ({ document: change(stored) }));
  }
}
