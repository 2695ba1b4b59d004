import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RequestMethod, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { z } from 'zod';
import { BillingGateways, type ReportedFact } from '../../../src/billing/index.js';
import { PROCEDURES } from '../../../src/creation/procedures/params.shared.js';
import { userDocument, USERS } from '../../../src/identity/accounts/user.js';
import { answerTo, KINDS, PERMISSIONS, type Kind, type Permission } from '../../../src/kernel/permissions.shared.js';
import { SessionGuard } from '../../../src/platform/http/security/session.guard.js';
import { TIER_READER } from '../../../src/platform/tokens.js';
import type { TierReader, UserId } from '../../../src/platform/http/security/session-user.js';
import { member, Person } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { deliveryOf, fakeGateway, fakeOwner } from '../../support/servers/fake-gateway.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

/** Every call by the permission that it needs. A new one has to be written in here. */
const CALLS: Readonly<Partial<Record<Permission, readonly string[]>>> = {
  acceptInvite: ['rewards.acceptInvite'],
  adjustCredits: [
    'finance.adjust',
    'finance.approveAdjustment',
    'finance.rejectAdjustment',
    'finance.reverseAdjustment',
  ],
  answerMessages: ['contact.answer', 'contact.get', 'contact.list', 'contact.setState'],
  appeal: ['refusal.appeal', 'refusal.own', 'report.appeal', 'report.own'],
  checkIn: ['rewards.checkIn', 'rewards.claimMission', 'rewards.get'],
  claimRoles: ['account.claimAdmin'],
  closeMonths: ['close.reopen', 'close.sign', 'close.withdraw'],
  connectEngines: [
    'engines.connect',
    'engines.discover',
    'engines.installs.install',
    'engines.installs.list',
    'engines.installs.log',
    'engines.installs.remove',
    'engines.installs.stop',
    'engines.installs.watch',
    'engines.list',
    'engines.look',
    'engines.loras.change',
    'engines.loras.list',
    'engines.loras.refresh',
    'engines.loras.sample',
    'engines.readWorkflow',
    'engines.remove',
    'engines.removeWorkflow',
    'engines.saveWorkflow',
    'engines.serves',
    'engines.test',
    'engines.update',
    'engines.workflow',
    'optionalModels.install',
    'optionalModels.onChange',
    'optionalModels.remove',
  ],
  contact: ['contact.send'],
  create: [...PROCEDURES, 'board.quote', 'board.run', 'work.surcharge'],
  editModeration: ['moderation.change', 'moderation.history', 'moderation.policy'],
  editAccounting: ['accounting.change'],
  editCatalogue: [
    'catalog.create',
    'catalog.delete',
    'catalog.entries',
    'catalog.entry',
    'catalog.history',
    'catalog.preview',
    'catalog.previewAnnouncement',
    'catalog.publish',
    'catalog.restore',
    'catalog.unpublish',
    'catalog.update',
  ],
  endSessions: ['account.signOutEverywhere'],
  handleReports: ['refusal.answer', 'refusal.queue', 'report.decide', 'report.queue'],
  ownAccount: [
    'account.changePassword',
    'account.delete',
    'account.sessions',
    'account.ways',
    'apiKey.create',
    'apiKey.list',
    'apiKey.replace',
    'apiKey.revoke',
    'avatar.choose',
    'profile.removeImage',
    'profile.setDecisionLetters',
    'profile.update',
    'webhook.create',
    'webhook.deliveries',
    'webhook.enable',
    'webhook.list',
    'webhook.remove',
    'webhook.sendAgain',
  ],
  ownCredits: [
    'account.claimVisitorGrant',
    'credits.accounts',
    'credits.balance',
    'credits.expiries',
    'credits.line',
    'credits.onChange',
    'credits.receipt',
    'credits.statement',
  ],
  ownData: ['account.deleteVisitor', 'account.export', 'account.exportStatus'],
  ownProfile: [
    'catalog.announcements',
    'catalog.dismiss',
    'notices.list',
    'notices.onChange',
    'notices.read',
    'user.find',
  ],
  ownUsage: [
    'billing.cancel',
    'billing.changePlan',
    'billing.checkout',
    'billing.order',
    'billing.overview',
    'billing.portal',
    'billing.previewChange',
    'billing.reactivate',
    'invoices.list',
    'subLog.getSubLog',
    'subUsage.getSubUsage',
  ],
  ownWorks: [
    'board.cancel',
    'board.get',
    'board.save',
    'board.watch',
    'project.create',
    'project.delete',
    'project.get',
    'project.list',
    'project.move',
    'project.rename',
    'project.summaries',
    'task.allowance',
    'task.cancel',
    'task.change',
    'task.delete',
    'task.drawnNames',
    'task.get',
    'task.inspectSource',
    'task.list',
    'task.onChange',
    'task.prompts',
    'task.readWords',
    'upload.create',
    'upload.crop',
    'upload.delete',
    'upload.finish',
    'upload.get',
    'upload.recipe',
    'upload.trim',
  ],
  publish: ['work.ask', 'work.list', 'work.publish', 'work.withdraw'],
  react: [
    'work.bookmark',
    'work.follow',
    'work.like',
    'work.ownFeed',
    'work.unbookmark',
    'work.unfollow',
    'work.unlike',
  ],
  readAnalytics: ['analytics.report'],
  readLedgers: [
    'accounting.settings',
    'close.month',
    'close.months',
    'finance.adjustments',
    'finance.failedWork',
    'finance.grants',
    'finance.history',
    'finance.liability',
    'finance.movements',
    'finance.owed',
    'finance.parked',
    'finance.people',
    'finance.receivableAges',
    'finance.receivables',
    'finance.reconciliation',
    'finance.reconciliations',
    'finance.rollForward',
    'finance.roots',
    'finance.search',
    'finance.tieOut',
    'finance.trialBalance',
    'journal.byDay',
    'reports.list',
    'reports.remove',
    'reports.rename',
    'reports.save',
    'revenue.byDay',
    'revenue.deferred',
    'revenue.paymentsOf',
    'revenue.register',
    'revenue.schedule',
    'revenue.trace',
  ],
  readLetters: ['installation.advice', 'mail.get', 'mail.list'],
  readOperatorLog: ['operatorLog.list', 'operatorLog.verify'],
  readPublic: [
    'billing.offer',
    'catalog.gallery',
    'catalog.models',
    'credits.published',
    'lora.list',
    'user.getLegalFacts',
    'user.getReqInfo',
    'work.author',
    'work.feed',
    'work.lineage',
    'work.marks',
    'work.search',
  ],
  reconcile: ['finance.readTransactions', 'finance.reconcile'],
  recoverAccount: ['account.forgotPassword', 'account.resetPassword'],
  refer: ['rewards.earnings', 'rewards.invites'],
  report: ['report.author', 'report.work'],
  reviewWorks: ['work.judge', 'work.reviews'],
  signUp: ['account.humanCheck', 'account.resendVerification', 'account.signUp', 'account.verifyEmail'],
  tellAnalytics: ['analytics.record'],
};

/** Every route of a controller behind the session guard, by the permission that it needs. */
const ROUTES: Readonly<Partial<Record<Permission, readonly string[]>>> = {
  exportLedgers: [
    'GET /api/finance/adjustments',
    'GET /api/finance/closings/:name',
    'GET /api/finance/export',
    'GET /api/finance/journal',
  ],
  ownAccount: ['GET /api/account/avatar/:name'],
  ownCredits: ['GET /api/credits/statement.csv'],
  ownData: ['GET /api/account/export'],
  ownUsage: ['GET /api/billing/invoices/:name'],
  ownWorks: [
    'DELETE /api/uploads/tus/:id',
    'GET /api/library/download',
    'GET /api/media/:taskId/:index',
    'GET /api/media/:taskId/:index/preview',
    'GET /api/media/:taskId/source/:role',
    'GET /api/media/upload/:id',
    'HEAD /api/uploads/tus/:id',
    'OPTIONS /api/uploads/tus',
    'PATCH /api/uploads/tus/:id',
    'POST /api/uploads/tus',
  ],
  readLedgers: ['GET /api/finance/invoices/:invoiceId'],
  readOperatorLog: ['GET /api/operator-log'],
  runSandbox: [
    'GET /api/sandbox',
    'POST /api/sandbox/clock',
    'POST /api/sandbox/invoices/:id',
    'POST /api/sandbox/sales/:id',
  ],
};

/** Every other route of a controller: open to everybody, or guarded by a signature or a key of its own. */
const OPEN_ROUTES: readonly string[] = [
  'GET /.well-known/kinora/ledger-key',
  'GET /.well-known/kinora/ledger-roots',
  'GET /.well-known/kinora/ledger-roots/:file',
  'GET /api/ad-rewards',
  'GET /api/auth/callback/:provider',
  'GET /api/auth/csrf',
  'GET /api/auth/error',
  'GET /api/auth/providers',
  'GET /api/auth/session',
  'GET /api/auth/signin',
  'GET /api/auth/signin/:provider',
  'GET /api/auth/signout',
  'GET /api/explore',
  'GET /api/explore/authors/:id',
  'GET /api/explore/tags',
  'GET /api/health',
  'GET /api/health/ready',
  'GET /api/loras/:id/sample',
  'GET /api/sandbox/checkout/:id',
  'GET /api/sandbox/portal/:id',
  'GET /api/trust',
  'GET /api/works/:id',
  'GET /api/works/:id/media',
  'GET /api/works/:id/poster.jpg',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'POST /api/_dev',
  'POST /api/auth/callback/:provider',
  'POST /api/auth/log',
  'POST /api/auth/_log',
  'POST /api/auth/session',
  'POST /api/auth/signin/:provider',
  'POST /api/auth/signout',
  'POST /api/sandbox/checkout/:id',
  'POST /api/sandbox/checkout/:id/bank',
  'POST /api/sandbox/portal/:id',
];

/** An id of nothing. */
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
/** Ends the session, so it is the last call. */
const LAST = 'account.signOutEverywhere';
/** Deletes the visitor who calls it, and refuses accounts itself: they are deleted with their password. */
const FOR_VISITORS = 'account.deleteVisitor';

const declared = z.object({
  _def: z.object({
    type: z.enum(['query', 'mutation', 'subscription']),
    meta: z.object({
      permission: z.custom<Permission>((name) => typeof name === 'string' && Object.hasOwn(PERMISSIONS, name)),
    }),
  }),
});
type Call = z.infer<typeof declared>['_def'] & { readonly path: string };

/** A route of a controller; `permission` if the session guard is before it. */
interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly permission: Permission | undefined;
}

const sorted = (table: Readonly<Partial<Record<Permission, readonly string[]>>>) =>
  Object.fromEntries(Object.entries(table).map(([permission, names]) => [permission, [...names].sort()]));

/** Groups names by permission. */
function table(entries: readonly { readonly permission: Permission; readonly name: string }[]) {
  const found: Partial<Record<Permission, string[]>> = {};
  for (const { permission, name } of entries) (found[permission] ??= []).push(name);
  return sorted(found);
}

/** Metadata of a method, otherwise of its class, by the description of its key. */
function metadata(key: string, ...targets: readonly object[]): unknown {
  for (const target of targets)
    for (const own of Reflect.getMetadataKeys(target) as readonly (string | symbol)[])
      if (own === key || (typeof own === 'symbol' && own.description === key))
        return Reflect.getMetadata(own, target) as unknown;
  return undefined;
}

function routesOf(app: TestApp): readonly Route[] {
  const controllers = [...app.nest.get(ModulesContainer, { strict: false }).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers.flatMap(({ metatype }) => {
    if (typeof metatype !== 'function') return [];
    const prototype = metatype.prototype as Readonly<Record<string, unknown>>; // a controller is a class
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const method = typeof handler === 'function' ? metadata('method', handler) : undefined;
      if (typeof handler !== 'function' || typeof method !== 'number') return [];
      const guards = [metadata('__guards__', handler), metadata('__guards__', metatype)].flat() as readonly Type[];
      const isGuarded = guards.includes(SessionGuard);
      const permission = isGuarded ? (metadata('PERMISSION', handler, metatype) as Permission | undefined) : undefined;
      const verb = RequestMethod[method] ?? '';
      return [metadata('path', handler)].flat().map((own) => {
        const path = `/${String(metadata('path', metatype))}/${String(own)}`
          .replaceAll(/\/+/g, '/')
          .replace(/(.)\/$/, '$1');
        return { name: `${verb} ${path}`, method: verb, path, permission };
      });
    });
  });
}

describe('who may do what', () => {
  let app: TestApp;
  const people = new Map<Kind, Person>();

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    app.nest.get(BillingGateways).add(fakeGateway());
    const visitor = new Person(app.url);
    await visitor.visit();
    people.set('nobody', new Person(app.url)).set('anonymous', visitor);
    for (const kind of ['free', 'subscriber', 'unlimited', 'admin', 'finance'] as const)
      people.set(kind, await member(app, `${kind}@example.org`));
    await subscribe('subscriber', 'kinora-lite-monthly');
    await subscribe('unlimited', 'kinora-unlimited-monthly');
    await appoint('admin');
    await appoint('finance');
  });
  afterAll(() => app.close());

  const person = (kind: Kind): Person => {
    const found = people.get(kind);
    if (found === undefined) throw new Error(`nobody is ${kind}`);
    return found;
  };

  async function subscribe(kind: Kind, priceId: string): Promise<void> {
    const { id } = await person(kind).me();
    const at = app.parts.clock.now();
    const facts: readonly ReportedFact[] = [
      {
        type: 'SubscriptionStarted',
        data: {
          factId: `f-${kind}`,
          occurredAt: at,
          currency: 'usd',
          customSub: 0,
          customerId: `c-${kind}`,
          discountRate: 0,
          periodEnd: at + 86_400_000,
          periodStart: at,
          priceId,
          status: 'active',
        },
      },
    ];
    const events = [{ kind: 'subscription', owner: fakeOwner(id), externalId: `sub-${kind}`, facts }] as const;
    const { body, signature } = deliveryOf(`e-${kind}`, events, at);
    await person(kind).fetch('/api/webhooks/fake', { method: 'POST', body, headers: { 'fake-signature': signature } });
    await until(
      () => app.nest.get<TierReader>(TIER_READER, { strict: false }).tierOf(id as UserId), // the session's own
      (tier) => tier !== undefined,
    );
  }

  async function appoint(role: 'admin' | 'finance'): Promise<void> {
    const users = await app.parts.documents.collection(USERS, (stored) => userDocument.parse(stored));
    const { id } = await person(role).me();
    const found = await users.get(id);
    if (found === undefined) throw new Error(`nobody is ${role}`);
    await users.put({ id, document: { ...found.document, roles: [role] }, expectedVersion: found.version });
    // Roles are read anew a few seconds after they were given.
    app.pass(6_000);
  }

  const calls = (): readonly Call[] =>
    Object.entries(app.router._def.procedures as object) // a record of all procedures
      .map(([path, call]) => ({
        path,
        ...declared.parse({ _def: Reflect.get(call as object, '_def') as unknown })._def,
      }))
      .sort((a, b) => Number(a.path === LAST) - Number(b.path === LAST));

  /** What the table of permissions says about somebody of a kind; operators have an account without a plan too. */
  const expected = (permission: Permission, kind: Kind): string | undefined => {
    const isOperator = kind === 'admin' || kind === 'finance';
    const answer = answerTo(permission, { kinds: isOperator ? ['free', kind] : [kind] });
    return { yes: undefined, 'sign-in': 'NOT_SIGNED_IN', upgrade: 'PRO_FEATURE', no: 'PERMISSION_ERROR' }[answer];
  };

  /** Why a call was refused for whom it came from; undefined if it was not. Its input is of a wrong type. */
  async function refusalOf(who: Person, { path, type }: Call): Promise<string | undefined> {
    const ended = new AbortController();
    const answer =
      type === 'mutation'
        ? await who.fetch(`/api/trpc/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: 'null',
          })
        : await who.fetch(`/api/trpc/${path}?input=null`, { signal: ended.signal });
    const text = type === 'subscription' ? await firstEvent(answer) : await answer.text();
    ended.abort();
    return /"(?:identifier)":"(NOT_SIGNED_IN|PRO_FEATURE|PERMISSION_ERROR)"/.exec(text.replaceAll('\\', ''))?.[1];
  }

  it('is named here for every call and every route', () => {
    expect(table(calls().map(({ path, meta }) => ({ name: path, ...meta })))).toEqual(sorted(CALLS));
    const routes = routesOf(app);
    expect(
      table(routes.flatMap(({ name, permission }) => (permission === undefined ? [] : [{ name, permission }]))),
    ).toEqual(sorted(ROUTES));
    expect(routes.flatMap(({ name, permission }) => (permission === undefined ? [name] : [])).sort()).toEqual(
      [...OPEN_ROUTES].sort(),
    );
  });

  it.each(KINDS)('is answered to %s by every route as the table of permissions says', async (kind) => {
    const seen: Record<string, string | undefined> = {};
    const wanted: Record<string, string | undefined> = {};
    for (const { name, method, path, permission } of routesOf(app)) {
      if (permission === undefined) continue;
      wanted[name] = expected(permission, kind);
      const { status, body } = await person(kind).fetch(path.replaceAll(/:\w+/g, UNKNOWN), {
        method,
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      await body?.cancel();
      seen[name] = { 401: 'NOT_SIGNED_IN', 403: 'PERMISSION_ERROR' }[status];
    }
    expect(seen).toEqual(wanted);
  });

  it.each(KINDS)('is answered to %s by every call as the table of permissions says', async (kind) => {
    const seen: Record<string, string | undefined> = {};
    const wanted: Record<string, string | undefined> = {};
    for (const call of calls()) {
      const isFirst = call.path === FOR_VISITORS && kind === 'anonymous';
      const who = isFirst ? new Person(app.url) : person(kind);
      if (isFirst) await who.visit();
      wanted[call.path] =
        expected(call.meta.permission, kind) ??
        (call.path === FOR_VISITORS && kind !== 'anonymous' ? 'PERMISSION_ERROR' : undefined);
      seen[call.path] = await refusalOf(who, call);
    }
    expect(seen).toEqual(wanted);
  });
});

/** The first event of a subscription after the one that says that it is connected; all of an answer that has ended. */
async function firstEvent(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = answer.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (/\n\n[^]*data:[^]*\n\n/.test(text)) break;
  }
  return text;
}
