// Stands for a test process that is killed: starts a server, says which and where its folder is, and waits.
import { startRedis } from './redis.js';

const service = await startRedis();
console.log(`${service.pid()} ${service.folder}`);
setInterval(() => undefined, 60_000);
