import { z } from 'zod';

export { DEVICE_NUMBER_PREFIX } from './device-number.shared.js';

/** The credentials of the anonymous provider, as the browser sends them. */
export const deviceCredentials = z.object({
  /** Created by the browser once and stored; the same id is the same visitor. */
  deviceId: z.string().regex(/^[A-Za-z0-9_-]{16,128}$/),
  /** Lower-case hex SHA-256 of `DEVICE_NUMBER_PREFIX` and the device id. */
  deviceNumber: z.string().regex(/^[0-9a-f]{64}$/),
  version: z.literal('v1'),
});
