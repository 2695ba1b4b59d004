/**
 * A map that never changes: `set` and `delete` answer another one. Reading and extending the newest version costs what a
 * `Map` costs, however large it is; an older version costs as many steps as it lies back (Baker, "Shallow binding makes
 * functional arrays fast", 1991): only one version owns the `Map`, the others know one difference to their neighbour.
 * Values may not be undefined.
 */
export class PersistentMap<K, V> {
  /** The version that owns the map is the only one with `map`; any other has `later`, before which `key` was `value`. */
  private constructor(
    private map: Map<K, V> | undefined,
    private later: PersistentMap<K, V> | undefined = undefined,
    private key: K | undefined = undefined,
    private value: V | undefined = undefined,
    private readonly isShared = false,
  ) {}

  /** A map with these entries. */
  static of<K, V>(entries: Iterable<readonly [K, V]> = []): PersistentMap<K, V> {
    const map = new Map(entries);
    // The empty map is where many histories begin: each gets a map of its own, or they would take turns with one.
    return new PersistentMap<K, V>(map, undefined, undefined, undefined, map.size === 0);
  }

  get size(): number {
    return this.whole().size;
  }

  get(key: K): V | undefined {
    return this.whole().get(key);
  }

  set(key: K, value: V): PersistentMap<K, V> {
    if (this.isShared) return new PersistentMap<K, V>(new Map([[key, value]]));
    return this.step(key, value);
  }

  delete(key: K): PersistentMap<K, V> {
    return this.get(key) === undefined ? this : this.step(key, undefined);
  }

  /** Keys and values, in no order that may be relied on. */
  entries(): readonly (readonly [K, V])[] {
    return [...this.whole()];
  }

  /** The values, in no order that may be relied on. */
  values(): readonly V[] {
    return [...this.whole().values()];
  }

  private step(key: K, value: V | undefined): PersistentMap<K, V> {
    const map = this.whole();
    const later = new PersistentMap<K, V>(map);
    this.handOver(later, key, map.get(key));
    write(map, key, value);
    return later;
  }

  private handOver(later: PersistentMap<K, V>, key: K, value: V | undefined): void {
    this.map = undefined;
    this.later = later;
    this.key = key;
    this.value = value;
  }

  /** Brings the map to this version: the versions between it and the owner turn their differences round. */
  private whole(): Map<K, V> {
    if (this.map !== undefined) return this.map;
    const path: PersistentMap<K, V>[] = [this];
    let owner = this.later;
    while (owner !== undefined && owner.map === undefined) {
      path.push(owner);
      owner = owner.later;
    }
    const map = owner?.map ?? new Map<K, V>();
    for (const older of path.reverse()) {
      const { key, value, later } = older;
      // A version without the map has a key and a later version: `handOver` gives all three at once.
      if (later !== undefined) later.handOver(older, key as K, map.get(key as K));
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
