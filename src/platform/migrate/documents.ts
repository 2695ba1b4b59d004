import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CarriedDocument, DocumentStore, Json } from '../documents/port.js';
import type { Position } from '../../kernel/event-sourcing/event.js';
import { PARKED_MESSAGES } from '../documents/relay.js';
import { CHECKPOINTS } from '../projections/checkpoints.js';
import { PARKED_STREAMS } from '../projections/parked.js';
import { isPolicy } from '../projections/policy-runner.js';
import { MARK_COLLECTION } from './mark.js';
import type { PositionMap } from './positions.js';
import type { Progress } from './progress.js';

const AT_ONCE = 100;
const SETTLED_AT_ONCE = 500;

export const LEASES_COLLECTION = 'leases';
/** Internal to a store or to running processes: neither copied nor cleared. */
const OWN: ReadonlySet<string> = new Set([
  MARK_COLLECTION.name,
  LEASES_COLLECTION,
  'blob_references_v1',
  'blob_sweeps_v1',
]);
/** Contain log positions of one store, which are translated to those of the other. */
export const TRANSLATED: ReadonlySet<string> = new Set([CHECKPOINTS.name, PARKED_STREAMS.name, PARKED_MESSAGES.name]);

const checkpoint = z.object({ position: z.int() });
const parkedStream = z.looseObject({ reader: z.string(), position: z.int(), eventId: z.string() });
const parkedMessage = z.looseObject({ sequence: z.int(), message: z.looseObject({ sequence: z.int() }) });
const json = z.json();

/** A store's collections by how they are migrated. */
export interface Collections {
  readonly carried: readonly string[];
  /** Projections, which are rebuilt from the log. */
  readonly rebuilt: readonly string[];
}

/** Number of documents and outbox messages, and one digest over all of them in order. */
export interface Contents {
  readonly documents: number;
  readonly messages: number;
  readonly digest: string;
}

/**
 * The collections of a store without its internal ones.
 * @throws StoreUnavailable
 */
export async function collectionsOf(documents: DocumentStore): Promise<readonly string[]> {
  return (await documents.collections()).filter((name) => !OWN.has(name));
}

/**
 * Classifies a source's collections. A projection is recognised by a checkpoint or parked stream with its name; one
 * without a checkpoint yet is known to the program.
 * @param projections names of collections that the program knows as projections
 * @throws StoreUnavailable
 */
export async function sortCollections(
  documents: DocumentStore,
  projections: readonly string[],
  noted: Noted,
): Promise<Collections> {
  const followers = new Set([
    ...projections,
    ...noted.checkpoints.map(({ id }) => id),
    ...noted.streams.map(({ document }) => document.reader),
  ]);
  const names = (await collectionsOf(documents)).filter((name) => !TRANSLATED.has(name));
  return {
    carried: names.filter((name) => !followers.has(name)),
    rebuilt: names.filter((name) => followers.has(name)),
  };
}

interface Read<T> extends Omit<CarriedDocument, 'document'> {
  readonly document: T;
}

/** What the source has recorded by its own log positions. */
export interface Noted {
  readonly checkpoints: readonly Read<z.infer<typeof checkpoint>>[];
  readonly streams: readonly Read<z.infer<typeof parkedStream>>[];
  readonly messages: readonly Read<z.infer<typeof parkedMessage>>[];
}

/**
 * Reads what the source has recorded by its own log positions.
 * @throws StoreUnavailable
 */
export async function readNoted(from: DocumentStore): Promise<Noted> {
  const read = async <T>(name: string, schema: z.ZodType<T>): Promise<Read<T>[]> => {
    const all: Read<T>[] = [];
    for await (const { document, ...rest } of from.carryOut(name))
      if (document !== undefined) all.push({ ...rest, document: schema.parse(document) });
    return all;
  };
  return {
    checkpoints: await read(CHECKPOINTS.name, checkpoint),
    streams: await read(PARKED_STREAMS.name, parkedStream),
    messages: await read(PARKED_MESSAGES.name, parkedMessage),
  };
}

/** The log positions from which policies continue. */
export function policyPositions({ checkpoints }: Noted): readonly Position[] {
  return checkpoints.flatMap(({ id, document }) => (isPolicy(id) ? [document.position] : []));
}

/** Events on which policies failed. */
export function parkedEvents({ streams }: Noted): ReadonlySet<string> {
  return new Set(streams.flatMap(({ document }) => (isPolicy(document.reader) ? [document.eventId] : [])));
}

/**
 * Writes checkpoints and parked entries with the target's positions. Those of projections are omitted, because
 * projections start again. Parked messages keep their order and precede all that the target will number, from 1 on.
 * @returns number of policies, streams and messages
 * @throws StoreUnavailable; Error if a parked event is missing in the target
 */
export async function carryNoted(
  to: DocumentStore,
  noted: Noted,
  places: PositionMap,
): Promise<{ readonly policies: number; readonly streams: number; readonly messages: number }> {
  const policies = noted.checkpoints
    .filter(({ id }) => isPolicy(id))
    .map((one) => ({ ...one, document: { position: places.placeOf(one.document.position) } }));
  const streams = noted.streams
    .filter(({ document }) => isPolicy(document.reader))
    .map((one) => {
      const position = places.placeOfEvent(one.document.eventId);
      if (position === undefined)
        throw new Error(
          `the event ${one.document.eventId}, which ${one.document.reader} has parked, is not in the target's log`,
        );
      return { ...one, document: json.parse({ ...one.document, position }) };
    });
  const ranks = new Map(
    [...new Set(noted.messages.map(({ document }) => document.sequence))]
      .sort((a, b) => b - a)
      .map((sequence, index) => [sequence, -1 - index]),
  );
  const messages = noted.messages.map((one) => {
    const sequence = ranks.get(one.document.sequence);
    return {
      ...one,
      document: json.parse({ ...one.document, sequence, message: { ...one.document.message, sequence } }),
    };
  });
  for (const [name, all] of [
    [CHECKPOINTS.name, policies],
    [PARKED_STREAMS.name, streams],
    [PARKED_MESSAGES.name, messages],
  ] as const) {
    for (let at = 0; at < all.length; at += AT_ONCE) await to.carryIn(name, all.slice(at, at + AT_ONCE));
  }
  return { policies: policies.length, streams: streams.length, messages: messages.length };
}

/**
 * Clears what an earlier run, or an earlier state of the source, has left in a target.
 * @param known the collections it may have left; no other is touched
 * @throws StoreUnavailable
 */
export async function clearDocuments(to: DocumentStore, known: ReadonlySet<string>): Promise<void> {
  for (const name of await collectionsOf(to)) if (known.has(name)) await to.dropCollection(name);
  for (;;) {
    const pending = await to.pendingMessages(SETTLED_AT_ONCE);
    if (pending.length === 0) return;
    await to.settleMessages(pending.map(({ id }) => id));
  }
}

/**
 * Copies a collection, with versions and outbox messages.
 * @param isLeft selects documents that are not migrated
 * @returns what was copied, and how many were skipped
 * @throws StoreUnavailable; clear the target and run it again
 */
export async function carryCollection(
  from: DocumentStore,
  to: DocumentStore,
  name: string,
  isLeft: (document: Json) => boolean,
  progress: Progress,
): Promise<Contents & { readonly left: number }> {
  const tally = new Tally();
  let left = 0;
  let page: CarriedDocument[] = [];
  for await (const carried of from.carryOut(name)) {
    if (carried.document !== undefined && isLeft(carried.document)) left += 1;
    else page.push(carried);
    if (page.length < AT_ONCE) continue;
    await to.carryIn(name, page);
    tally.add(page);
    page = [];
    progress.soon(() => `documents of ${name}: ${tally.documents} copied …`);
  }
  if (page.length > 0) await to.carryIn(name, page);
  tally.add(page);
  return { ...tally.sum(), left };
}

/**
 * Contents of a collection, without documents that are not migrated.
 * @throws StoreUnavailable
 */
export async function contentsOf(
  documents: DocumentStore,
  name: string,
  isLeft: (document: Json) => boolean = () => false,
): Promise<Contents> {
  const tally = new Tally();
  for await (const carried of documents.carryOut(name))
    if (carried.document === undefined || !isLeft(carried.document)) tally.add([carried]);
  return tally.sum();
}

class Tally {
  private readonly digest = createHash('sha256');
  documents = 0;
  private messages = 0;

  add(page: readonly CarriedDocument[]): void {
    for (const { id, version, document, outbox } of page) {
      if (document !== undefined) this.documents += 1;
      this.messages += outbox.length;
      this.digest.update(`${JSON.stringify([id, version, document ?? null, outbox], inOrder)}\n`);
    }
  }

  sum(): Contents {
    return { documents: this.documents, messages: this.messages, digest: this.digest.digest('hex') };
  }
}

/**
 * Sorts members, whatever order a store returns. Unlike canonical JSON, it accepts values that a store may have
 * damaged.
 */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
