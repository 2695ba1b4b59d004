// A stand-in for EventStoreDB, on the generated stubs of its own client: `node --import …/typescript-loader.mjs
// server.ts --port <n> --folder <folder>` prints `ready` once it answers on 127.0.0.1. It knows what the adapter asks
// of the server and no more: server features, reads, appends one by one and in a batch stream, deletion, subscriptions
// to `$all`. A file `lose-acknowledgement` in its folder makes it write the next append and break the connection
// instead of acknowledging it; the file is gone then. As long as there is a file `ahead`, its clock is ahead of
// everybody's by the milliseconds that it holds.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  Server,
  ServerCredentials,
  status,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import service from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { LARGEST_APPEND, Log, type Appended, type Expected, type Proposed, type Stored } from './log.js';
import {
  NO_POSITION,
  appendMessage,
  batchMessage,
  checkpointMessage,
  eventMessage,
  expectedOf,
  lateMessage,
  proposed,
  streamOf,
  tooLarge,
} from './messages.js';

type ReadReq = InstanceType<typeof streams.ReadReq>;
type ReadResp = InstanceType<typeof streams.ReadResp>;
type ReadOptions = InstanceType<typeof streams.ReadReq.Options>;
type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
type AppendCall = ServerReadableStream<InstanceType<typeof streams.AppendReq>, InstanceType<typeof streams.AppendResp>>;
type BatchCall = ServerDuplexStream<
  InstanceType<typeof streams.BatchAppendReq>,
  InstanceType<typeof streams.BatchAppendResp>
>;

const { values } = parseArgs({ options: { port: { type: 'string' }, folder: { type: 'string' } } });
const { port, folder } = values;
if (port === undefined || folder === undefined) throw new Error('--port and --folder are needed');
const LOSE = join(folder, 'lose-acknowledgement');
const CUT = { code: status.UNAVAILABLE, details: 'the connection was cut' };
const { BACKWARDS } = streams.ReadReq.Options.ReadDirection;
/** As the server does by default. */
const SEARCH_WINDOW = 32;
const log = new Log(folder);

/** Whether this append's acknowledgement is to be lost. */
function isLost(): boolean {
  if (!existsSync(LOSE)) return false;
  rmSync(LOSE);
  return true;
}

/** What the server's clock shows. */
function now(): number {
  const file = join(folder ?? '', 'ahead');
  return Date.now() + (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
}

/** Writes a message and waits when the reader is slow. Answers false when the reader has gone. */
async function send(call: ReadCall, message: ReadResp): Promise<boolean> {
  if (call.cancelled) return false;
  if (!call.write(message)) {
    await new Promise<void>((resolve) => {
      call.once('drain', resolve);
      call.once('cancelled', resolve);
    });
  }
  return !call.cancelled;
}

async function readStream(call: ReadCall, options: ReadOptions): Promise<void> {
  const from = options.getStream();
  const stream = streamOf(from?.getStreamIdentifier());
  const found = log.read(stream);
  if (found === undefined) {
    const missing = new streams.ReadResp.StreamNotFound().setStreamIdentifier(from?.getStreamIdentifier());
    await send(call, new streams.ReadResp().setStreamNotFound(missing));
    return;
  }
  const revision = from?.hasRevision() === true ? Number(from.getRevision()) : undefined;
  const isBackwards = options.getReadDirection() === BACKWARDS;
  const wanted = isBackwards
    ? found.filter((event) => event.revision <= (revision ?? Infinity) && from?.hasStart() !== true).reverse()
    : found.filter((event) => event.revision >= (revision ?? 0) && from?.hasEnd() !== true);
  for (const event of wanted.slice(0, Number(options.getCount())))
    if (!(await send(call, eventMessage(event, false)))) return;
}

async function readAll(call: ReadCall, options: ReadOptions): Promise<void> {
  const all = options.getAll();
  const position = all?.hasPosition() === true ? Number(all.getPosition()?.getCommitPosition()) : undefined;
  const isBackwards = options.getReadDirection() === BACKWARDS;
  // As with the server, the place itself belongs to what is read forwards, and not to what is read backwards.
  const wanted = isBackwards
    ? log.all.filter((event) => event.position < (position ?? (all?.hasEnd() === true ? Infinity : 0))).reverse()
    : log.all.filter((event) => event.position >= (position ?? (all?.hasEnd() === true ? Infinity : 0)));
  for (const event of wanted.slice(0, Number(options.getCount())))
    if (!(await send(call, eventMessage(event, true)))) return;
}

/**
 * What is there after a place, then what comes; a checkpoint after each so many events that were looked at. Of what is
 * there it is (C, 0), where the next event to look at stands at C, or will stand. Having come to the end it says so
 * once more, as servers with KurrentDB's pull request 4892 but without 4975 may. Of what comes it is the event looked
 * at.
 */
async function subscribe(call: ReadCall, options: ReadOptions): Promise<void> {
  const all = options.getAll();
  const after = all?.hasPosition() === true ? Number(all.getPosition()?.getCommitPosition()) : -1;
  const filter = options.getFilter();
  const prefixes = filter?.getStreamIdentifier()?.getPrefixList() ?? [''];
  const every =
    (filter?.getCheckpointintervalmultiplier() ?? 1) * (filter?.hasMax() === true ? filter.getMax() : SEARCH_WINDOW);
  let bell = (): void => undefined;
  const stop = log.onAppended(() => bell());
  call.once('cancelled', () => bell());
  await send(
    call,
    new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('0')),
  );
  let next = all?.hasEnd() === true ? log.all.length : after < 0 ? 0 : firstAfter(after);
  let looked = 0;
  let isAnnounced = false;
  let hasMatched = false;
  while (!call.cancelled) {
    const event = log.all[next];
    if (event === undefined) {
      if (!isAnnounced && filter !== undefined && after >= 0) await send(call, checkpointMessage(log.end, 0));
      if (!isAnnounced) await send(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
      // Going live, servers without KurrentDB's pull request 4892 tell the place that they told last, which may be
      // none.
      if (!isAnnounced && filter !== undefined && after < 0 && !hasMatched && looked < every)
        await send(call, checkpointMessage(NO_POSITION));
      isAnnounced = true;
      if (next < log.all.length || call.cancelled) continue;
      await new Promise<void>((resolve) => (bell = resolve));
      continue;
    }
    next += 1;
    looked += 1;
    if (prefixes.some((prefix) => event.stream.startsWith(prefix))) {
      hasMatched = true;
      await send(call, eventMessage(event, true));
    }
    if (filter === undefined || looked % every !== 0) continue;
    await send(
      call,
      isAnnounced ? checkpointMessage(event.position) : checkpointMessage(log.all[next]?.position ?? log.end, 0),
    );
  }
  stop();
}

function firstAfter(position: number): number {
  let [from, to] = [0, log.all.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((log.all[middle] as Stored).position <= position)
      from = middle + 1; // within the bounds
    else to = middle;
  }
  return from;
}

async function read(call: ReadCall): Promise<void> {
  const options = call.request.getOptions();
  if (options === undefined) throw new Error('a read without options');
  if (options.hasSubscription()) return subscribe(call, options);
  await (options.hasStream() ? readStream(call, options) : readAll(call, options));
  call.end();
}

function append(call: AppendCall, answer: sendUnaryData<InstanceType<typeof streams.AppendResp>>): void {
  let stream = '';
  let expected: Expected = 'any';
  const events: Proposed[] = [];
  call.on('data', (message: InstanceType<typeof streams.AppendReq>) => {
    const options = message.getOptions();
    const event = message.getProposedMessage();
    if (options !== undefined) {
      stream = streamOf(options.getStreamIdentifier());
      expected = expectedOf(options, options.getRevision());
    }
    if (event !== undefined) events.push(proposed(event));
  });
  call.on('end', () => {
    const appended = log.append(stream, expected, events);
    if (isLost()) answer(CUT);
    else if (appended.outcome === 'too large') answer(tooLarge(LARGEST_APPEND));
    else answer(null, appendMessage(appended, expected));
  });
}

function batchAppend(call: BatchCall): void {
  const open = new Map<
    string,
    { readonly stream: string; readonly expected: Expected; readonly until: number; readonly events: Proposed[] }
  >();
  call.on('data', (message: InstanceType<typeof streams.BatchAppendReq>) => {
    const correlation = message.getCorrelationId();
    const key = correlation?.getString() ?? '';
    const options = message.getOptions();
    if (options !== undefined) {
      const until = options.getDeadline()?.toDate().getTime() ?? Infinity;
      open.set(key, {
        stream: streamOf(options.getStreamIdentifier()),
        expected: expectedOf(options, options.getStreamPosition()),
        until,
        events: [],
      });
    }
    const begun = open.get(key);
    if (begun === undefined) return;
    begun.events.push(...message.getProposedMessagesList().map(proposed));
    if (!message.getIsFinal()) return;
    open.delete(key);
    if (begun.until <= now()) {
      call.write(lateMessage(correlation, begun.stream));
      return;
    }
    const appended: Appended = log.append(begun.stream, begun.expected, begun.events);
    if (isLost()) call.emit('error', CUT);
    else call.write(batchMessage(appended, correlation, begun.stream, LARGEST_APPEND));
  });
  call.on('end', () => call.end());
  call.on('error', () => undefined);
}

const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
server.addService(service.StreamsService, {
  read: (call: ReadCall) =>
    void read(call).catch((error: unknown) => call.emit('error', { code: status.INTERNAL, details: String(error) })),
  append,
  batchAppend,
  delete: (
    call: { readonly request: InstanceType<typeof streams.DeleteReq> },
    answer: sendUnaryData<InstanceType<typeof streams.DeleteResp>>,
  ) => {
    log.delete(streamOf(call.request.getOptions()?.getStreamIdentifier()));
    answer(null, new streams.DeleteResp());
  },
});
server.addService(featuresService.ServerFeaturesService, {
  getSupportedMethods: (_call: unknown, answer: sendUnaryData<InstanceType<typeof features.SupportedMethods>>) => {
    const supported = new features.SupportedMethods().setEventStoreServerVersion('24.10.0');
    supported.addMethods(
      new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName('batchappend'),
    );
    answer(null, supported);
  },
});
server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error) => {
  if (error !== null) throw error;
  process.stdout.write('ready\n');
});
process.once('SIGTERM', () => {
  server.forceShutdown();
  log.close();
  process.exit(0);
});
