interface Dated {
  readonly id: string;
  readonly publishedAt: number;
}

/** Entries read of each author at first. Of most authors none is among the newest. */
const FIRST = 4;

const newestFirst = (a: Dated, b: Dated): number => b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1);

/**
 * The newest entries of several authors. Each has few read at first; more are read only of an author whose entries are
 * all among the newest ones.
 * @param read an author's newest entries, newest first
 * @returns newest first; at least `count` of them, all if there are fewer
 */
export async function newestOf<T extends Dated>(
  authors: readonly string[],
  count: number,
  read: (author: string, limit: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const first = Math.min(FIRST, count);
  const found = await Promise.all(authors.map((author) => read(author, first)));
  const limit =
    found
      .flat()
      .sort(newestFirst)
      .at(count - 1)?.publishedAt ?? Number.NEGATIVE_INFINITY;
  const all = await Promise.all(
    found.map(async (entries, at) => {
      const [author, last] = [authors[at], entries.at(-1)];
      const isCut = entries.length === first && first < count && last !== undefined;
      return author !== undefined && isCut && last.publishedAt >= limit ? read(author, count) : entries;
    }),
  );
  return all.flat().sort(newestFirst);
}
