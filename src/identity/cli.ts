import type { Clock } from '../kernel/clock.js';
import type { CliCommand, CliGroup, CliTools } from '../platform/cli.js';
import { OPERATOR_ROLES, type OperatorRole } from '../platform/http/security/session-user.js';
import type { NetworkSettings } from '../platform/http/request.js';
import { CONFIG, WALL_CLOCK } from '../platform/tokens.js';
import { Addresses } from './accounts/addresses.js';
import { parseEmail } from './accounts/email.js';
import { adminLink, Operators } from './operators/operators.js';
import { OPERATOR, OperatorChain } from './operators/operator-log/log.js';
import type { UserDocument } from './accounts/user.js';
import { Users } from './accounts/users.js';

const isRole = (text: string): text is OperatorRole => OPERATOR_ROLES.some((role) => role === text);

/** @throws Error with a message for the operator */
function roleOf(text: string): OperatorRole {
  if (!isRole(text)) throw new Error(`There is no role ${text}. Roles are ${OPERATOR_ROLES.join(' and ')}.`);
  return text;
}

/**
 * The user of a verified address.
 * @throws Error with a message for the operator, StoreUnavailable
 */
async function userOf(tools: CliTools, text: string): Promise<UserDocument> {
  const email = parseEmail(text);
  const user = email === undefined ? undefined : await tools.get(Addresses).owner(email.key);
  if (user === undefined)
    throw new Error(`No account has the address ${text}. It has to be signed up and verified first.`);
  return user;
}

const named = (user: UserDocument): string => user.emailGiven ?? `a visitor (${user.id})`;

/** Prints one line with a user's current rights. */
function printUser(tools: CliTools, user: UserDocument): void {
  tools.say(`${named(user)}: ${user.roles.length === 0 ? 'no role' : user.roles.join(', ')}`);
}

const grantRole: CliCommand = {
  name: 'grant-role',
  takes: ['<email>', '<role>'],
  does: 'gives a user the role admin or finance',
  run: async (tools, [email = '', role = '']) => {
    const wanted = roleOf(role);
    const user = await tools
      .get(Operators)
      .grant((await userOf(tools, email)).id, wanted, { who: OPERATOR, what: 'users grant-role' });
    if (user !== undefined) printUser(tools, user);
    return 0;
  },
};

const revokeRole: CliCommand = {
  name: 'revoke-role',
  takes: ['<email or user id>', '<role>'],
  does: 'takes a role away',
  run: async (tools, [who = '', role = '']) => {
    const unwanted = roleOf(role);
    const operators = tools.get(Operators);
    // A visitor may still have a role from the time before roles required an account.
    const visitor = (await operators.list()).find(({ id }) => id === who);
    const user = await operators.revoke((visitor ?? (await userOf(tools, who))).id, unwanted, {
      who: OPERATOR,
      what: 'users revoke-role',
    });
    if (user !== undefined) printUser(tools, user);
    return 0;
  },
};

const listRoles: CliCommand = {
  name: 'list-roles',
  takes: [],
  does: 'lists all users with a role',
  run: async (tools) => {
    const users = await tools.get(Operators).list();
    for (const user of users) printUser(tools, user);
    if (users.length === 0) tools.say('No account has a role.');
    return 0;
  },
};

const confirmAddress: CliCommand = {
  name: 'confirm-address',
  takes: ['<email>'],
  does: 'confirms an address that was entered without a confirmation letter; letters are sent to it from then on',
  run: async (tools, [email = '']) => {
    const { id } = await userOf(tools, email);
    const user = await tools
      .get(Users)
      .change(id, ({ emailUnproven, ...stored }) => (emailUnproven === undefined ? 'unchanged' : { document: stored }));
    if (user !== undefined) tools.say(`${named(user)}: confirmed`);
    return 0;
  },
};

const printAdminLink: CliCommand = {
  name: 'admin-link',
  takes: [],
  does: 'prints a link that gives one account the roles admin and finance, valid once and for a day',
  run: async (tools) => {
    const config = tools.get<NetworkSettings & { readonly port: number }>(CONFIG);
    const token = await tools.get(Operators).issue(tools.get<Clock>(WALL_CLOCK).now());
    tools.say(adminLink(config.publicUrl ?? `http://localhost:${config.port}`, token));
    tools.say('Restart Kinora, then open the link.');
    return 0;
  },
};

const verifyLog: CliCommand = {
  name: 'verify-log',
  takes: [],
  does: 'verifies the hash chain of the operator log, and names the first altered record',
  run: async (tools) => {
    const verdict = await tools.get(OperatorChain).verify();
    if (!verdict.intact) {
      tools.say(`Record ${verdict.number} is ${verdict.reason}.`);
      return 1;
    }
    tools.say(`${verdict.records} records are unchanged. The last has the hash ${verdict.hash}.`);
    return 0;
  },
};

/** Operator commands for user roles. */
export const usersCli: CliGroup = {
  name: 'users',
  commands: [grantRole, revokeRole, listRoles, confirmAddress, printAdminLink, verifyLog],
};
