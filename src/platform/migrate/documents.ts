import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CarriedDocument, DocumentStore, Json } from '../documents/port.js';
import type { Position } from '../../kernel/event.js';
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
/** Kept by a store or by running processes for themselves: neither carried nor cleared. */
const OWN: ReadonlySet<string> = new Set([MARK_COLLECTION.name, LEASES_COLLECTION, 'blob_references_v1', 'blob_sweeps_v1']);
/** Hold places of one store: written again with those of the other. */
export const TRANSLATED: ReadonlySet<string> = new Set([CHECKPOINTS.name, PARKED_STREAMS.name, PARKED_MESSAGES.name]);

const checkpoint = z.object({ position: z.int() });
const parkedStream = z.looseObject({ reader: z.string(), position: z.int(), eventId: z.string() });
const parkedMessage = z.looseObject({ sequence: z.int(), message: z.looseObject({ sequence: z.int() }) });
const json = z.json();

/** The collections of a store by what becomes of them. */
export interface Collections {
  readonly carried: readonly string[];
  /** Those of projections, which fold them again from the log. */
  readonly rebuilt: readonly string[];
}

/** Documents and what is to be told of them, in numbers and as one digest over all of them in order. */
export interface Contents {
  readonly documents: number;
  readonly messages: number;
  readonly digest: string;
}

/** The collections of a store apart from its own records. @throws StoreUnavailable */
export async function collectionsOf(documents: DocumentStore): Promise<readonly string[]> {
  return (await documents.collections()).filter((name) => !OWN.has(name));
}

/**
 * Sorts a source's collections. A projection has a checkpoint or a stream set aside by the name of its collection; one that has
 * been filled but has no checkpoint yet is known by the program.
 * @param projections names of collections that the program knows to be projections'
 * @throws StoreUnavailable
 */
export async function sortCollections(documents: DocumentStore, projections: readonly string[], noted: Noted): Promise<Collections> {
  const followers = new Set([...projections, ...noted.checkpoints.map(({ id }) => id), ...noted.streams.map(({ document }) => document.reader)]);
  const names = (await collectionsOf(documents)).filter((name) => !TRANSLATED.has(name));
  return { carried: names.filter((name) => !followers.has(name)), rebuilt: names.filter((name) => followers.has(name)) };
}

interface Read<T> extends Omit<CarriedDocument, 'document'> {
  readonly document: T;
}

/** What the source has noted by places of its own. */
export interface Noted {
  readonly checkpoints: readonly Read<z.infer<typeof checkpoint>>[];
  readonly streams: readonly Read<z.infer<typeof parkedStream>>[];
  readonly messages: readonly Read<z.infer<typeof parkedMessage>>[];
}

/** Reads what the source has noted by places of its own. @throws StoreUnavailable */
export async function readNoted(from: DocumentStore): Promise<Noted> {
  const read = async <T>(name: string, schema: z.ZodType<T>): Promise<Read<T>[]> => {
    const all: Read<T>[] = [];
    for await (const { document, ...rest } of from.carryOut(name)) if (document !== undefined) all.push({ ...rest, document: schema.parse(document) });
    return all;
  };
  return {
    checkpoints: await read(CHECKPOINTS.name, checkpoint),
    streams: await read(PARKED_STREAMS.name, parkedStream),
    messages: await read(PARKED_MESSAGES.name, parkedMessage),
  };
}

/** The places in the source's log that policies go on from. */
export function policyPositions({ checkpoints }: Noted): readonly Position[] {
  return checkpoints.flatMap(({ id, document }) => (isPolicy(id) ? [document.position] : []));
}

/** The events that policies could not take. */
export function parkedEvents({ streams }: Noted): ReadonlySet<string> {
  return new Set(streams.flatMap(({ document }) => (isPolicy(document.reader) ? [document.eventId] : [])));
}

/**
 * Writes checkpoints and what is set aside with the target's own places. What projections have noted is left behind, for they begin
 * again. Messages that are set aside keep their order and come before all that the target will number, which begins with 1.
 * @returns how many policies, streams and messages
 * @throws StoreUnavailable; Error when an event that was set aside is not in the target
 */
export async function carryNoted(to: DocumentStore, noted: Noted, places: PositionMap): Promise<{ readonly policies: number; readonly streams: number; readonly messages: number }> {
  const policies = noted.checkpoints.filter(({ id }) => isPolicy(id)).map((one) => ({ ...one, document: { position: places.placeOf(one.document.position) } }));
  const streams = noted.streams.filter(({ document }) => isPolicy(document.reader)).map((one) => {
    const position = places.placeOfEvent(one.document.eventId);
    if (position === undefined) throw new Error(`the event ${one.document.eventId}, which ${one.document.reader} has set aside, is not in the target's log`);
    return { ...one, document: json.parse({ ...one.document, position }) };
  });
  const ranks = new Map([...new Set(noted.messages.map(({ document }) => document.sequence))].sort((a, b) => b - a).map((sequence, index) => [sequence, -1 - index]));
  const messages = noted.messages.map((one) => {
    const sequence = ranks.get(one.document.sequence);
    return { ...one, document: json.parse({ ...one.document, sequence, message: { ...one.document.message, sequence } }) };
  });
  for (const [name, all] of [[CHECKPOINTS.name, policies], [PARKED_STREAMS.name, streams], [PARKED_MESSAGES.name, messages]] as const) {
    for (let at = 0; at < all.length; at += AT_ONCE) await to.carryIn(name, all.slice(at, at + AT_ONCE));
  }
  return { policies: policies.length, streams: streams.length, messages: messages.length };
}

/**
 * Empties a target of what an earlier run, or an earlier state of the source, has left there.
 * @param known the collections that it may have left; no other is touched
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
 * Carries a collection over, with versions and messages.
 * @param isLeft says which documents do not travel
 * @returns what was carried, and how many were left behind
 * @throws StoreUnavailable; clear the target and run it again
 */
export async function carryCollection(from: DocumentStore, to: DocumentStore, name: string, isLeft: (document: Json) => boolean, progress: Progress): Promise<Contents & { readonly left: number }> {
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

/** What a collection holds, apart from documents that do not travel. @throws StoreUnavailable */
export async function contentsOf(documents: DocumentStore, name: string, isLeft: (document: Json) => boolean = () => false): Promise<Contents> {
  const tally = new Tally();
  for await (const carried of documents.carryOut(name)) if (carried.document === undefined || !isLeft(carried.document)) tally.add([carried]);
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

/** Members in one order, whatever order a store gives them in. Unlike canonical JSON it bears what a store could have damaged. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
