import { disposableEmailBlocklist } from 'disposable-email-domains-js';
import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** An e-mail address in the one form that tells people apart, and as its owner wrote it. */
export interface EmailAddress {
  /** Trimmed, composed (NFC), all lower case, the domain in ASCII (RFC 5891). */
  readonly normal: string;
  /** What letters are addressed to: the local part as given, at the domain of the normal form and no other. */
  readonly given: string;
  /** Name of the address in documents: hex SHA-256 of the normal form. */
  readonly key: string;
}

/** Characters of an address (RFC 5321, 4.5.3.1.3: 256 with the brackets around it). */
const MAX_EMAIL_LENGTH = 254;
const shape = z.email().max(MAX_EMAIL_LENGTH);

/** Name of an address's documents. @param normal the address in its normal form */
export const emailKey = (normal: string): string => createHash('sha256').update(`email:${normal}`).digest('hex');

/**
 * What a domain is made of (RFC 5890, 2.3.2.3). `domainToASCII` reads a URL's host, so it cuts at `/ ? # \`, drops line breaks and
 * decodes `%`: what is left would be another domain than the one the letter goes to.
 */
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * Reads an address.
 * @returns undefined when it is none
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

/** The key of whatever someone signs in as; of what is no address, one that no document has. */
export const keyOfText = (text: string): string => parseEmail(text)?.key ?? emailKey(` ${text.slice(0, MAX_EMAIL_LENGTH)}`);

// Built once: the library builds it again for every question.
let disposable: ReadonlySet<string> | undefined;

/** Whether an address is of a provider of addresses to throw away, or of a domain below one. */
export function isDisposable({ normal }: EmailAddress): boolean {
  disposable ??= new Set(disposableEmailBlocklist());
  const labels = normal.slice(normal.lastIndexOf('@') + 1).split('.');
  return labels.some((_, from) => disposable?.has(labels.slice(from).join('.')));
}
