/** What a version of the map knows: all of it, or what was different before the version that came from it. */
type Place<K, V> =
  | { readonly kind: 'whole'; readonly map: Map<K, V> }
  | { readonly kind: 'before'; readonly key: K; readonly value: V | undefined; readonly later: PersistentMap<K, V> };

/**
 * A map that never changes: `set` and `delete` answer another one. Reading and extending the newest version costs what a
 * `Map` costs, however large it is; an older version costs as many steps as it lies back (Baker, "Shallow binding makes
 * functional arrays fast", 1991). Values may not be undefined.
 */
export class PersistentMap<K, V> {
  private constructor(private place: Place<K, V>) {}

  /** A map with these entries. */
  static of<K, V>(entries: Iterable<readonly [K, V]> = []): PersistentMap<K, V> {
    return new PersistentMap<K, V>({ kind: 'whole', map: new Map(entries) });
  }

  get size(): number {
    return this.whole().size;
  }

  get(key: K): V | undefined {
    return this.whole().get(key);
  }

  set(key: K, value: V): PersistentMap<K, V> {
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
    // The empty version is where many histories begin: each gets a map of its own, or they would take turns with one.
    if (map.size === 0) return value === undefined ? this : PersistentMap.of([[key, value]]);
    const before = map.get(key);
    write(map, key, value);
    const later = new PersistentMap<K, V>({ kind: 'whole', map });
    this.place = { kind: 'before', key, value: before, later };
    return later;
  }

  /** Brings this version to the front: the versions between it and the newest turn their differences round. */
  private whole(): Map<K, V> {
    if (this.place.kind === 'whole') return this.place.map;
    const path: PersistentMap<K, V>[] = [this];
    let version = this.place.later;
    while (version.place.kind === 'before') {
      path.push(version);
      version = version.place.later;
    }
    const { map } = version.place;
    for (const older of path.reverse()) {
      if (older.place.kind !== 'before') continue;
      const { key, value, later } = older.place;
      later.place = { kind: 'before', key, value: map.get(key), later: older };
      write(map, key, value);
      older.place = { kind: 'whole', map };
    }
    return map;
  }
}

function write<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
