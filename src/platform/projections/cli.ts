import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { CliCommand, CliGroup, CliTools } from '../cli.js';
import { Relay } from '../documents/relay.js';
import { pause } from '../pause.js';
import type { Follower, Refillable } from './follower.js';
import { generationName, type Rebuilt } from './generations.js';
import { LogRuntime } from './log-runtime.js';
import { inProjectorsPlace, ProjectorRuns } from './operator-turn.js';
import { ParkedStreams } from './parked.js';
import { Rebuilds } from './rebuilds.js';

const ASK_EVERY_MS = 500;

/** The log reader with the stored positions and parked streams, as the last projector left them. */
async function loadedRuntime(
  get: CliTools['get'],
): Promise<{ readonly parked: ParkedStreams; readonly runtime: LogRuntime }> {
  const [parked, runtime] = [get(ParkedStreams), get(LogRuntime)];
  await parked.reload();
  await runtime.load();
  return { parked, runtime };
}

const rebuildCommand: CliCommand = {
  name: 'rebuild',
  takes: ['<name>'],
  does: 'rebuilds a projection from the beginning of the log beside the live one, compares the two and switches',
  async run(tools, [name = '']) {
    const { say, get } = tools;
    const projections = get(Rebuilds).projections;
    const found = projections.find((runner) => runner.name === name);
    if (found === undefined)
      throw new Error(
        `No projection is called ${name}. There are: ${projections.map((runner) => runner.name).join(', ')}.`,
      );
    const made = await rebuilt(tools, found);
    say(`${name} is rebuilt: ${made.events} events, up to position ${made.position} of the log.`);
    say(
      made.differing === 0
        ? `None of ${made.documents} documents has changed.`
        : `${made.differing} of ${made.documents} documents have changed, such as ${made.examples.join(', ')}.`,
    );
    const reader = generationName(name, made.generation);
    const aside = (await get(ParkedStreams).list()).filter((one) => one.reader === reader);
    for (const { stream, reason } of aside) say(`${stream} is parked: ${reason}`);
    return aside.length === 0 ? 0 : 1;
  },
};

/** This process rebuilds if no projector runs; otherwise the projector does it, and this process waits. */
async function rebuilt({ parts, get, say }: CliTools, projection: Follower & Refillable): Promise<Rebuilt> {
  const rebuilds = get(Rebuilds);
  const { name } = projection;
  const generation = await rebuilds.ask(name);
  try {
    await inProjectorsPlace(parts, async () => {
      await loadedRuntime(get);
      await rebuilds.carryOut(projection);
      // Other processes may still read the former generation: the next projector clears it.
      if (!parts.documents.shared) await rebuilds.clear(name);
    });
  } catch (error) {
    if (!(error instanceof ProjectorRuns)) throw error;
    say(`A process with the role projector does this, and continues if this command is stopped.`);
  }
  for (;;) {
    const made = await rebuilds.outcome(name, generation);
    if (made !== undefined) return made;
    await pause(ASK_EVERY_MS);
  }
}

const parkedCommand: CliCommand = {
  name: 'parked',
  takes: [],
  does: 'lists the parked streams and messages, and why they are parked',
  async run({ get, say }) {
    const streams = await get(ParkedStreams).list();
    const messages = await get(Relay).listParked();
    for (const { stream, reader, position, type, reason, at } of streams) {
      say(
        `stream ${stream}, by ${reader}, at ${type} (position ${position}), ${new Date(at).toISOString()}: ${reason}`,
      );
    }
    for (const { consumer, message, reason, at } of messages) {
      say(
        `message ${message.id}, by ${consumer}, ${message.type} of ${message.collection}/${message.documentId}, ${new Date(at).toISOString()}: ${reason}`,
      );
    }
    if (streams.length + messages.length === 0) say('Nothing is parked.');
    return 0;
  },
};

const retryCommand: CliCommand = {
  name: 'retry',
  takes: ['<stream>'],
  does: 'retries a parked stream once the cause is fixed',
  run: ({ parts, get, say }, [stream = '']) =>
    inProjectorsPlace(parts, async () => {
      const { parked, runtime } = await loadedRuntime(get);
      const aside = (await parked.list()).flatMap((one) => {
        // Streams parked by a generation that is not live do not matter.
        const follower =
          one.stream === stream ? runtime.followers.find(({ reader }) => reader === one.reader) : undefined;
        return follower === undefined ? [] : [follower];
      });
      if (aside.length === 0) throw new Error(`${stream} is not parked.`);
      let failed = 0;
      for (const { name, retryFrom } of aside) {
        if (retryFrom === 'rebuild') {
          say(`${name} combines many streams; rebuild it instead: npm run projections -- rebuild ${name}`);
          failed += 1;
          continue;
        }
        // Read from the collection, where it was stored as a stream's name.
        const goesOn = await runtime.retryParked(name, stream as StreamName);
        say(goesOn ? `${name} continues with ${stream}.` : `${name} still cannot handle ${stream}.`);
        if (!goesOn) failed += 1;
      }
      return failed === 0 ? 0 : 1;
    }),
};

const retryStreamsCommand: CliCommand = {
  name: 'retry-streams',
  takes: ['<consumer>'],
  does: 'retries all parked streams of a projection or policy once the cause is fixed',
  run: ({ parts, get, say }, [consumer = '']) =>
    inProjectorsPlace(parts, async () => {
      const { parked, runtime } = await loadedRuntime(get);
      const follower = runtime.followers.find(({ name, reader }) => name === consumer || reader === consumer);
      if (follower === undefined)
        throw new Error(
          `No projection or policy is called ${consumer}. There are: ${runtime.followers.map(({ name }) => name).join(', ')}.`,
        );
      const { name, reader } = follower;
      const aside = (await parked.list()).filter((one) => one.reader === reader);
      let left = 0;
      for (const { stream } of aside) {
        // Read from the collection, where it was stored as a stream's name.
        if (await runtime.retryParked(name, stream as StreamName)) continue;
        left += 1;
        say(`${name} still cannot handle ${stream}: ${(await parked.find(reader, stream))?.reason ?? 'unknown'}`);
      }
      say(`${name} continues with ${aside.length - left} streams; ${left} ${left === 1 ? 'is' : 'are'} still parked.`);
      return left === 0 ? 0 : 1;
    }),
};

const retryMessagesCommand: CliCommand = {
  name: 'retry-messages',
  takes: ['<consumer>'],
  does: 'retries the parked messages of a consumer once the cause is fixed',
  run: ({ parts, get, say }, [consumer = '']) =>
    inProjectorsPlace(parts, async () => {
      const relay = get(Relay);
      const taken = await relay.retryParked(consumer);
      const left = (await relay.listParked()).filter((one) => one.consumer === consumer).length;
      say(`${consumer} handled ${taken} messages; ${left} are still parked.`);
      return left === 0 ? 0 : 1;
    }),
};

/** `npm run projections -- …`: operator's commands for projections, policies and messages. */
export const projectionsCli: CliGroup = {
  name: 'projections',
  commands: [rebuildCommand, parkedCommand, retryCommand, retryStreamsCommand, retryMessagesCommand],
};
