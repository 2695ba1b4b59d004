import { createInterface } from 'node:readline';
import { processEnvironment } from '../../platform/environment.js';
import { Kinora } from '../client/client.js';
import { answerLine } from './server.js';

const { KINORA_URL: url = 'http://localhost:3000', KINORA_KEY: key } = processEnvironment;
const client = new Kinora({ url, ...(key === undefined ? {} : { key }) });

// Requests are answered when they are done, in any order.
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.trim() === '') return;
  void answerLine(client, line).then((answer) => {
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
  });
});
