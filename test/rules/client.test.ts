import { describe, expect, it } from '@jest/globals';
import { generatedClient, presentClient } from '../client/generate.js';

describe('the TypeScript client', () => {
  it("is generated from the API's description as it is (`npm run client`)", async () => {
    expect(presentClient()).toBe(await generatedClient());
  });
});
