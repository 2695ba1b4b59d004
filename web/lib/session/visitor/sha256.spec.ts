import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { deviceNumber } from './device';
import { sha256 } from './sha256';

const node = (message: Uint8Array): string => createHash('sha256').update(message).digest('hex');

it('says of every message what the platform’s own SHA-256 says', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (message) => expect(sha256(message)).toBe(node(message))));
});

it('makes the device number from the fixed string and the device id', async () => {
  expect(await deviceNumber('0123456789abcdef')).toBe(
    node(new TextEncoder().encode('kinora-device:v1:0123456789abcdef')),
  );
});
