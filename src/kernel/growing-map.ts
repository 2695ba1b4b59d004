/** What the versions of one history share: where each key stands, and the values in the order in which they came. */
interface Shared<K, V> {
  readonly places: Map<K, number>;
  readonly values: V[];
}

/**
 * A map to which entries are only added. It never changes: `add` answers another one. The versions of one history share their
 * entries and each sees so many of them, so that reading and extending the newest costs what a `Map` costs and no version holds on
 * to another. Extending an older version, or giving a key another value, copies what the version sees.
 */
export class GrowingMap<K, V> {
  private constructor(
    private readonly shared: Shared<K, V>,
    /** How many entries this version sees. */
    readonly size: number,
  ) {}

  /** A map with these entries; of a key that comes twice the last. */
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
    const { shared: { places, values }, size } = this;
    // The empty map is where many histories begin: each gets entries of its own.
    if (size === 0) return GrowingMap.of([[key, value]]);
    if (values.length > size || places.has(key)) return GrowingMap.of([...this.entries(), [key, value]]);
    places.set(key, size);
    values.push(value);
    return new GrowingMap(this.shared, size + 1);
  }

  /** The values in the order in which their keys came first. */
  values(): readonly V[] {
    return this.shared.values.slice(0, this.size);
  }

  private *entries(): Generator<readonly [K, V]> {
    const { places, values } = this.shared;
    for (const [key, place] of places) {
      // A `Map` keeps the order in which keys came, which is that of their places.
      if (place >= this.size) return;
      yield [key, values[place] as V]; // there is a value at every place
    }
  }
}
