// `npm run client` generates the operations of the TypeScript client from the API's description.
import { writeFileSync } from 'node:fs';
import { GENERATED, generatedClient } from './generate.js';

writeFileSync(GENERATED, await generatedClient());
console.log(`${GENERATED} is up to date`);
