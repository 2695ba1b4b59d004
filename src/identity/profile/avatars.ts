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
  private readonly mutex = new KeyedMutex<UserId>();

  constructor(
    private readonly avatars: Collection<AvatarDocument>,
    private readonly blobs: Pick<Blobs, 'put' | 'read' | 'removeReference'>,
  ) {}

  /**
   * Keeps a picture as the one that stands for a user.
   * @param bytes WebP, `AVATAR_SIDE` pixels square
   * @param tell writes its address where it is looked up. Within the turn, so that what is written last is what is shown; it is told
   *   of whichever picture is shown when it asks, which another process may have chosen meanwhile
   * @returns what `tell` gives. @throws StoreUnavailable; done again it is as good as once
   */
  set<T>(userId: UserId, bytes: Uint8Array, tell: (address: string | undefined) => Promise<T>): Promise<T> {
    return this.mutex.run(userId, async () => {
      const shown = createHash('sha256').update(bytes).digest('hex') as BlobHash; // a digest in lower-case hex is what the brand stands for
      await this.change(userId, (stored) => ({ ...stored, held: [...new Set([...stored.held, shown])] }));
      await this.blobs.put(bytes, referenceOf(userId));
      await this.change(userId, (stored) => ({ held: [...new Set([...stored.held, shown])], shown }));
      const told = await this.tell(userId, tell);
      await this.letGo(userId);
      return told;
    });
  }

  /**
   * Forgets the picture of a user, and every one that there was before. May be done again.
   * @param tell as in `set`
   * @returns what `tell` gives. @throws StoreUnavailable
   */
  remove<T>(userId: UserId, tell: (address: string | undefined) => Promise<T>): Promise<T> {
    return this.mutex.run(userId, async () => {
      // The picture goes after the name of it: a cut leaves bytes that the next change, or the end of the account, takes away.
      const told = await tell(undefined);
      if ((await this.avatars.get(userId)) === undefined) return told;
      await this.change(userId, ({ held }) => ({ held }));
      const toldAgain = await this.tell(userId, tell);
      await this.letGo(userId);
      const left = await this.avatars.get(userId);
      if (left !== undefined && left.document.held.length === 0) await this.avatars.delete(userId, left.version);
      return toldAgain;
    });
  }

  /** The picture that stands for a user; undefined for letters. @throws StoreUnavailable */
  async of(userId: UserId): Promise<AsyncIterable<Uint8Array> | undefined> {
    const shown = (await this.avatars.get(userId))?.document.shown;
    return shown && this.blobs.read(shown);
  }

  /** A user's own picture by the name in its address; undefined for any other. @throws StoreUnavailable */
  async read(userId: UserId, name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const shown = (await this.avatars.get(userId))?.document.shown;
    return shown !== undefined && addressOf(shown) === `${ADDRESS}${name}` ? this.blobs.read(shown) : undefined;
  }

  /** Tells until what it told is still so. It writes no document, so there is no conflict to retry (adr/0070). */
  private async tell<T>(userId: UserId, tell: (address: string | undefined) => Promise<T>): Promise<T> {
    for (;;) {
      const shown = (await this.avatars.get(userId))?.document.shown;
      const told = await tell(shown && addressOf(shown));
      if ((await this.avatars.get(userId))?.document.shown === shown) return told;
    }
  }

  /** Lets every picture go but the one that is shown. */
  private async letGo(userId: UserId): Promise<void> {
    for (const one of (await this.avatars.get(userId))?.document.held ?? []) {
      // Read anew each time: another process may show it by now.
      if ((await this.avatars.get(userId))?.document.shown === one) continue;
      // The name goes last, so that a cut leaves no bytes that nobody knows of.
      await this.blobs.removeReference(one, referenceOf(userId));
      await this.change(userId, (stored) => (stored.shown === one ? stored : { ...stored, held: stored.held.filter((other) => other !== one) }));
    }
  }

  private async change(userId: UserId, change: (stored: AvatarDocument) => AvatarDocument): Promise<void> {
    await upsert(this.avatars, userId, (stored = { held: [] }) => ({ document: change(stored) }));
  }
}
