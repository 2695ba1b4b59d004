import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { jsonOf } from './wire.js';

/** Where the sandbox's pages are. */
export const SANDBOX_PATH = '/api/sandbox';

const mac = (key: Buffer, what: string, text: string): string => createHmac('sha256', key).update(`${what} ${text}`).digest('base64url').slice(0, 32);

function isMac(given: string, expected: string): boolean {
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(given)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** The name of a checkout's page, which no one can guess who knows the sale: whoever has the link may pay. */
export const checkoutIdOf = (externalId: string, key: Buffer): string => `${externalId}.${mac(key, 'checkout', externalId)}`;

/** What a checkout is of; undefined for a name that was never given. */
export function saleOfCheckout(checkoutId: string, key: Buffer): string | undefined {
  const [externalId = '', given = ''] = checkoutId.split('.');
  return isMac(given, mac(key, 'checkout', externalId)) ? externalId : undefined;
}

const portal = z.object({ id: z.string(), back: z.string(), language: z.string() });
export type PortalLink = z.infer<typeof portal>;

/** The name of a page on which one changes how one pays: it says where to go back to, and is signed. */
export function portalIdOf(link: PortalLink, key: Buffer): string {
  const text = Buffer.from(JSON.stringify(link)).toString('base64url');
  return `${text}.${mac(key, 'portal', text)}`;
}

/** What a portal is of; undefined for a name that was never given. */
export function portalLinkOf(portalId: string, key: Buffer): PortalLink | undefined {
  const [text = '', given = ''] = portalId.split('.');
  if (!isMac(given, mac(key, 'portal', text))) return undefined;
  return portal.safeParse(jsonOf(Buffer.from(text, 'base64url'))).data;
}
