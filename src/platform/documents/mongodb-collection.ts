import { randomUUID } from 'node:crypto';
import type { Collection as DriverCollection, Filter, UpdateFilter } from 'mongodb';
import { MongoBulkWriteError } from 'mongodb';
import { defined } from '../../kernel/defined.shared.js';
import { StoreUnavailable } from '../unavailable.js';
import { call, DUPLICATE_KEY, forEach } from './mongodb-calls.js';
import type { Outboxes } from './mongodb-outboxes.js';
import { matching, partsOf, pathOf } from './mongodb-query.js';
import type { OutboxFields, Stored } from './mongodb-stored.js';
import { bodyOf, documentOf, readStored, withMessages } from './mongodb-stored.js';
import type {
  CarriedDocument,
  Collection,
  CollectionDefinition,
  FindQuery,
  Json,
  OutboxMessage,
  Page,
  PositionsPage,
  PutOperation,
  PutResult,
  Scalar,
  Versioned,
} from './port.js';
import { assertIndexed, fieldValue, planQuery, type QueryPlan } from './query.js';

/** The target state of a document: a new body, or deletion. */
interface Change {
  readonly id: string;
  readonly expectedVersion: number;
  readonly body: { readonly d: unknown; readonly t?: string } | 'deleted';
  readonly outbox: readonly OutboxMessage[];
}

/** Concurrent writes of one call. */
const AT_ONCE = 16;
/** Every attempt conflicted with another writer. */
const ATTEMPTS = 100;
const CARRIED_AT_ONCE = 200;
/** Batch size of deletions, well within the time limit of a call. */
const CLEARED_AT_ONCE = 500;

export interface MongoCollectionParts {
  readonly documents: DriverCollection<Stored>;
  readonly outboxes: Outboxes;
  /** @throws StoreUnavailable once the store is closed */
  readonly assertOpen: () => void;
}

/** Writes documents of one collection, each in one atomic server operation that includes its messages. */
export class MongoWriter {
  private readonly documents: DriverCollection<Stored>;

  constructor(
    private readonly parts: MongoCollectionParts,
    private readonly definition: CollectionDefinition,
  ) {
    this.documents = parts.documents;
  }

  async get(id: string): Promise<Stored | undefined> {
    this.parts.assertOpen();
    const found = await call(() => this.documents.findOne({ _id: id }));
    return found === null ? undefined : readStored(found);
  }

  async put({ id, document, expectedVersion, outbox = [] }: PutOperation<unknown>): Promise<PutResult> {
    const change = { id, expectedVersion, body: bodyOf(document, this.definition), outbox };
    await this.prepare([change]);
    return this.announce([change], await this.write(change));
  }

  async delete(id: string, expectedVersion: number, outbox: readonly OutboxMessage[]): Promise<PutResult> {
    const change: Change = { id, expectedVersion, body: 'deleted', outbox };
    if (expectedVersion < 1) return 'conflict';
    await this.prepare([change]);
    return this.announce([change], await this.write(change));
  }

  /**
   * New documents are inserted in one bulk, which reports each result. Updates run one by one, because a bulk does not
   * report them individually.
   */
  async putMany(operations: readonly PutOperation<unknown>[]): Promise<readonly PutResult[]> {
    const changes = operations.map(({ id, document, expectedVersion, outbox = [] }): Change => ({
      id,
      expectedVersion,
      body: bodyOf(document, this.definition),
      outbox,
    }));
    await this.prepare(changes);
    const results = new Map<Change, PutResult>();
    for (const wave of wavesOf(changes)) {
      const inserted = await this.insertMany(wave.filter(({ expectedVersion }) => expectedVersion === 0));
      for (const change of inserted) results.set(change, 'written');
      const others = wave.filter((change) => !inserted.has(change));
      const written = await forEach(others, AT_ONCE, (change) => this.write(change));
      for (const [index, change] of others.entries()) results.set(change, written[index] ?? 'conflict');
    }
    const posted = changes.filter((change) => results.get(change) === 'written');
    this.announce(posted, 'written');
    return changes.map((change) => results.get(change) ?? 'conflict');
  }

  /** Imports documents with their versions, replacing existing ones. @throws StoreUnavailable */
  async carryIn(carried: readonly CarriedDocument[]): Promise<void> {
    this.parts.assertOpen();
    if (carried.some(({ outbox }) => outbox.length > 0)) await this.parts.outboxes.register(this.definition.name);
    const fresh = carried.filter(({ document, outbox }) => document !== undefined || outbox.length > 0);
    for (const wave of wavesOf(fresh)) {
      const stored = new Map(wave.map((one) => [this.carried(one, {}), one] as const));
      const inserted = await this.insertStored([...stored.keys()]);
      const others = [...stored].flatMap(([document, one]) => (inserted.has(document) ? [] : [one]));
      await forEach(others, AT_ONCE, (one) =>
        this.attempts(async () => ((await this.carryOver(one)) ? 'written' : undefined)),
      );
    }
    if (fresh.some(({ outbox }) => outbox.length > 0)) this.parts.outboxes.notify();
  }

  /** Deletes every document; those with unsettled messages become tombstones. @throws StoreUnavailable */
  async clear(): Promise<void> {
    const silent: Filter<Stored> = { q: { $exists: false } };
    for (let last: string | undefined; ;) {
      const filter: Filter<Stored> = last === undefined ? silent : { $and: [silent, { _id: { $gt: last } }] };
      const page = await call(() =>
        this.documents
          .find(filter, { projection: { _id: 1 } })
          .sort({ _id: 1 })
          .limit(CLEARED_AT_ONCE)
          .toArray(),
      );
      last = page.at(-1)?._id;
      if (last === undefined) break;
      const ids = page.map(({ _id }) => _id);
      await call(() => this.documents.deleteMany({ _id: { $in: ids }, ...silent }));
    }
    const holders = await call(() => this.documents.find({ v: { $gt: 0 } }, { projection: { _id: 1 } }).toArray());
    await forEach(holders, AT_ONCE, ({ _id }) =>
      this.attempts(async () => {
        const found = await this.get(_id);
        if (found === undefined || found.v === 0) return 'written';
        return this.remove({ id: _id, expectedVersion: found.v, body: 'deleted', outbox: [] });
      }),
    );
  }

  /** A page of all documents including tombstones, by id. */
  async carryOut(after: string | undefined): Promise<readonly CarriedDocument[]> {
    this.parts.assertOpen();
    const filter: Filter<Stored> = after === undefined ? {} : { _id: { $gt: after } };
    const found = await call(() => this.documents.find(filter).sort({ _id: 1 }).limit(CARRIED_AT_ONCE).toArray());
    return found.map(readStored).map((stored) => {
      // Stored by this adapter from JSON: `bodyOf`.
      const document = documentOf(stored) as Json | undefined;
      return {
        id: stored._id,
        version: stored.v,
        ...defined({ document }),
        outbox: this.parts.outboxes.messagesOf(stored),
      };
    });
  }

  private async prepare(changes: readonly Change[]): Promise<void> {
    this.parts.assertOpen();
    if (changes.some(({ outbox }) => outbox.length > 0)) await this.parts.outboxes.register(this.definition.name);
  }

  private announce(changes: readonly Change[], result: PutResult): PutResult {
    if (result === 'written' && changes.some(({ outbox }) => outbox.length > 0)) this.parts.outboxes.notify();
    return result;
  }

  private write(change: Change): Promise<PutResult> {
    if (change.expectedVersion === 0) return this.attempts(() => this.create(change));
    if (change.outbox.length > 0) return this.attempts(() => this.changeWithMessages(change));
    return change.body === 'deleted'
      ? this.attempts(() => this.remove(change))
      : this.change(change.id, change.expectedVersion, change.body);
  }

  /**
   * Has its own retry loop below the port: conflicts come from settling messages, which does not change the version
   * (adr/0070).
   */
  private async attempts<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
    for (let nth = 0; nth < ATTEMPTS; nth += 1) {
      const result = await attempt();
      if (result !== undefined) return result;
    }
    throw new StoreUnavailable(
      'documents',
      'failed',
      `other writers keep changing the same document of ${this.definition.name}`,
    );
  }

  private async change(
    id: string,
    expectedVersion: number,
    body: Exclude<Change['body'], 'deleted'>,
  ): Promise<PutResult> {
    const update = updateTo({ v: expectedVersion + 1, w: randomUUID(), ...body }, body.t === undefined ? ['t'] : []);
    const { matchedCount } = await call(() => this.documents.updateOne({ _id: id, v: expectedVersion }, update));
    return matchedCount === 1 ? 'written' : 'conflict';
  }

  /** @returns undefined after a conflict */
  private async create(change: Change): Promise<PutResult | undefined> {
    if ((await this.insertMany([change])).has(change)) return 'written';
    const found = await this.get(change.id);
    if (found === undefined) return undefined;
    return found.v > 0 ? 'conflict' : this.replace(found, change);
  }

  /** @returns undefined after a conflict */
  private async changeWithMessages(change: Change): Promise<PutResult | undefined> {
    const found = await this.get(change.id);
    return found?.v === change.expectedVersion ? this.replace(found, change) : 'conflict';
  }

  /** @returns undefined after a conflict */
  private async remove({ id, expectedVersion }: Change): Promise<PutResult | undefined> {
    const { deletedCount } = await call(() =>
      this.documents.deleteOne({ _id: id, v: expectedVersion, q: { $exists: false } }),
    );
    if (deletedCount === 1) return 'written';
    const found = await this.get(id);
    if (found?.v !== expectedVersion) return 'conflict';
    return found.o === undefined
      ? undefined
      : this.replace(found, { id, expectedVersion, body: 'deleted', outbox: [] });
  }

  private async replace(found: Stored, { body, outbox }: Change): Promise<PutResult | undefined> {
    const messages = withMessages(found, outbox, this.parts.outboxes.number);
    const document = body === 'deleted' ? { v: 0 } : { v: found.v + 1, ...body };
    const absent = (['d', 't', 'o', 'q', 'l'] as const).filter((field) => !(field in document) && !(field in messages));
    const update = updateTo({ ...document, ...messages, w: randomUUID() }, absent);
    const { matchedCount } = await call(() => this.documents.updateOne({ _id: found._id, w: found.w }, update));
    return matchedCount === 1 ? 'written' : undefined;
  }

  private async insertMany(changes: readonly Change[]): Promise<ReadonlySet<Change>> {
    const stored = new Map<Stored, Change>();
    for (const change of changes) {
      if (change.body === 'deleted') continue;
      stored.set(
        {
          _id: change.id,
          v: 1,
          w: randomUUID(),
          ...change.body,
          ...withMessages({}, change.outbox, this.parts.outboxes.number),
        },
        change,
      );
    }
    const inserted = await this.insertStored([...stored.keys()]);
    return new Set([...stored].flatMap(([document, change]) => (inserted.has(document) ? [change] : [])));
  }

  /** @returns the inserted documents; the others conflicted with an existing id */
  private async insertStored(documents: readonly Stored[]): Promise<ReadonlySet<Stored>> {
    if (documents.length === 0) return new Set();
    const refused = await call(async () => {
      try {
        await this.documents.insertMany(documents, { ordered: false });
        return new Set<number>();
      } catch (error) {
        const indexes = refusedAsDuplicates(error);
        if (indexes === undefined) throw error;
        return indexes;
      }
    });
    return new Set(documents.filter((_, index) => !refused.has(index)));
  }

  private carried({ id, version, document, outbox }: CarriedDocument, found: OutboxFields): Stored {
    const messages = withMessages(found, outbox, this.parts.outboxes.number);
    return document === undefined
      ? { _id: id, v: 0, w: randomUUID(), ...messages }
      : { _id: id, v: version, w: randomUUID(), ...bodyOf(document, this.definition), ...messages };
  }

  private async carryOver(one: CarriedDocument): Promise<boolean> {
    const found = await this.get(one.id);
    if (found === undefined) return (await this.insertStored([this.carried(one, {})])).size === 1;
    const { _id, ...carried } = this.carried(one, found);
    // A change of messages alone leaves the document as it is.
    const document =
      one.document === undefined
        ? { v: found.v, ...('d' in found ? { d: found.d } : {}), ...defined({ t: found.t }) }
        : {};
    const { matchedCount } = await call(() =>
      this.documents.replaceOne({ _id, w: found.w }, { ...carried, ...document }),
    );
    return matchedCount === 1;
  }
}

/** A collection in MongoDB. */
export class MongoCollection<T> implements Collection<T> {
  readonly name: string;
  private readonly writer: MongoWriter;

  constructor(
    private readonly parts: MongoCollectionParts,
    private readonly definition: CollectionDefinition,
    private readonly decode: (stored: unknown) => T,
  ) {
    this.name = definition.name;
    this.writer = new MongoWriter(parts, definition);
  }

  async get(id: string): Promise<Versioned<T> | undefined> {
    const found = await this.writer.get(id);
    return found === undefined || found.v === 0 ? undefined : this.read(found);
  }

  async getMany(ids: readonly string[]): Promise<readonly Versioned<T>[]> {
    this.parts.assertOpen();
    if (ids.length === 0) return [];
    const rows = await call(() => this.parts.documents.find({ _id: { $in: [...new Set(ids)] } }).toArray());
    const found = new Map(rows.map(readStored).map((stored) => [stored._id, stored]));
    return ids.flatMap((id) => {
      const stored = found.get(id);
      // Decoded per caller, so that results are not shared.
      return stored === undefined || stored.v === 0 ? [] : [this.read(structuredClone(stored))];
    });
  }

  async versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    this.parts.assertOpen();
    if (ids.length === 0) return new Map();
    const { documents } = this.parts;
    const query = { _id: { $in: [...new Set(ids)] }, v: { $gt: 0 } };
    const rows = await call(() => documents.find(query, { projection: { v: 1, w: 1 } }).toArray());
    return new Map(rows.map(readStored).map(({ _id, v }) => [_id, v]));
  }

  put(operation: PutOperation<T>): Promise<PutResult> {
    return this.writer.put(operation);
  }

  putMany(operations: readonly PutOperation<T>[]): Promise<readonly PutResult[]> {
    return this.writer.putMany(operations);
  }

  delete(id: string, expectedVersion: number, outbox: readonly OutboxMessage[] = []): Promise<PutResult> {
    return this.writer.delete(id, expectedVersion, outbox);
  }

  async find(query: FindQuery): Promise<Page<T>> {
    this.parts.assertOpen();
    const plan = planQuery(this.definition, query);
    const { rows, next } = await this.page(plan);
    return { items: rows.map((row) => this.read(row)), ...defined({ next }) };
  }

  async findPositions(query: FindQuery): Promise<PositionsPage> {
    this.parts.assertOpen();
    const plan = planQuery(this.definition, query);
    const { orderField, terms } = plan;
    const order = orderField === undefined ? undefined : ({ [pathOf(orderField)]: 1 } as const);
    const { rows, next } = await this.page(plan, { v: 1, w: 1, ...order });
    const valueOf = (row: Stored): Scalar =>
      orderField === undefined || terms !== undefined ? null : fieldValue(documentOf(row), orderField);
    return { items: rows.map((row) => ({ id: row._id, value: valueOf(row) })), ...defined({ next }) };
  }

  /** @param projection default: the whole document. The order field is never stored in the text alone. */
  private async page(
    plan: QueryPlan,
    projection: Readonly<Record<string, 1>> = {},
  ): Promise<{ readonly rows: readonly Stored[]; readonly next?: string }> {
    const found: Stored[] = [];
    for (const { filter, sort } of partsOf(plan)) {
      // One extra document shows whether another page exists.
      const left = plan.limit + 1 - found.length;
      const query = (): Promise<Stored[]> =>
        this.parts.documents.find(filter, { projection }).sort(sort).limit(left).toArray();
      if (left > 0) found.push(...(await call(query)).map(readStored));
    }
    const rows = found.slice(0, plan.limit);
    const last = rows.at(-1);
    if (last === undefined || found.length <= plan.limit) return { rows };
    const value = plan.orderField === undefined ? null : fieldValue(documentOf(last), plan.orderField);
    return { rows, next: plan.cursor({ value, id: last._id }) };
  }

  async count(where: Readonly<Record<string, Scalar>> = {}): Promise<number> {
    this.parts.assertOpen();
    assertIndexed(this.definition, Object.keys(where));
    return call(() => this.parts.documents.countDocuments(matching(Object.entries(where))));
  }

  private read(stored: Stored): Versioned<T> {
    return { id: stored._id, version: stored.v, document: this.decode(documentOf(stored)) };
  }
}

/** Splits operations into ordered waves without two operations on the same document. */
function wavesOf<Operation extends { readonly id: string }>(
  operations: readonly Operation[],
): readonly (readonly Operation[])[] {
  const waves: Operation[][] = [];
  const seen = new Map<string, number>();
  for (const operation of operations) {
    const nth = seen.get(operation.id) ?? 0;
    seen.set(operation.id, nth + 1);
    (waves[nth] ??= []).push(operation);
  }
  return waves;
}

function updateTo(set: Partial<Stored>, unset: readonly ('d' | 't' | 'o' | 'q' | 'l')[]): UpdateFilter<Stored> {
  return unset.length === 0
    ? { $set: set }
    : { $set: set, $unset: Object.fromEntries(unset.map((field) => [field, ''])) };
}

/** Indexes of a bulk that failed because of an existing id; undefined when there was any other failure. */
function refusedAsDuplicates(error: unknown): ReadonlySet<number> | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const errors = [error.writeErrors].flat();
  const others = error.result.getWriteConcernError() !== undefined || errors.some(({ code }) => code !== DUPLICATE_KEY);
  return others || errors.length === 0 ? undefined : new Set(errors.map(({ index }) => index));
}
