interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
}

/** Maps up to this size are copied with every change. */
const FEW = 8;

/**
 * An immutable map: `set` and `delete` return a new version. Reading and extending the newest version costs the same as
 * for a `Map`; an older version costs one step per version since. Small maps are copied lists, which retain nothing of
 * later versions. Values may not be undefined.
 */
export class PersistentMap<K, V> {
  private constructor(
    private readonly few: readonly Entry<K, V>[] | undefined,
    private readonly many: Version<K, V> | undefined,
  ) {}

  /** A map with these entries; the last one wins for a repeated key. */
  static of<K, V>(entries: Iterable<readonly [K, V]> = []): PersistentMap<K, V> {
    const map = new Map(entries);
    return map.size > FEW ? new PersistentMap(undefined, new Version(map)) : PersistentMap.listed(map);
  }

  private static listed<K, V>(map: ReadonlyMap<K, V>): PersistentMap<K, V> {
    return new PersistentMap<K, V>(
      [...map].map(([key, value]) => ({ key, value })),
      undefined,
    );
  }

  get size(): number {
    return this.few?.length ?? this.many?.whole().size ?? 0;
  }

  get(key: K): V | undefined {
    const { few } = this;
    if (few === undefined) return this.many?.whole().get(key);
    for (let index = 0; index < few.length; index += 1) if (few[index]?.key === key) return few[index]?.value;
    return undefined;
  }

  set(key: K, value: V): PersistentMap<K, V> {
    const { few, many } = this;
    if (many !== undefined) return new PersistentMap<K, V>(undefined, many.step(key, value));
    const others = few?.filter((entry) => entry.key !== key) ?? [];
    if (others.length === FEW)
      return new PersistentMap<K, V>(undefined, new Version(new Map([...this.entries(), [key, value]])));
    others.push({ key, value });
    return new PersistentMap<K, V>(others, undefined);
  }

  delete(key: K): PersistentMap<K, V> {
    if (this.get(key) === undefined) return this;
    const { few, many } = this;
    if (many === undefined) return new PersistentMap<K, V>(few?.filter((entry) => entry.key !== key) ?? [], undefined);
    const later = many.step(key, undefined);
    return later.whole().size > FEW / 2
      ? new PersistentMap<K, V>(undefined, later)
      : PersistentMap.listed(later.whole());
  }

  /** Keys and values in unspecified order. */
  entries(): readonly (readonly [K, V])[] {
    return this.few?.map(({ key, value }) => [key, value] as const) ?? [...(this.many?.whole() ?? [])];
  }

  /** The values in unspecified order. */
  values(): readonly V[] {
    return this.few?.map(({ value }) => value) ?? [...(this.many?.whole().values() ?? [])];
  }
}

/**
 * One version of a large map (Baker, "Shallow binding makes functional arrays fast", 1991): one version owns the `Map`,
 * and each other stores one difference to its neighbour.
 */
class Version<K, V> {
  private later: Version<K, V> | undefined;
  private key: K | undefined;
  private value: V | undefined;

  /** Only the owner has `map`; any other version has `later`, before which `key` had `value`. */
  constructor(private map: Map<K, V> | undefined) {}

  /** The next version, in which the key has that value, or none. */
  step(key: K, value: V | undefined): Version<K, V> {
    const map = this.whole();
    const later = new Version<K, V>(map);
    this.rebase(later, key, map.get(key));
    write(map, key, value);
    return later;
  }

  private rebase(later: Version<K, V>, key: K, value: V | undefined): void {
    this.map = undefined;
    this.later = later;
    this.key = key;
    this.value = value;
  }

  /** Moves the map to this version by reversing the differences on the path to the owner. */
  whole(): Map<K, V> {
    if (this.map !== undefined) return this.map;
    const path: Version<K, V>[] = [this];
    let owner = this.later;
    while (owner !== undefined && owner.map === undefined) {
      path.push(owner);
      owner = owner.later;
    }
    const map = owner?.map ?? new Map<K, V>();
    for (const older of path.reverse()) {
      const { key, value, later } = older;
      // Safe: `rebase` sets all three fields of a version without the map at once.
      if (later !== undefined) later.rebase(older, key as K, map.get(key as K));
      write(map, key as K, value);
      older.map = map;
      older.later = undefined;
    }
    return map;
  }
}

function write<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
