/**
 * What was noted lately: of `maxEntries` at once, whatever was noted the longest ago makes room. For what is looked up again by a key that comes
 * from outside (a battle, a channel, a person), of which a process that runs for years meets ever more.
 */
export class BoundedMap<Key, T> extends Map<Key, T> {
  readonly maxEntries: number;

  constructor(most: number) {
    super();
    this.maxEntries = most;
  }

  override set(key: Key, value: T): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.maxEntries)
      for (const oldest of this.keys()) {
        this.delete(oldest);
        break;
      }
    return this;
  }
}
