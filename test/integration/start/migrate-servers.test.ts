import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { isArrivingUpload } from '../../../src/creation/index.js';
import { openS3Blobs } from '../../../src/platform/blobs/s3.js';
import { openEventStoreDb } from '../../../src/platform/event-store/eventstoredb.js';
import { migrate, type MigrationReport } from '../../../src/platform/migrate/migrate.js';
import type { Side } from '../../../src/platform/migrate/side.js';
import { systemRandom } from '../../../src/platform/random.js';
import { freshMongo, openMongo } from '../../contract/adapters/documents.js';
import { freshBucket } from '../../contract/adapters/s3.js';
import { mongoServer, s3Server } from '../../contract/adapters/servers.js';
import { eventStoreStubMissing, startEventStoreStub } from '../../services/index.js';
import { holdings, installation, Mortal, onDisk, write } from '../../support/servers/migrate.js';
import { describeUnless } from '../../support/needs.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(600_000);

const clock = { now: () => Date.now() };
const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const move = (from: Side, to: Side): Promise<MigrationReport> =>
  migrate({ from, to, projections: ['sums_v1', 'unsaved_v1'], isLeft: isArrivingUpload, clock, say: quiet });

describeUnless(
  eventStoreStubMissing() ?? mongoServer.missing ?? s3Server.missing,
  'a move between a data folder and servers',
  () => {
    const closing: (() => Promise<unknown>)[] = [];
    let servers: Side;
    beforeAll(async () => {
      const eventStore = await startEventStoreStub();
      closing.push(() => eventStore.stop());
      const events = await openEventStoreDb({ url: eventStore.url, log });
      closing.push(() => events.close());
      const mongo = await freshMongo();
      closing.push(() => mongo.dispose());
      const documents = await openMongo(mongo.where, clock);
      closing.push(() => documents.close());
      const blobs = await openS3Blobs({ s3: await freshBucket(), documents, clock, random: systemRandom, log });
      closing.push(() => blobs.close());
      servers = { name: 'distributed', events, documents, blobs };
    });
    afterAll(async () => {
      for (const close of closing.splice(0).reverse()) await close();
      await Promise.all([mongoServer.stop(), s3Server.stop()]);
    });

    /** What has places of one store in it is told apart by the suite on memory. */
    const lasting = async (side: Side) => {
      const { log: events, blobs, documents } = await holdings(side);
      return {
        events: [...events].sort(),
        blobs,
        tasks: documents['tasks'],
        users: documents['users_v1'],
        uploads: documents['uploads_v1'],
        aside: documents['parked_messages'],
      };
    };

    it('brings everything to them though it is killed on the way, and back, and what is new once more', async () => {
      const [source, back] = [await onDisk(clock, closing), await onDisk(clock, closing)];
      expect((await move(await installation(), source)).problems).toEqual([]);
      for (const operations of [9, 25, 60]) {
        await expect(move(source, new Mortal(operations, operations === 25).over(servers))).rejects.toThrow('killed');
      }
      const out = await move(source, servers);
      expect(out).toMatchObject({
        problems: [],
        events: { events: 7, streams: 3 },
        noted: { policies: 3, streams: 1, messages: 3 },
      });
      expect(await lasting(servers)).toEqual(await lasting(source));

      expect((await move(servers, back)).problems).toEqual([]);
      expect(await holdings(back)).toEqual(await holdings(source));

      await write(servers.events, ['account-b', 'account-e']);
      await servers.blobs.put(Buffer.from('new'), 't9');
      await servers.documents.dropCollection('uploads_v1');
      expect(await move(servers, source)).toMatchObject({
        problems: [],
        events: { events: 9, copied: 2 },
        blobs: { copied: 1 },
      });
      expect(await lasting(source)).toEqual(await lasting(servers));
      await write(servers.events, ['account-e']);
      await write(source.events, ['account-f']);
      await expect(move(source, servers)).rejects.toThrow(
        'its stream account-e holds event 1, which the source does not have',
      );
    });
  },
);
