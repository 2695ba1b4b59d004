import { StoreUnavailable } from './unavailable.js';

/** A server that the operator has configured. */
export interface Server {
  /** As people call it, e.g. `MongoDB`. */
  readonly name: string;
  /** Which variable names it. */
  readonly variable: string;
  /** Its address; a password in it is never repeated. */
  readonly url: string;
  /** What else must not be repeated. */
  readonly secrets?: readonly string[];
}

/** A configured server cannot be used. The message says in one line which, where and why; nothing was put in its place. */
export class ServerNotReached extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ServerNotReached';
  }
}

const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/(?:(.*)@)?([^/?#@]*)/i;
const LONGEST_REASON = 300;

/** Host and port of an address, several by commas; never user or password. */
export function whereOf(url: string): string {
  return AUTHORITY.exec(url)?.[2] ?? 'an address that cannot be read';
}

/**
 * Opens a configured server.
 * @throws ServerNotReached for whatever goes wrong while opening it
 */
export async function reach<T>(server: Server, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    // Another server's fault, which this one stands on.
    if (error instanceof ServerNotReached) throw error;
    throw new ServerNotReached(`${server.name} at ${whereOf(server.url)} (${server.variable}) cannot be used: ${reasonOf(error, server)}`);
  }
}

function reasonOf(error: unknown, server: Server): string {
  const words = error instanceof Error && error.message !== '' ? error.message : String(error);
  const plain = error instanceof StoreUnavailable ? words.replace(`${error.store} ${error.reason}: `, '') : words;
  const safe = secretsOf(server).reduce((text, secret) => text.replaceAll(secret, '***'), plain.replaceAll(server.url, whereOf(server.url)));
  return safe.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);
}

/** The user's part of the address and its password, as written and as meant. */
function secretsOf({ url, secrets = [] }: Server): readonly string[] {
  const user = AUTHORITY.exec(url)?.[1] ?? '';
  const password = user.slice(user.indexOf(':') + 1);
  const hidden = [user, user.includes(':') ? password : '', decoded(password), ...secrets].filter((secret) => secret !== '');
  return hidden.sort((one, other) => other.length - one.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
