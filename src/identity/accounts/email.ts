import { disposableEmailBlocklist } from 'disposable-email-domains-js';
import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** An email address, in normalized form and as its owner wrote it. */
export interface EmailAddress {
  /** Trimmed, NFC, lower case, with the domain in ASCII (RFC 5891). */
  readonly normal: string;
  /** Recipient address: the local part as written, at the normalized domain. */
  readonly given: string;
  /** Document id of the address: hex SHA-256 of the normalized form. */
  readonly key: string;
}

/** Maximum length of an address (RFC 5321, 4.5.3.1.3: 256 with the enclosing brackets). */
const MAX_EMAIL_LENGTH = 254;
const shape = z.email().max(MAX_EMAIL_LENGTH);

/**
 * Document id of an address.
 * @param normal the normalized address
 */
export const emailKey = (normal: string): string => createHash('sha256').update(`email:${normal}`).digest('hex');

/**
 * Characters of a domain (RFC 5890, 2.3.2.3). `domainToASCII` parses a URL's host, so it cuts at `/ ? # \`, drops line
 * breaks and decodes `%`; the result could be a different domain than the one the email goes to.
 */
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * Parses an address.
 * @returns undefined when the text is not an address
 */
export function parseEmail(text: string): EmailAddress | undefined {
  if (text.length > 4 * MAX_EMAIL_LENGTH) return undefined;
  const composed = text.trim().normalize('NFC');
  const at = composed.lastIndexOf('@');
  const domain = composed.slice(at + 1);
  if (at < 0 || !DOMAIN.test(domain)) return undefined;
  const given = `${composed.slice(0, at)}@${domainToASCII(domain)}`;
  if (!shape.safeParse(given).success) return undefined;
  const normal = given.toLowerCase();
  return { normal, given, key: emailKey(normal) };
}

/** Key for whatever text is used to sign in. Text that is not an address gets a key that no document has. */
export const keyOfText = (text: string): string =>
  parseEmail(text)?.key ?? emailKey(` ${text.slice(0, MAX_EMAIL_LENGTH)}`);

// Cached, because the library rebuilds it on every call.
let disposable: ReadonlySet<string> | undefined;

/** Whether an address belongs to a provider of disposable addresses, or to one of its subdomains. */
export function isDisposable({ normal }: EmailAddress): boolean {
  disposable ??= new Set(disposableEmailBlocklist());
  const labels = normal.slice(normal.lastIndexOf('@') + 1).split('.');
  return labels.some((_, from) => disposable?.has(labels.slice(from).join('.')));
}
