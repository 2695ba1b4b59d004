import { derivedId, type UserId } from '../../kernel/ids.js';

/** A user's public name; null if they chose none. */
export interface Author {
  readonly name: string | null;
}

/** Looks up authors of published works. */
export class Authors {
  /** @param find undefined for a user who has left */
  constructor(readonly find: (id: UserId) => Promise<Author | undefined>) {}

  /** Several authors, each read once. */
  async findAll(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, Author | undefined>> {
    return new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await this.find(id)] as const)));
  }
}

/** Public id of an author. It is derived from the user's id and does not reveal it. */
export const authorIdOf = (user: UserId): string => derivedId('author', user);
