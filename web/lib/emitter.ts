export interface Emitter<Values extends readonly unknown[]> {
  readonly emit: (...values: Values) => void;
  /** Calls back at each `emit` from now on. @returns what stops it */
  readonly subscribe: (listener: (...values: Values) => void) => () => void;
}

/**
 * Calls subscribers back, in the order in which they subscribed. They may subscribe and unsubscribe meanwhile: whoever
 * unsubscribes is not called any more, and whoever subscribes is called from the next `emit` on.
 */
export function createEmitter<Values extends readonly unknown[] = []>(): Emitter<Values> {
  // An object for each subscription: the same function may subscribe twice, and each subscription ends by itself.
  const subscriptions = new Set<{ readonly listener: (...values: Values) => void }>();
  return {
    emit: (...values) => {
      for (const subscription of [...subscriptions]) if (subscriptions.has(subscription)) subscription.listener(...values);
    },
    subscribe: (listener) => {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
  };
}
