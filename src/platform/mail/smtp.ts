import { createTransport } from 'nodemailer';
import { codeOf } from '../../kernel/thrown.js';
import { StoreUnavailable } from '../unavailable.js';
import { addressOf, compose } from './compose.js';
import { outgoingMail, type MailPort, type OutgoingMail, type Sent } from './port.js';

export interface SmtpMailOptions {
  /**
   * `smtp://user:password@host:587` (TLS by STARTTLS, without which nothing is sent), `smtps://…:465` (TLS from the first byte), or
   * `smtp://host:25?tls=off` for a server on a network of one's own that has no TLS.
   */
  readonly url: string;
  /** Whom letters are from, e.g. `Kinora <no-reply@kinora.example>`. */
  readonly from: string;
  /** PEM of who vouches for the server besides those that Node.js knows. */
  readonly ca?: string;
}

const STORE = 'mail';
const CONNECT_MS = 4_000;
/** A server that has got the whole letter may look at it for a while before it says so; sooner given up is sent twice. */
const SILENCE_MS = 20_000;
const CONNECTIONS = 3;
/** Health is requested far more often than a mail server likes to be signed in to. */
const PING_KEPT_MS = 15_000;
/** What an address on its own may not hold, so that none can be read as several. */
const NOT_ONE_ADDRESS = /[\s,;:<>()"\\]|^[^@]*$|@.*@/;

/**
 * Letters that go out by a mail server. Nothing of them is kept here.
 * @throws StoreUnavailable when the server cannot be reached, offers no TLS, or refuses to let us in
 */
export async function openSmtpMail(options: SmtpMailOptions): Promise<MailPort> {
  const mail = new SmtpMail(options);
  try {
    await mail.ping();
    return mail;
  } catch (error) {
    await mail.close();
    throw error;
  }
}

class SmtpMail implements MailPort {
  private readonly transport;
  private readonly from: string;
  private pinged: { readonly at: number; readonly answer: Promise<void> } | undefined;
  private closed = false;

  constructor({ url, from, ca }: SmtpMailOptions) {
    this.from = from;
    const { protocol, hostname, port, username, password, searchParams } = new URL(url);
    const secure = protocol === 'smtps:';
    const plain = !secure && searchParams.get('tls') === 'off';
    const settings = {
      pool: true as const, maxConnections: CONNECTIONS, host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (secure ? 465 : plain ? 25 : 587) : Number(port),
      secure, requireTLS: !secure && !plain, ignoreTLS: plain,
      ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      ...(ca === undefined ? {} : { tls: { ca } }),
      connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, dnsTimeout: CONNECT_MS, socketTimeout: SILENCE_MS,
      // The relay is who sends again.
      maxRequeues: 0, disableFileAccess: true, disableUrlAccess: true,
    };
    this.transport = createTransport(settings);
  }

  async send(given: OutgoingMail): Promise<Sent> {
    this.assertOpen();
    const mail = outgoingMail.parse(given);
    if (NOT_ONE_ADDRESS.test(mail.to)) return { outcome: 'refused', code: 'not an address' };
    try {
      await this.transport.sendMail({ envelope: { from: addressOf(this.from), to: mail.to }, raw: await compose(mail, this.from) });
      return { outcome: 'taken' };
    } catch (error) {
      const fault = faultOf(error);
      if (isFinal(fault)) return { outcome: 'refused', code: describe(fault) };
      throw unavailable(fault);
    }
  }

  ping(): Promise<void> {
    this.assertOpen();
    const now = performance.now();
    if (this.pinged === undefined || now - this.pinged.at > PING_KEPT_MS) this.pinged = { at: now, answer: this.verify() };
    return this.pinged.answer;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.transport.close();
  }

  private async verify(): Promise<void> {
    await this.transport.verify().catch((error: unknown) => {
      throw unavailable(faultOf(error));
    });
  }

  private assertOpen(): void {
    if (this.closed) throw new StoreUnavailable(STORE, 'closed', 'the way to the mail server was closed');
  }
}

interface Fault {
  /** nodemailer's word, or the system's. */
  readonly code: string;
  /** What was being said, e.g. `RCPT TO`; `CONN` and `API` are nodemailer's own. */
  readonly command: string;
  /** The server's code (RFC 5321, 4.2), and the enhanced one (RFC 3463) where it gives one. */
  readonly reply: number | undefined;
  readonly status: string | undefined;
  readonly message: string;
}

function faultOf(error: unknown): Fault {
  const field = (name: string): unknown => (typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined);
  const [command, reply, response, message] = [field('command'), field('responseCode'), field('response'), field('message')];
  return {
    code: codeOf(error) ?? 'error', command: typeof command === 'string' ? command : 'CONN', reply: typeof reply === 'number' ? reply : undefined,
    status: typeof response === 'string' ? /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined, message: typeof message === 'string' ? message : String(error),
  };
}

/** About someone's letter, where the server's words may hold the address. */
const OF_A_LETTER = new Set(['MAIL FROM', 'RCPT TO', 'DATA', 'API']);
/** Of whom it is for, of their mailbox, and of what it says (RFC 3463, 3.2, 3.3 and 3.7); but of the sender's address, 5.1.7 and 5.1.8. */
const OF_THIS_ONE = /^5\.(?:1\.(?![78]$)|2\.|6\.)/;
/** There is no such mailbox (RFC 5321, 4.2.3), where a server says no more than that. */
const NO_MAILBOX = new Set([550, 553]);

/**
 * Whether the server has refused this one letter permanently. Everything else is about us: that we may not send here, or not as whom
 * we say we are, or are on a list. No letter can help that, and every one would be lost to it.
 */
function isFinal({ command, reply, status }: Fault): boolean {
  if (reply === undefined || reply < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  return status === undefined ? command === 'RCPT TO' && NO_MAILBOX.has(reply) : OF_THIS_ONE.test(status);
}

const describe = ({ code, command, reply, status }: Fault): string => [reply ?? code, status, `at ${command}`].filter((part) => part !== undefined).join(' ');

function unavailable(fault: Fault): StoreUnavailable {
  const refused = fault.code === 'EAUTH' || fault.code === 'ETLS' || (fault.reply !== undefined && fault.reply >= 500);
  return new StoreUnavailable(STORE, refused ? 'failed' : 'unreachable', OF_A_LETTER.has(fault.command) ? describe(fault) : `${describe(fault)}: ${fault.message}`);
}
