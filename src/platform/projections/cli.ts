import type { StreamName } from '../../kernel/event.js';
import type { CliCommand, CliGroup } from '../cli.js';
import { Relay } from '../documents/relay.js';
import { Checkpoints } from './checkpoints.js';
import { isRefillable } from './follower.js';
import { LogRuntime } from './log-runtime.js';
import { inProjectorsPlace } from './operator-turn.js';
import { ParkedStreams } from './parked.js';
import { refill } from './rebuild.js';

const rebuildCommand: CliCommand = {
  name: 'rebuild',
  takes: ['<name>'],
  does: 'fills a projection anew from the beginning of the log',
  async run({ parts, get, say }, [name = '']) {
    const { events, documents } = parts;
    const projections = get(LogRuntime).followers.filter(isRefillable);
    const found = projections.find((runner) => runner.name === name);
    if (found === undefined) throw new Error(`No projection is called ${name}. There are: ${projections.map((runner) => runner.name).join(', ')}.`);
    const stores = { events, documents, checkpoints: get(Checkpoints), parked: get(ParkedStreams) };
    const { events: read, position } = await inProjectorsPlace(parts, () => refill({ name, prefix: found.prefix, openAnew: (on) => found.openAnew(on) }, stores));
    say(`${name} is filled anew: ${read} events, up to position ${position} of the log.`);
    const aside = (await get(ParkedStreams).list()).filter(({ reader }) => reader === name);
    for (const { stream, reason } of aside) say(`${stream} is set aside: ${reason}`);
    return aside.length === 0 ? 0 : 1;
  },
};

const parkedCommand: CliCommand = {
  name: 'parked',
  takes: [],
  does: 'lists the streams and messages that are set aside, and why',
  async run({ get, say }) {
    const streams = await get(ParkedStreams).list();
    const messages = await get(Relay).listParked();
    for (const { stream, reader, position, type, reason, at } of streams) {
      say(`stream ${stream}, by ${reader}, at ${type} (position ${position}), ${new Date(at).toISOString()}: ${reason}`);
    }
    for (const { consumer, message, reason, at } of messages) {
      say(`message ${message.id}, by ${consumer}, ${message.type} of ${message.collection}/${message.documentId}, ${new Date(at).toISOString()}: ${reason}`);
    }
    if (streams.length + messages.length === 0) say('Nothing is set aside.');
    return 0;
  },
};

const retryCommand: CliCommand = {
  name: 'retry',
  takes: ['<stream>'],
  does: 'gives a stream that is set aside to its readers again, once the cause is mended',
  run: ({ parts, get, say }, [stream = '']) => inProjectorsPlace(parts, async () => {
    const parked = get(ParkedStreams);
    await parked.reload();
    const aside = (await parked.list()).filter((one) => one.stream === stream);
    if (aside.length === 0) throw new Error(`${stream} is not set aside.`);
    const runtime = get(LogRuntime);
    await runtime.load();
    let failed = 0;
    for (const { reader } of aside) {
      if (runtime.followers.find((follower) => follower.name === reader)?.retryFrom === 'rebuild') {
        say(`${reader} gathers many streams and is filled anew instead: npm run projections -- rebuild ${reader}`);
        failed += 1;
        continue;
      }
      // Read back from the collection, where it was put as the name of a stream.
      const goesOn = await runtime.retryParked(reader, stream as StreamName);
      say(goesOn ? `${reader} goes on with ${stream}.` : `${reader} still cannot take ${stream}.`);
      if (!goesOn) failed += 1;
    }
    return failed === 0 ? 0 : 1;
  }),
};

const retryMessagesCommand: CliCommand = {
  name: 'retry-messages',
  takes: ['<consumer>'],
  does: 'gives a consumer its messages again that are set aside, once the cause is mended',
  run: ({ parts, get, say }, [consumer = '']) => inProjectorsPlace(parts, async () => {
    const relay = get(Relay);
    const taken = await relay.retryParked(consumer);
    const left = (await relay.listParked()).filter((one) => one.consumer === consumer).length;
    say(`${consumer} has taken ${taken} messages; ${left} are still set aside.`);
    return left === 0 ? 0 : 1;
  }),
};

/** `npm run projections -- …`: what follows the log and the messages, for the operator. */
export const projectionsCli: CliGroup = { name: 'projections', commands: [rebuildCommand, parkedCommand, retryCommand, retryMessagesCommand] };
