import { createHmac } from 'node:crypto';
import { HOUSE_USER } from '../../identity/accounts/special-users.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Party } from './publication.js';

/** The owner of the posts of the house. It is no person, has no document, and nobody can sign in as it. */
export const HOUSE = HOUSE_USER as UserId; // a special user's id is one
/** Its public name. */
export const HOUSE_NAME = 'Kinora';

/** The author of a published work. */
export interface Author {
  /** See `Authors.idOf`. */
  readonly id: string;
  /** The user's public name; null if they chose none. */
  readonly name: string | null;
}

/** Public ids in memory: a page of Explore names many authors. */
const KEPT_IDS = 20_000;

/** Looks up authors of published works. */
export class Authors {
  private readonly ids = new Map<UserId, string>();

  constructor(
    private readonly deps: {
      /** Key for public ids; the same in all processes. */
      readonly key: Buffer;
      /** Public names of those users who are here; null for one who chose none. */
      readonly namesOf: (ids: readonly UserId[]) => Promise<ReadonlyMap<UserId, string | null>>;
      /** Those whom moderators have banned from publishing: others see none of their works. */
      readonly bannedAmong: (ids: readonly UserId[]) => Promise<ReadonlySet<UserId>>;
    },
  ) {}

  /**
   * Public id of an author: 32 hexadecimal digits of an HMAC-SHA-256 of the user's id. Without the key nobody can
   * compute it for a user id known from elsewhere, such as a receipt.
   */
  idOf(user: UserId): string {
    const known = this.ids.get(user);
    if (known !== undefined) return known;
    const id = createHmac('sha256', this.deps.key).update(user).digest('hex').slice(0, 32);
    if (this.ids.size >= KEPT_IDS) this.ids.clear();
    this.ids.set(user, id);
    return id;
  }

  /**
   * @param by the caller's relation to the author's work: banned authors are shown to themselves and moderators only
   * @returns undefined for a user who has left, or who is banned
   */
  async find(user: UserId, by?: Party): Promise<Author | undefined> {
    return (await this.findAll([user], by)).get(user);
  }

  /** Several authors, each read once. */
  async findAll(ids: readonly UserId[], by?: Party): Promise<ReadonlyMap<UserId, Author | undefined>> {
    const unique = [...new Set(ids)];
    const isShown = by?.owner === true || by?.moderator === true;
    const [names, banned] = await Promise.all([
      this.deps.namesOf(unique),
      isShown ? new Set<UserId>() : this.deps.bannedAmong(unique),
    ]);
    return new Map(
      unique.map((user) => {
        const name = names.get(user);
        return [user, name === undefined || banned.has(user) ? undefined : { id: this.idOf(user), name }];
      }),
    );
  }
}
