import { QueryBus } from '@nestjs/cqrs';
import { isKeyItself, keysOf, readJson, signatureOf } from '../../credits/index.js';
import type { CliCommand } from '../../platform/cli.js';
import { GetCloseMonths } from './close.queries.js';
import { closingFile, type CheckResult } from './close.shared.js';
import { ClosingService } from './closing-service.js';
import { bodyOf, hashesOf } from './closings.js';
import { closedBy } from './events.js';
import { isChanged } from './figures.shared.js';
import { monthName } from './month.shared.js';

/** `close`: lists the months. A command does not prove who gives it, so it does not sign. */
const listCommand: CliCommand = {
  name: 'close',
  takes: [],
  does: 'lists the months with their states; months are closed and re-opened on the page /finance/close only',
  async run({ get, say }) {
    for (const { month, state, last, waiting } of await get(QueryBus).execute(new GetCloseMonths())) {
      say(
        `${month}  ${state}${last === null ? '' : `  closing ${last.closing} of ${new Date(last.at).toISOString()} by ${last.actor.id}${last.reopened === null ? '' : `, re-opened ${new Date(last.reopened.at).toISOString()} by ${last.reopened.actor.id} (${last.reopened.reason}, ${last.reopened.case})`}`}${waiting === null ? '' : `  ${waiting.step} was decided, but not completed`}`,
      );
    }
    return 0;
  },
};

const lineOf = ({ name, problem, params, acceptable }: CheckResult): string =>
  `${name}: ${
    problem === null
      ? 'ok'
      : `${problem}${Object.entries(params)
          .map(([key, value]) => ` ${key}=${value}`)
          .join('')}${acceptable ? ' (can be accepted with a reason)' : ''}`
  }`;

/** `close <month>`: the checks of an open month, or the comparison of a closed one with its signed figures. */
const checkCommand: CliCommand = {
  name: 'close',
  takes: ['<YYYY-MM>'],
  does: 'runs the checks before a month is closed, or compares a closed month with its signed figures; exit code 1 if a check fails or a figure differs',
  async run({ get, say }, [month = '']) {
    if (!monthName.safeParse(month).success) throw new Error(`${month} is not a month. Write it as 2026-10.`);
    const service = get(ClosingService);
    const reviewed = await service.review(month);
    if (!reviewed.ok) throw new Error(`${month} has not begun.`);
    const { state, figures, differs } = reviewed.value;
    const closing = closedBy(state);
    if (closing === undefined) {
      const results = await service.check(month);
      for (const result of results) say(lineOf(result));
      return results.every(({ problem }) => problem === null) ? 0 : 1;
    }
    say(
      `${month} was closed by ${closing.actor} at ${new Date(closing.at).toISOString()}, closing ${closing.closing}.`,
    );
    for (const { group, unit, name, of, frozen, now, late } of figures.filter(
      (row) => isChanged(row) || row.late !== 0,
    )) {
      say(
        `${group} ${unit} ${name}${of === null ? '' : ` ${of}`}: signed ${frozen ?? 0}, now ${now}, of which ${late} became known after closing`,
      );
    }
    say(differs ? 'The figures are NOT those that were signed.' : 'The figures are those that were signed.');
    return differs ? 1 : 0;
  },
};

/** `verify-close <file>`: verifies the file of a closing, offline. */
const verifyCommand: CliCommand = {
  name: 'verify-close',
  takes: ['<closing.json>'],
  options: { key: '<file>' },
  does: 'verifies the signed file of a closed month, with its own key or a published one; works without stores and network',
  async runBare(say, [path = ''], options) {
    const read = closingFile.safeParse(await readJson(path));
    if (!read.success) throw new Error(`${path} is not the file of a closing.`);
    const { body, signature, key } = read.data;
    const given = await keysOf(options.get('key'));
    const { kid, month, closing, closedAt, actor, accepted } = bodyOf(read.data);
    const verdict = signatureOf(
      { signed: { body, signature }, body: { kid } },
      (given === 'own' ? [key] : given).filter(isKeyItself),
    );
    if (verdict !== 'valid') {
      say(
        verdict === 'unknown-key'
          ? `It is signed with the key ${kid}, which is none of those given.`
          : 'The file was changed: its signature is not that of its key.',
      );
      return 1;
    }
    say(
      `Closing ${closing} of ${month}, signed for ${actor} at ${new Date(closedAt).toISOString()} with the key ${kid}${accepted.length === 0 ? '' : `; accepted: ${accepted.map((one) => `${one.check} (${one.reason}, ${one.case})`).join(', ')}`}.`,
    );
    const { document, figures } = hashesOf(read.data);
    say(`The event MonthClosed names the document ${document} and the figures ${figures}.`);
    if (given === 'own')
      say(
        'The key comes from the file: compare it with the one published at /.well-known/kinora/ledger-key, or pass that one as --key.',
      );
    return 0;
  },
};

/** Commands of `npm run ledger` about closed months. */
export const closeCommands: readonly CliCommand[] = [listCommand, checkCommand, verifyCommand];
