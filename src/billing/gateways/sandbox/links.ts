import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { jsonOf } from './wire.js';

/** Path prefix of the sandbox pages. */
export const SANDBOX_PATH = '/api/sandbox';

const mac = (key: Buffer, what: string, text: string): string =>
  createHmac('sha256', key).update(`${what} ${text}`).digest('base64url').slice(0, 32);

function isMac(given: string, expected: string): boolean {
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(given)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** Id of a checkout page. It cannot be guessed from the sale, because anyone with the link may pay. */
export const checkoutIdOf = (externalId: string, key: Buffer): string =>
  `${externalId}.${mac(key, 'checkout', externalId)}`;

/** The sale of a checkout page; undefined for an id that was never issued. */
export function saleOfCheckout(checkoutId: string, key: Buffer): string | undefined {
  const [externalId = '', given = ''] = checkoutId.split('.');
  return isMac(given, mac(key, 'checkout', externalId)) ? externalId : undefined;
}

const portal = z.object({ id: z.string(), back: z.string(), language: z.string() });
export type PortalLink = z.infer<typeof portal>;

/** Id of a page for changing the payment method. It contains the return address and is signed. */
export function portalIdOf(link: PortalLink, key: Buffer): string {
  const text = Buffer.from(JSON.stringify(link)).toString('base64url');
  return `${text}.${mac(key, 'portal', text)}`;
}

/** Content of a portal id; undefined for an id that was never issued. */
export function portalLinkOf(portalId: string, key: Buffer): PortalLink | undefined {
  const [text = '', given = ''] = portalId.split('.');
  if (!isMac(given, mac(key, 'portal', text))) return undefined;
  return portal.safeParse(jsonOf(Buffer.from(text, 'base64url'))).data;
}
