import { StoreUnavailable } from './unavailable.js';

/** A server configured by the operator. */
export interface Server {
  /** Its usual name, e.g. `MongoDB`. */
  readonly name: string;
  /** The variable that configures it. */
  readonly variable: string;
  /** Its address; a password in it is never logged. */
  readonly url: string;
  /** Other texts that must not be logged. */
  readonly secrets?: readonly string[];
}

/**
 * A configured server is not usable. The message gives server, address and reason in one line; there is no fallback.
 */
export class ServerNotReached extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ServerNotReached';
  }
}

const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/(?:(.*)@)?([^/?#@]*)/i;
const LONGEST_REASON = 300;

/** Host and port of an address, several separated by commas; never user or password. */
export function whereOf(url: string): string {
  return AUTHORITY.exec(url)?.[2] ?? 'an address that cannot be read';
}

/**
 * Opens a configured server.
 * @throws ServerNotReached for any error while opening it
 */
export async function reach<T>(server: Server, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    // Caused by another server that this one depends on.
    if (error instanceof ServerNotReached) throw error;
    throw new ServerNotReached(
      `${server.name} at ${whereOf(server.url)} (${server.variable}) cannot be used: ${reasonOf(error, server)}`,
    );
  }
}

function reasonOf(error: unknown, server: Server): string {
  const words = error instanceof Error && error.message !== '' ? error.message : String(error);
  const plain = error instanceof StoreUnavailable ? words.replace(`${error.store} ${error.reason}: `, '') : words;
  const safe = secretsOf(server).reduce(
    (text, secret) => text.replaceAll(secret, '***'),
    plain.replaceAll(server.url, whereOf(server.url)),
  );
  return safe.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);
}

/** User and password of the address, both as written and decoded. */
function secretsOf({ url, secrets = [] }: Server): readonly string[] {
  const user = AUTHORITY.exec(url)?.[1] ?? '';
  const password = user.slice(user.indexOf(':') + 1);
  const hidden = [user, user.includes(':') ? password : '', decoded(password), ...secrets].filter(
    (secret) => secret !== '',
  );
  return hidden.sort((one, other) => other.length - one.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
