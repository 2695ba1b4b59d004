import type { UserId } from '../../kernel/ids.js';

/** What a user goes by before others: null for whoever gave themselves no name. */
export interface Author {
  readonly name: string | null;
}

/** Who has made what is published. */
export class Authors {
  /** @param find undefined for whoever has left */
  constructor(readonly find: (id: UserId) => Promise<Author | undefined>) {}
}
