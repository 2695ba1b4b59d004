import { createTransport } from 'nodemailer';
import { codeOf } from '../../kernel/thrown.js';
import { StoreUnavailable } from '../unavailable.js';
import { addressOf, compose } from './compose.js';
import { outgoingMail, type MailPort, type OutgoingMail, type Sent } from './port.js';

export interface SmtpMailOptions {
  /**
   * `smtp://user:password@host:587` (STARTTLS is required), `smtps://…:465` (implicit TLS), or `smtp://host:25?tls=off`
   * for a server without TLS in a private network.
   */
  readonly url: string;
  /** The sender, e.g. `Kinora <no-reply@kinora.example>`. */
  readonly from: string;
  /** CA certificates (PEM) in addition to those of Node.js. */
  readonly ca?: string;
}

const STORE = 'mail';
const CONNECT_MS = 4_000;
/** A server may inspect a complete mail for a while before it answers; a shorter timeout would send it twice. */
const SILENCE_MS = 20_000;
const CONNECTIONS = 3;
/**
 * How long a health check's result is reused, since health checks are far more frequent than a mail server tolerates
 * sign-ins.
 */
const PING_KEPT_MS = 15_000;
/** Characters that a single address must not contain, so that it is never parsed as several. */
const NOT_ONE_ADDRESS = /[\s,;:<>()"\\]|^[^@]*$|@.*@/;

/**
 * Sends mail through a mail server; nothing is stored here.
 * @throws StoreUnavailable if the server cannot be reached, supports no TLS, or rejects our credentials
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
      pool: true as const,
      maxConnections: CONNECTIONS,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 465 : plain ? 25 : 587) : Number(port),
      secure,
      requireTLS: !secure && !plain,
      ignoreTLS: plain,
      ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      ...(ca === undefined ? {} : { tls: { ca } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // The relay does the retries.
      maxRequeues: 0,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    this.transport = createTransport(settings);
  }

  async send(given: OutgoingMail): Promise<Sent> {
    this.assertOpen();
    const mail = outgoingMail.parse(given);
    if (NOT_ONE_ADDRESS.test(mail.to)) return { outcome: 'refused', code: 'not an address' };
    try {
      await this.transport.sendMail({
        envelope: { from: addressOf(this.from), to: mail.to },
        raw: await compose(mail, this.from),
      });
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
    if (this.pinged === undefined || now - this.pinged.at > PING_KEPT_MS)
      this.pinged = { at: now, answer: this.verify() };
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
    if (this.closed) throw new StoreUnavailable(STORE, 'closed', 'the connection to the mail server was closed');
  }
}

interface Fault {
  /** nodemailer's code, or the system's. */
  readonly code: string;
  /** The command in progress, e.g. `RCPT TO`; `CONN` and `API` are nodemailer's own. */
  readonly command: string;
  /** The server's reply code (RFC 5321, 4.2), and the enhanced status code (RFC 3463) if given. */
  readonly reply: number | undefined;
  readonly status: string | undefined;
  readonly message: string;
}

function faultOf(error: unknown): Fault {
  const field = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  const [command, reply, response, message] = [
    field('command'),
    field('responseCode'),
    field('response'),
    field('message'),
  ];
  return {
    code: codeOf(error) ?? 'error',
    command: typeof command === 'string' ? command : 'CONN',
    reply: typeof reply === 'number' ? reply : undefined,
    status: typeof response === 'string' ? /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined,
    message: typeof message === 'string' ? message : String(error),
  };
}

/** Commands about one mail; the server's text may then contain the address. */
const OF_A_LETTER = new Set(['MAIL FROM', 'RCPT TO', 'DATA', 'API']);
/**
 * Status codes about the recipient, their mailbox, and the content (RFC 3463, 3.2, 3.3 and 3.7); except 5.1.7 and
 * 5.1.8, which concern the sender's address.
 */
const OF_THIS_ONE = /^5\.(?:1\.(?![78]$)|2\.|6\.)/;
/** The mailbox does not exist (RFC 5321, 4.2.3), for a server that gives no enhanced status. */
const NO_MAILBOX = new Set([550, 553]);

/**
 * Whether the server has permanently refused this one mail. Every other refusal concerns this installation: not allowed
 * to send, wrong sender, on a blocklist. It would affect every mail, so no mail may be dropped for it.
 */
function isFinal({ command, reply, status }: Fault): boolean {
  if (reply === undefined || reply < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  return status === undefined ? command === 'RCPT TO' && NO_MAILBOX.has(reply) : OF_THIS_ONE.test(status);
}

const describe = ({ code, command, reply, status }: Fault): string =>
  [reply ?? code, status, `at ${command}`].filter((part) => part !== undefined).join(' ');

function unavailable(fault: Fault): StoreUnavailable {
  const refused = fault.code === 'EAUTH' || fault.code === 'ETLS' || (fault.reply !== undefined && fault.reply >= 500);
  return new StoreUnavailable(
    STORE,
    refused ? 'failed' : 'unreachable',
    OF_A_LETTER.has(fault.command) ? describe(fault) : `${describe(fault)}: ${fault.message}`,
  );
}
