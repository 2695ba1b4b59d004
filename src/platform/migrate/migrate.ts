import type { Clock } from '../../kernel/clock.js';
import type { Position, StreamName } from '../../kernel/event-sourcing/event.js';
import type { Json } from '../documents/port.js';
import { compareBlobs, copyBlobs, type BlobsCopied } from './blobs.js';
import {
  carryCollection,
  carryNoted,
  clearDocuments,
  contentsOf,
  parkedEvents,
  policyPositions,
  readNoted,
  sortCollections,
  type Contents,
  type Noted,
} from './documents.js';
import { assertBeginnings, Chains, copyEvents, headsOf, walkLog, type Head } from './events.js';
import { writeMark } from './mark.js';
import { PositionMap } from './positions.js';
import { Progress } from './progress.js';
import type { Side } from './side.js';
import { assertTakesIn, contentsDigest, sourceId } from './taking-in.js';

export interface MigrateOptions {
  readonly from: Side;
  readonly to: Side;
  /** Collections that projections fill from the log; those with a checkpoint are recognised by it. */
  readonly projections: readonly string[];
  /** Selects documents that are not migrated, because what belongs to them is in no store. */
  readonly isLeft: (collection: string, document: Json) => boolean;
  readonly clock: Clock;
  /** Receives progress, line by line. */
  readonly say: (line: string) => void;
}

/** Result of a migration. */
export interface MigrationReport {
  readonly events: { readonly events: number; readonly streams: number; readonly copied: number };
  readonly collections: ReadonlyMap<string, Contents & { readonly left: number }>;
  /** Collections of projections, which are rebuilt at the next start. */
  readonly rebuilt: readonly string[];
  readonly noted: { readonly policies: number; readonly streams: number; readonly messages: number };
  readonly blobs: BlobsCopied;
  /** Differences between both sides, as text; undefined if the migration is correct. */
  readonly problems: readonly string[];
}

/**
 * Makes the target's stores equal to the source's: events byte for byte, documents with their versions and messages,
 * blobs with their references. It may be interrupted anywhere and run again: events and blobs continue, documents start
 * again. The source is only read. No other process may use either side. At the end both sides are read in full and
 * compared.
 * @throws MigrationRefused if the target contains anything but an unused earlier state of the source, or someone else
 * writes; StoreUnavailable
 */
export async function migrate(options: MigrateOptions): Promise<MigrationReport> {
  const { from, to, clock, say } = options;
  const progress = new Progress(clock, say);
  const heads = await headsOf(to.events);
  await assertBeginnings(from.events, heads);
  const noted = await readNoted(from.documents);
  const sorted = await sortCollections(from.documents, options.projections, noted);
  const id = await sourceId(from);
  const mark = { from: from.name, source: id, collections: [...(await assertTakesIn(options, sorted, id))] };
  await writeMark(to.documents, { state: 'under way', ...mark }, clock);

  const { source, target, copied, places, end } = await moveEvents(from, to, heads, noted, progress);
  const problems = [...chainProblems(source, target)];
  say(`events: ${source.events} in ${source.ends.size + source.broken.size} streams, ${copied} copied.`);

  const blobs = await copyBlobs(from.blobs, to.blobs, progress);
  say(`blobs: ${blobs.blobs} of ${blobs.bytes} bytes, ${blobs.copied} copied, ${blobs.removed} removed.`);
  const differing = await compareBlobs(from.blobs, to.blobs);
  if (differing > 0) problems.push(`${differing} blobs are not the same on both sides.`);

  const { collections, problems: unequal } = await moveDocuments(
    options,
    sorted.carried,
    new Set(mark.collections),
    progress,
  );
  problems.push(...unequal);
  const translated = await carryNoted(to.documents, noted, places);
  for await (const { stream } of walkLog(from.events, end)) {
    problems.push(`Something wrote to ${stream} in the source during the migration. Stop it and run this again.`);
    break;
  }
  if (problems.length === 0)
    await writeMark(
      to.documents,
      { state: 'done', ...mark, contents: contentsDigest(collections, blobs.digest) },
      clock,
    );
  return {
    events: { events: source.events, streams: source.ends.size, copied },
    collections,
    rebuilt: sorted.rebuilt,
    noted: translated,
    blobs,
    problems,
  };
}

/** Copies the log, then reads the target's log from first to last event. */
async function moveEvents(
  from: Side,
  to: Side,
  heads: ReadonlyMap<StreamName, Head>,
  noted: Noted,
  progress: Progress,
) {
  const source = new Chains();
  const target = new Chains();
  const places = new PositionMap(policyPositions(noted), parkedEvents(noted));
  let end: Position = -1;
  const copied = await copyEvents(
    from.events,
    to.events,
    heads,
    (event) => {
      end = event.position;
      source.take(event);
      places.inSource(event);
    },
    progress,
  );
  places.sourceEnds();
  for await (const event of walkLog(to.events)) {
    target.take(event);
    places.inTarget(event);
    progress.soon(() => `events: ${target.events} of ${source.events} verified …`);
  }
  return { source, target, copied, places, end };
}

function* chainProblems(source: Chains, target: Chains): Generator<string, void, undefined> {
  for (const [side, { broken }] of [
    ['source', source],
    ['target', target],
  ] as const) {
    for (const [stream, { revision, reason }] of broken)
      yield `In the ${side}, event ${revision} of ${stream} is ${reason}.`;
  }
  for (const stream of source.differences(target)) yield `The stream ${stream} does not end alike on both sides.`;
  if (source.events !== target.events) yield `The source has ${source.events} events, the target ${target.events}.`;
}

async function moveDocuments(
  { from, to, isLeft, say }: MigrateOptions,
  carried: readonly string[],
  known: ReadonlySet<string>,
  progress: Progress,
) {
  await clearDocuments(to.documents, known);
  const collections = new Map<string, Contents & { readonly left: number }>();
  const problems: string[] = [];
  for (const name of carried) {
    const contents = await carryCollection(
      from.documents,
      to.documents,
      name,
      (document) => isLeft(name, document),
      progress,
    );
    collections.set(name, contents);
    const there = await contentsOf(to.documents, name);
    say(`documents of ${name}: ${contents.documents}, with ${contents.messages} messages not yet relayed.`);
    if (there.digest !== contents.digest)
      problems.push(
        `The documents of ${name} are not the same on both sides: ${contents.documents} with ${contents.messages} messages in the source, ${there.documents} with ${there.messages} in the target.`,
      );
  }
  return { collections, problems };
}
