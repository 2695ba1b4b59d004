// Makes an image and saves it. KINORA_URL is the server, KINORA_KEY an API key; the argument is the file to write.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { env } from 'node:process';
import { Kinora } from '../../src/public-api/client/client.js';

const { KINORA_URL: url = '', KINORA_KEY: key = '' } = env;
const kinora = new Kinora({ url, key });

const submitted = await kinora.create(
  'text2Image_create',
  { model: 'preview', prompt: 'a lighthouse on a cliff at sunset', aspect: '16:9', maxCredits: 5 },
  // A repeated request with the same key makes nothing twice.
  { idempotencyKey: randomUUID() },
);
const task = await kinora.waitFor(submitted.id);
const [image] = task.outputs;
if (image?.url === undefined) throw new Error(task.error?.identifier ?? task.status);
const file = await kinora.download(image.url);
await writeFile(process.argv[2] ?? 'image.png', Buffer.from(await file.arrayBuffer()));
