import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ParsedMail } from 'mailparser';
import { simpleParser } from 'mailparser';
import { z } from 'zod';
import type { Service } from './service.js';
import { startService } from './service.js';
import type { Refusal } from './smtp-refusal.js';

const LOADER = fileURLToPath(new URL('../../src/platform/sqlite/typescript-loader.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('./smtp-main.ts', import.meta.url));

const around = z.object({
  /** The envelope's, not the letter's own. */
  from: z.string(),
  to: z.array(z.string()),
  /** Whether it came over TLS. */
  secure: z.boolean(),
  /** Who had signed in. */
  user: z.string().optional(),
});

/** A letter as the server got it. */
export interface ReceivedLetter extends z.infer<typeof around> {
  readonly mail: ParsedMail;
  readonly raw: Buffer;
}

export interface SmtpService extends Service {
  /** PEM of the certificate by which it names itself, for NODE_EXTRA_CA_CERTS; nobody else vouches for it. */
  readonly certificateFile: string;
  /** The address without a name and password, which it then does not let send. */
  readonly urlSignedOut: string;
  /** What it took, oldest first. */
  letters(): Promise<ReceivedLetter[]>;
  /** Refuses at this moment from now on, until told otherwise. `code` is 451 unless given. */
  refuse(refusal: Refusal): void;
  accept(): void;
}

export interface SmtpOptions {
  /**
   * `starttls` (the default) takes a sign-in only after STARTTLS, `tls` speaks TLS from the first byte, `none` not at
   * all.
   */
  readonly security?: 'starttls' | 'tls' | 'none';
}

/**
 * A mail server that wants a sign-in and keeps what it takes in its folder. It needs nothing that is not in
 * node_modules.
 */
export async function startSmtp({ security = 'starttls' }: SmtpOptions = {}): Promise<SmtpService> {
  const scheme = security === 'tls' ? 'smtps' : 'smtp';
  const service = await startService({
    name: 'smtp',
    url: (port) => `${scheme}://kinora:only-for-tests@127.0.0.1:${port}`,
    command: (port, folder) => ({
      file: process.execPath,
      args: ['--import', LOADER, MAIN, '--port', String(port), '--folder', folder, '--security', security],
    }),
    ready: (_port, output) => Promise.resolve(/^ready$/m.test(output)),
  });
  const answers = join(service.folder, 'answers.json');
  const kept = join(service.folder, 'letters');
  return {
    ...service,
    certificateFile: join(service.folder, 'certificate.pem'),
    urlSignedOut: `${scheme}://127.0.0.1:${service.port}`,
    letters: async () => {
      const names = existsSync(kept)
        ? readdirSync(kept)
            .filter((name) => name.endsWith('.json'))
            .sort()
        : [];
      return Promise.all(
        names.map(async (name) => {
          const raw = readFileSync(join(kept, name.replace(/json$/, 'eml')));
          return {
            ...around.parse(JSON.parse(readFileSync(join(kept, name), 'utf8'))),
            raw,
            mail: await simpleParser(raw),
          };
        }),
      );
    },
    refuse: (refusal) => {
      writeFileSync(`${answers}.aside`, JSON.stringify(refusal));
      renameSync(`${answers}.aside`, answers);
    },
    accept: () => rmSync(answers, { force: true }),
  };
}
