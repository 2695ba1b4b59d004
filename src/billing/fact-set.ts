import { canonicalJson } from '../kernel/event-sourcing/canonical.js';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import { err, ok, type Result } from '../kernel/result.js';

/**
 * Facts reported by a gateway, in any order and any number of times. Subscriptions and purchases are sets of facts
 * (adr/0033, adr/0034). Pure.
 */

/** The parts of a fact that the set needs. Times are milliseconds since the epoch. */
interface AnyFact {
  readonly type: string;
  readonly data: { readonly factId: string; readonly occurredAt: number; readonly sequence?: number | undefined };
}

/** How one kind of stream identifies and records its facts. */
export interface FactRules<Fact extends AnyFact, Reported> {
  /**
   * Natural key of a fact that can happen only once (an invoice is paid once). A gateway may report it again under
   * another id.
   */
  readonly naturalKey: (fact: Fact | Reported) => string | undefined;
  /** The data as the gateway reported it, without what was added from the catalogue. */
  readonly reported: (fact: Fact | Reported) => AnyFact['data'];
  /**
   * The fact to record. A repeated payment keeps what was recorded first. The error is the field with an unknown price.
   */
  readonly record: (fact: Reported, known: ReadonlyMap<string, Fact>) => Result<Fact, string>;
}

const mismatch = (id: string): Result<never, ProductError> => err(productError('IDEMPOTENCY_MISMATCH', { id }));

/**
 * The facts of a report that are not recorded yet.
 * @param known the facts of the stream, in any order
 * @returns IDEMPOTENCY_MISMATCH {id} for a fact that contradicts a known one, VALIDATION_ERROR {field} for an unknown
 * price
 */
export function freshFacts<Fact extends AnyFact, Reported extends AnyFact>(
  rules: FactRules<Fact, Reported>,
  known: readonly Fact[],
  reports: readonly Reported[],
): Result<readonly Fact[], ProductError> {
  const keysOf = (fact: Fact | Reported): readonly string[] => {
    const natural = rules.naturalKey(fact);
    return [`fact ${fact.data.factId}`, ...(natural === undefined ? [] : [natural])];
  };
  // The same id requires identical content; the same natural key allows other report metadata.
  const contentOf = (key: string, fact: Fact | Reported): string => {
    const data = rules.reported(fact);
    if (key.startsWith('fact ')) return canonicalJson({ type: fact.type, data });
    const { factId: _factId, occurredAt: _occurredAt, sequence: _sequence, ...rest } = data;
    return canonicalJson({ type: fact.type, data: rest });
  };
  const byKey = new Map(known.flatMap((fact) => keysOf(fact).map((key) => [key, fact])));
  const fresh: Fact[] = [];
  for (const report of reports) {
    const keys = keysOf(report);
    const contradicted = keys.find((key) => {
      const before = byKey.get(key);
      return before !== undefined && contentOf(key, before) !== contentOf(key, report);
    });
    if (contradicted !== undefined) return mismatch(contradicted);
    if (byKey.has(`fact ${report.data.factId}`)) continue;
    const recorded = rules.record(report, byKey);
    if (!recorded.ok) return err(productError('VALIDATION_ERROR', { field: recorded.error }));
    for (const key of keys) byKey.set(key, recorded.value);
    fresh.push(recorded.value);
  }
  return ok(fresh);
}

/** IDEMPOTENCY_MISMATCH when a stream is reported for a different owner than the one it was opened for. */
export const sameOwner = (before: object | undefined, owner: object): Result<void, ProductError> =>
  before === undefined || canonicalJson(before) === canonicalJson(owner) ? ok(undefined) : mismatch('owner');

/**
 * Order in which facts happened: by the gateway's time, its sequence number, fact type, id. Two different facts are
 * never equal.
 * @param rank order of fact types at the same moment without sequence numbers: beginnings before ends
 */
export const byOccurrence =
  <Fact extends AnyFact>(rank: Readonly<Record<Fact['type'], number>>) =>
  (a: Fact, b: Fact): number =>
    a.data.occurredAt - b.data.occurredAt ||
    (a.data.sequence ?? 0) - (b.data.sequence ?? 0) ||
    rank[a.type as Fact['type']] - rank[b.type as Fact['type']] || // the table has every type of the union
    (a.data.factId < b.data.factId ? -1 : a.data.factId === b.data.factId ? 0 : 1);
