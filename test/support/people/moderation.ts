import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { USERS, userDocument } from '../../../src/identity/accounts/user.js';
import { IMAGE_MODERATION } from '../../../src/moderation/image-check/tokens.js';
import type { ImageCheck } from '../../../src/moderation/image-check/port.js';
import { Verdicts } from '../../../src/moderation/image-check/verdicts.js';
import type { TestApp } from '../servers/app.js';
import { member, type Person } from './account.js';

/** A user who decides on submitted works and on reports. */
export async function moderator(app: TestApp, email = 'mod@example.org'): Promise<Person> {
  const mod = await member(app, email);
  const users = await app.parts.documents.collection(USERS, (stored) => userDocument.parse(stored));
  const { id } = await mod.me();
  const found = await users.get(id);
  if (found === undefined) throw new Error('no moderator');
  await users.put({ id, document: { ...found.document, roles: ['admin'] }, expectedVersion: found.version });
  // Roles are read anew a few seconds after they were given.
  app.pass(6_000);
  return mod;
}

/**
 * An image of one colour whose verdict is known ahead: the network is asked in test/integration/moderation, and no
 * picture may be kept that it refuses.
 */
export async function judgedImage(app: TestApp, background: string, verdict: 'passes' | 'refused'): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  const { name } = app.nest.get<ImageCheck>(IMAGE_MODERATION, { strict: false });
  await app.nest
    .get(Verdicts, { strict: false })
    .keep(name, createHash('sha256').update(bytes).digest('hex'), verdict === 'refused' ? 100 : 0);
  return bytes;
}
