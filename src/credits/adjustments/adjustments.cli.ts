import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { COMMAND_LINE } from '../../kernel/permissions.shared.js';
import type { Result } from '../../kernel/result.js';
import type { CliCommand, CliTools } from '../../platform/cli.js';
import type { AccountKey } from '../account/account.key.js';
import {
  adjustInput,
  adjustmentFilter,
  caseReference,
  REQUESTABLE_REASONS,
  type AdjustmentFilter,
  type AdjustmentView,
} from './adjustment.shared.js';
import { moment } from '../books/books.cli.js';
import { DecideAdjustment, RequestAdjustment, ReverseAdjustment } from './adjustments.commands.js';
import type { Request } from './adjustments.js';
import { GetAdjustments } from './adjustments.queries.js';

const ACCOUNT_OPTIONS = { app: '<name>', usage: '<type>' };
const PAGE = 200;

type Options = ReadonlyMap<string, string>;

/** @throws Error naming the option or argument that is invalid */
function readAccount(userId: string, options: Options): AccountKey {
  const { app: appName, usage: usageType } = Object.fromEntries(options);
  const checked = adjustInput
    .pick({ userId: true, appName: true, usageType: true })
    .safeParse({ userId, appName, usageType });
  if (!checked.success) throw new Error(`not an account: ${checked.error.issues[0]?.path.join('.') ?? ''}`);
  // given by the operator; its first credits create the account
  return { ...checked.data, userId: checked.data.userId as UserId };
}

/** @throws Error for a case that could be a text */
function readCase(typed: string): string {
  const checked = caseReference.safeParse(typed);
  if (!checked.success)
    throw new Error('the case is an id of at most 100 letters, digits and . : / # - _, without spaces');
  return checked.data;
}

function report({ say }: CliTools, answer: Result<Request, ProductError>): number {
  if (!answer.ok) {
    say(`Refused: ${answer.error.identifier} ${JSON.stringify(answer.error.params)}`);
    return 1;
  }
  const {
    requestId,
    document: { state, amount, userId, steps },
  } = answer.value;
  const error = steps.at(-1)?.error;
  const detail =
    state === 'awaiting-approval'
      ? ': another person has to approve it'
      : error === null || error === undefined
        ? ''
        : `: ${error.identifier} ${JSON.stringify(error.params)}`;
  say(`${userId}: ${amount} credits, ${state}${detail}`);
  say(`request ${requestId}`);
  return state === 'refused' ? 1 : 0;
}

/** `npm run ledger -- adjust`: requests an adjustment. One per account, reason and case. */
const adjustCommand: CliCommand = {
  name: 'adjust',
  takes: ['<user id>', '<credits>', '<case>'],
  options: {
    reason: REQUESTABLE_REASONS.join('|'),
    note: '<text>',
    'valid-at': '<day or ISO time>',
    ...ACCOUNT_OPTIONS,
  },
  does: 'requests an adjustment (by default of reason goodwill), once per account, reason and case; above the limit it waits for another person',
  async run(tools, [user = '', credits = '', about = ''], options) {
    const account = readAccount(user, options);
    const reference = readCase(about);
    const wanted = adjustInput
      .pick({ amount: true, reason: true, note: true, validAt: true })
      .safeParse({
        amount: Number(credits),
        reason: options.get('reason') ?? 'goodwill',
        note: options.get('note'),
        validAt: options.get('valid-at'),
      });
    if (!wanted.success) throw new Error(`not an adjustment: ${wanted.error.issues[0]?.path.join('.') ?? ''}`);
    const { reason } = wanted.data;
    return report(
      tools,
      await tools
        .get(CommandBus)
        .execute(
          new RequestAdjustment({
            ...wanted.data,
            account,
            reference,
            actor: COMMAND_LINE,
            adjustmentId: `${reason}.${reference}`,
            requestId: `cli.${account.userId}.${account.appName}.${account.usageType}.${reason}.${Buffer.from(reference).toString('base64url')}`,
          }),
        ),
    );
  },
};

/** Requests can be rejected by command, but not approved: a command does not prove that it is another person's. */
const rejectCommand: CliCommand = {
  name: 'reject-adjustment',
  takes: ['<request>'],
  options: { note: '<text>' },
  does: 'rejects a request that another person made',
  async run(tools, [requestId = ''], options) {
    return report(
      tools,
      await tools
        .get(CommandBus)
        .execute(new DecideAdjustment(requestId, 'rejected', COMMAND_LINE, options.get('note') ?? '')),
    );
  },
};

const reverseCommand: CliCommand = {
  name: 'reverse-adjustment',
  takes: ['<user id>', '<adjustment>', '<case>'],
  options: { note: '<text>', 'valid-at': '<day or ISO time>', ...ACCOUNT_OPTIONS },
  does: 'requests the counterpart of an adjustment',
  async run(tools, [user = '', adjustmentId = '', about = ''], options) {
    const account = readAccount(user, options);
    const validAt = moment(options, 'valid-at') ?? null;
    return report(
      tools,
      await tools
        .get(CommandBus)
        .execute(
          new ReverseAdjustment({
            account,
            adjustmentId,
            validAt,
            reference: readCase(about),
            note: options.get('note') ?? '',
            actor: COMMAND_LINE,
          }),
        ),
    );
  },
};

const lineOf = ({
  requestedAt,
  requestId,
  userId,
  appName,
  usageType,
  amount,
  reason,
  reference,
  state,
  actor,
  approver,
  reverses,
  validAt,
}: AdjustmentView): string =>
  [
    new Date(requestedAt).toISOString(),
    state,
    `${userId}.${appName}.${usageType}`,
    String(amount),
    reason,
    reference,
    `by ${actor}`,
    ...(approver === null ? [] : [`approved by ${approver}`]),
    ...(reverses === null ? [] : [`reverses ${reverses}`]),
    ...(validAt === null ? [] : [`valid ${new Date(validAt).toISOString()}`]),
    requestId,
  ].join('  ');

const listCommand: CliCommand = {
  name: 'adjustments',
  takes: [],
  options: {
    user: '<user id>',
    reason: '<reason>',
    actor: '<id>',
    state: '<state>',
    from: '<day or ISO time>',
    to: '<day or ISO time>',
    ...ACCOUNT_OPTIONS,
  },
  does: 'lists adjustments and requests for them, newest first',
  async run({ get, say }, _args, options) {
    const { user, app, usage, ...rest } = Object.fromEntries(options);
    const filter = adjustmentFilter.safeParse({ ...rest, userId: user, appName: app, usageType: usage });
    if (!filter.success) throw new Error(`not a filter: ${filter.error.issues[0]?.path.join('.') ?? ''}`);
    for await (const view of everyAdjustment(get(QueryBus), filter.data)) say(lineOf(view));
    return 0;
  },
};

async function* everyAdjustment(
  queries: Pick<QueryBus, 'execute'>,
  filter: AdjustmentFilter,
): AsyncGenerator<AdjustmentView, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await queries.execute(
      new GetAdjustments(filter, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }),
    );
    yield* page.adjustments;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** The commands about adjustments. */
export const adjustmentCommands: readonly CliCommand[] = [adjustCommand, rejectCommand, reverseCommand, listCommand];
