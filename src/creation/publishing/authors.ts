import type { UserId } from '../../kernel/ids.js';

/** A user's public name; null if they chose none. */
export interface Author {
  readonly name: string | null;
}

/** Looks up authors of published works. */
export class Authors {
  /** @param find undefined for a user who has left */
  constructor(readonly find: (id: UserId) => Promise<Author | undefined>) {}
}
