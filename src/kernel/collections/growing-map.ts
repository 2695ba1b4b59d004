/** Storage shared by all versions of one history: the index of each key, and the values in insertion order. */
interface Shared<K, V> {
  readonly places: Map<K, number>;
  readonly values: V[];
}

/**
 * An immutable, append-only map: `add` returns a new version. Versions share their entries, and each sees a prefix of
 * them, so that reading and extending the newest costs the same as for a `Map`, and no version retains another.
 * Extending an older version or replacing a value copies the visible entries.
 */
export class GrowingMap<K, V> {
  private constructor(
    private readonly shared: Shared<K, V>,
    /** Number of entries visible to this version. */
    readonly size: number,
  ) {}

  /** A map with these entries; the last one wins for a repeated key. */
  static of<K, V>(entries: Iterable<readonly [K, V]> = []): GrowingMap<K, V> {
    const places = new Map<K, number>();
    const values: V[] = [];
    for (const [key, value] of entries) {
      const place = places.get(key) ?? values.length;
      places.set(key, place);
      values[place] = value;
    }
    return new GrowingMap({ places, values }, values.length);
  }

  get(key: K): V | undefined {
    const place = this.shared.places.get(key);
    return place !== undefined && place < this.size ? this.shared.values[place] : undefined;
  }

  add(key: K, value: V): GrowingMap<K, V> {
    const {
      shared: { places, values },
      size,
    } = this;
    // Many histories start from the empty map: each gets its own storage.
    if (size === 0) return GrowingMap.of([[key, value]]);
    if (values.length > size || places.has(key)) return GrowingMap.of([...this.entries(), [key, value]]);
    places.set(key, size);
    values.push(value);
    return new GrowingMap(this.shared, size + 1);
  }

  /** The values in the order in which their keys were added. */
  values(): readonly V[] {
    return this.shared.values.slice(0, this.size);
  }

  private *entries(): Generator<readonly [K, V]> {
    const { places, values } = this.shared;
    for (const [key, place] of places) {
      // A `Map` keeps insertion order, which equals the order of the indexes.
      if (place >= this.size) return;
      yield [key, values[place] as V]; // there is a value at every place
    }
  }
}
