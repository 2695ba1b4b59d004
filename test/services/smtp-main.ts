// A mail server for tests: keeps each letter as it came, beside it what was said around it, and answers as answers.json
// in its folder says. `node --import …/typescript-loader.mjs smtp-main.ts --port N --folder DIR --security
// starttls|tls|none`
import { randomUUID, webcrypto } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { refusal, type Moment } from './smtp-refusal.js';

const { values } = parseArgs({
  options: { port: { type: 'string' }, folder: { type: 'string' }, security: { type: 'string' } },
});
const { port = '0', folder = '.', security = 'starttls' } = values;
const USER = 'kinora';
const PASSWORD = 'only-for-tests';
const YEAR_MS = 365 * 86_400_000;

/**
 * A key and a certificate for 127.0.0.1 that signs itself, made once a folder so that who trusts it goes on to after a
 * restart.
 */
async function credential(): Promise<{ key: string; cert: string }> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  if (!existsSync(cert)) {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const made = await X509CertificateGenerator.createSelfSigned({
      name: 'CN=localhost',
      keys,
      signingAlgorithm: algorithm,
      notBefore: new Date(Date.now() - YEAR_MS),
      notAfter: new Date(Date.now() + YEAR_MS),
      extensions: [
        new SubjectAlternativeNameExtension([
          { type: 'ip', value: '127.0.0.1' },
          { type: 'dns', value: 'localhost' },
        ]),
      ],
    });
    writeFileSync(key, PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'));
    writeFileSync(cert, made.toString('pem'));
  }
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/** What is to be answered at a moment, as an error that carries the code; undefined to go on. */
function refusedAt(moment: Moment): Error | undefined {
  const file = join(folder, 'answers.json');
  const now = existsSync(file) ? refusal.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  if (now?.at !== moment) return undefined;
  return Object.assign(new Error(now.text ?? 'refused as asked'), { responseCode: now.code });
}

function keep(raw: Buffer, around: object): void {
  const id = `${Date.now()}-${randomUUID()}`;
  mkdirSync(join(folder, 'letters'), { recursive: true });
  writeFileSync(join(folder, 'letters', `${id}.eml`), raw);
  // The second file is what makes a letter of the first.
  writeFileSync(join(folder, 'letters', `${id}.aside`), JSON.stringify(around));
  renameSync(join(folder, 'letters', `${id}.aside`), join(folder, 'letters', `${id}.json`));
}

const options: SMTPServerOptions = {
  ...(await credential()),
  secure: security === 'tls',
  name: 'mail.test',
  size: 10_000_000,
  disableReverseLookup: true,
  disabledCommands: security === 'none' ? ['STARTTLS'] : [],
  allowInsecureAuth: security === 'none',
  onConnect: (_session, answer) => answer(refusedAt('greeting')),
  onAuth: (auth, _session, answer) => {
    const refused = refusedAt('sign-in');
    if (refused !== undefined) answer(refused);
    else if (auth.username === USER && auth.password === PASSWORD) answer(null, { user: USER });
    else answer(Object.assign(new Error('wrong name or password'), { responseCode: 535 }));
  },
  onMailFrom: (_address, _session, answer) => answer(refusedAt('sender')),
  onRcptTo: (_address, _session, answer) => answer(refusedAt('recipient')),
  onData: (stream, session, answer) => {
    buffer(stream)
      .then((raw) => {
        const refused = refusedAt('letter');
        if (refused !== undefined) return answer(refused);
        const { mailFrom, rcptTo } = session.envelope;
        const user: unknown = session.user;
        keep(raw, {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user,
        });
        if (refusedAt('silence') === undefined) return answer(null, 'kept');
        for (const connection of server.connections) connection.close();
      })
      .catch((error: unknown) => answer(error instanceof Error ? error : new Error(String(error))));
  },
};
const server = new SMTPServer(options);
// A client that hangs up in the middle is an error to the server, and an ordinary day to its tests.
server.on('error', (error) => console.error(error.message));
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
process.once('SIGTERM', () => process.exit(0));
