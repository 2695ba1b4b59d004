export interface Emitter<Values extends readonly unknown[]> {
  readonly emit: (...values: Values) => void;
  /** Calls the listener at each later `emit`. @returns the unsubscribe function */
  readonly subscribe: (listener: (...values: Values) => void) => () => void;
}

/**
 * Notifies subscribers in the order of subscription. They may subscribe and unsubscribe during an `emit`: a removed
 * listener is not called any more, a new one only from the next `emit` on.
 */
export function createEmitter<Values extends readonly unknown[] = []>(): Emitter<Values> {
  // One object per subscription, so that the same function can subscribe twice and each subscription ends separately.
  const subscriptions = new Set<{ readonly listener: (...values: Values) => void }>();
  return {
    emit: (...values) => {
      for (const subscription of [...subscriptions])
        if (subscriptions.has(subscription)) subscription.listener(...values);
    },
    subscribe: (listener) => {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
  };
}
