import { wordsOf } from '../kernel/thrown.js';
import type { CliCommand, CliGroup } from '../platform/cli.js';
import { Deliveries, type DeliveryChoice, type StoredDelivery } from './inbox/deliveries.js';
import { Inbox } from './inbox/inbox.js';

const STATES = ['waiting', 'handled', 'parked'] as const;

/** @throws Error with a message for the operator */
function stateOf(text: string | undefined): Pick<DeliveryChoice, 'state'> {
  if (text === undefined) return {};
  const state = STATES.find((one) => one === text);
  if (state === undefined) throw new Error(`There is no state ${text}. States are ${STATES.join(', ')}.`);
  return { state };
}

/** @throws Error with a message for the operator */
function sinceOf(text: string | undefined): Pick<DeliveryChoice, 'since'> {
  if (text === undefined) return {};
  const since = Date.parse(text);
  if (!Number.isFinite(since))
    throw new Error(`${text} is not a time. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.`);
  return { since };
}

const described = ({ id, document: { gateway, eventId, receivedAt, state, tries, reason } }: StoredDelivery): string =>
  `${new Date(receivedAt).toISOString()}  ${state}  ${gateway} ${eventId}  ${id}${reason === null ? '' : `  ${reason} (${tries} tries)`}`;

const list: CliCommand = {
  name: 'list',
  takes: [],
  options: { state: '<waiting, handled or parked>', since: '<ISO time>' },
  does: 'lists webhook deliveries: those of the last 30 days, and the parked ones',
  run: async (tools, _args, options) => {
    let count = 0;
    for await (const stored of tools
      .get(Deliveries)
      .list({ ...stateOf(options.get('state')), ...sinceOf(options.get('since')) })) {
      tools.say(described(stored));
      count += 1;
    }
    tools.say(count === 1 ? '1 delivery.' : `${count} deliveries.`);
    return 0;
  },
};

const replay: CliCommand = {
  name: 'replay',
  takes: [],
  options: { id: '<delivery>', state: '<waiting, handled or parked>', since: '<ISO time>' },
  does: 'handles deliveries again: one, those in a state, or all received since a time; nothing takes effect twice',
  run: async (tools, _args, options) => {
    const deliveries = tools.get(Deliveries);
    const inbox = tools.get(Inbox);
    const id = options.get('id');
    const choice = { ...stateOf(options.get('state')), ...sinceOf(options.get('since')) };
    if (id === undefined && Object.keys(choice).length === 0)
      throw new Error('Name the deliveries with --id, --state parked or --since.');
    if (id !== undefined && (await deliveries.get(id)) === undefined) throw new Error(`There is no delivery ${id}.`);
    // Collect all ids first: handling a delivery changes its state and so its position in the list. Bodies are read one
    // at a time.
    const chosen: string[] = id === undefined ? [] : [id];
    if (id === undefined) for await (const stored of deliveries.list(choice)) chosen.push(stored.id);
    let failed = 0;
    for (const each of chosen) {
      try {
        const stored = await deliveries.get(each);
        if (stored === undefined) throw new Error('deleted in the meantime');
        const { state, reason } = await inbox.replay(stored);
        if (state === 'handled') continue;
        tools.say(`${each}: ${state}, ${reason ?? 'no reason given'}`);
      } catch (error) {
        tools.say(`${each}: ${wordsOf(error)}`);
      }
      failed += 1;
    }
    tools.say(`${chosen.length - failed} of ${chosen.length} handled.`);
    return failed === 0 ? 0 : 1;
  },
};

/** Operator commands for gateway deliveries. */
export const webhooksCli: CliGroup = { name: 'webhooks', commands: [list, replay] };
