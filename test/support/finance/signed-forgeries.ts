import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closingBody, closingFile, type ClosingBody } from '../../../src/billing/close/close.shared.js';
import { hashesOf } from '../../../src/billing/close/closings.js';
import { signingKey } from '../../../src/credits/proof/signing-key.js';
import { z } from 'zod';
import { closedMonths } from './closed-months.js';
import { DAY_MS } from '../people/year-life.js';
import { changeData, found, inFile, rehash } from './forgeries.js';

const closings = z.object({ closings: z.array(z.object({ month: z.string(), closing: z.int(), file: closingFile })) });
const isOf =
  (month: string, closing: number) =>
  (one: { readonly month: string; readonly closing: number }): boolean =>
    one.month === month && one.closing === closing;

/**
 * Changes what a closing states, signs it again with the installation's key, and rewrites its event, as somebody could
 * who has the key and the log. No signature, hash or root shows it.
 */
export function signedAgain(
  secret: string,
  folder: string,
  month: string,
  closing: number,
  change: (body: ClosingBody) => void,
): void {
  const path = join(folder, 'closings.json');
  const read = closings.parse(JSON.parse(readFileSync(path, 'utf8')));
  const one = read.closings.find(isOf(month, closing));
  if (one === undefined) throw new Error('there is no such closing');
  const { kid: _kid, kind, ...content } = closingBody.parse(JSON.parse(one.file.body));
  const body: ClosingBody = { ...content, kind, kid: '' };
  change(body);
  const { kid: _none, kind: _kind, ...changed } = body;
  const key = signingKey(secret);
  one.file = { ...key.signDocument(kind, changed), key: key.publicKey };
  writeFileSync(path, JSON.stringify(read));
  inFile('other-events', (rows) => {
    const event = found(
      rows,
      ({ type, data = '' }) => type === 'MonthClosed' && data.includes(`"closingId":"${month}.${closing}"`),
    );
    changeData(event, hashesOf(one.file));
    rehash(rows, event['stream'] ?? '');
    return undefined;
  })(folder);
}

function first<Item>(items: readonly Item[] | null, isMeant: (item: Item) => boolean = () => true): Item {
  const item = items?.find(isMeant);
  if (item === undefined) throw new Error('the closing has no such figure');
  return item;
}

const eur = ({ figures }: ClosingBody) => first(figures.money, ({ currency }) => currency === 'eur');
const account = ({ figures }: ClosingBody, role: string) =>
  first(figures.journal, (one) => one.currency === 'eur' && one.role === role);
const [before, newest] = closedMonths();
type Change = readonly [
  what: string,
  month: string,
  closing: number,
  change: (body: ClosingBody) => void,
  named: RegExp,
];

const CHANGES: readonly Change[] = [
  [
    'revenue',
    newest,
    2,
    (body) => {
      eur(body).revenue.paid += 100;
    },
    /money eur paid was signed as \d+, but the facts that it knows give \d+/,
  ],
  [
    'revenue of a price',
    before,
    1,
    (body) => {
      first(eur(body).prices).recognised -= 1;
    },
    /money eur recognised \S+ was signed as/,
  ],
  [
    'deferred revenue',
    before,
    1,
    (body) => {
      eur(body).deferred.closing -= 500;
    },
    /money eur deferredClosing was signed as/,
  ],
  [
    'a receivable',
    newest,
    2,
    (body) => {
      first(body.figures.credits).receivable += 1;
    },
    /credits \S+ receivable was signed as/,
  ],
  [
    'the liability by month',
    before,
    1,
    (body) => {
      first(first(body.figures.credits).liability, ({ available }) => available > 0).available += 1;
    },
    /credits \S+ expiringAvailable \S+ was signed as/,
  ],
  [
    'tax in the journal',
    newest,
    2,
    (body) => {
      account(body, 'tax').credit += 9;
      account(body, 'clearing').debit += 9;
    },
    /journal eur credit sandbox tax was signed as/,
  ],
  [
    'a payout in the journal',
    before,
    1,
    (body) => {
      account(body, 'bank').debit += 100;
      account(body, 'clearing').credit += 100;
    },
    /journal eur debit sandbox bank was signed as/,
  ],
  [
    'its root',
    before,
    1,
    (body) => {
      if (body.figures.root !== null) body.figures.root = { ...body.figures.root, hash: '0'.repeat(64) };
    },
    /names another root of \S+ than roots\.json/,
  ],
  [
    'fewer facts than it could know',
    newest,
    2,
    (body) => {
      body.known -= 4;
    },
    /leaves out \d+ facts of its month that were recorded before its time/,
  ],
  [
    'more facts than there were',
    newest,
    2,
    (body) => {
      body.known += 1_000;
    },
    /claims to know \d+ events of subscriptions and purchases, but only \d+ stand before it/,
  ],
  [
    'a time before facts that it leaves out',
    newest,
    2,
    (body) => {
      body.closedAt -= DAY_MS;
      body.known -= 4;
    },
    /states the time \S+, but its event was recorded at \S+: later than signing takes/,
  ],
  [
    'a time after its event',
    newest,
    2,
    (body) => {
      body.closedAt += DAY_MS;
    },
    /states the time \S+, which is after its event of \S+/,
  ],
  [
    'no journal',
    newest,
    2,
    (body) => {
      body.figures.journal = null;
    },
    /has no journal, but the facts that it knows give one/,
  ],
  [
    'no root',
    before,
    1,
    (body) => {
      body.figures.root = null;
    },
    /names no root of \S+, but roots\.json has one/,
  ],
  [
    'a price that occurs twice',
    newest,
    2,
    (body) => {
      eur(body).prices.push({ ...first(eur(body).prices), paid: 1 });
    },
    /has money eur paid \S+ twice/,
  ],
  [
    'an account of the journal that occurs twice',
    before,
    1,
    (body) => {
      body.figures.journal?.unshift({ ...account(body, 'tax'), credit: 1 });
    },
    /has journal eur credit sandbox tax twice/,
  ],
];

/**
 * What is forged in a closing that is signed again, how, and how the checker names it. @param secret of the
 * installation
 */
export const signedForgeries = (secret: string): readonly (readonly [string, (folder: string) => void, RegExp])[] =>
  CHANGES.map(([what, month, closing, change, named]) => [
    `a closing that is signed again with other figures: ${what}`,
    (folder) => signedAgain(secret, folder, month, closing, change),
    named,
  ]);
