import { connect } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { describeUnless } from '../support/needs.js';
import { ferretDbMissing, startFerretDb } from '../services/ferretdb.js';
import { minioMissing, startMinio } from '../services/minio.js';
import { redisMissing, startRedis } from '../services/redis.js';
import type { Service } from '../services/service.js';

describeUnless(redisMissing(), 'redis', () => {
  it('starts', async () => {
    const t = Date.now(); const r = await startRedis(); console.log('redis', r.url, Date.now() - t); await r.stop();
    const t2 = Date.now(); const f = await startFerretDb(); console.log('ferret', f.url, Date.now() - t2); await f.stop();
    const t3 = Date.now(); const m = await startMinio(); console.log('minio', m.url, Date.now() - t3); await m.stop();
  });
});
