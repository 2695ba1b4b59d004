import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BillingGateways, subscriptionIdOf, type ReportedFact } from '../../../src/billing/index.js';
import {
  FORMS,
  needsEngine,
  PROCEDURES,
  slotsOf,
  type ProcedureName,
} from '../../../src/creation/procedures/params.shared.js';
import { UploadStore } from '../../../src/creation/uploads/upload.store.js';
import type { UploadId } from '../../../src/creation/uploads/upload.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { PERMISSIONS, type Permission } from '../../../src/kernel/permissions.shared.js';
import { PASSWORD, member, Person } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { deliveryOf, fakeGateway, fakeOwner } from '../../support/servers/fake-gateway.js';
import { drawn, DRAWN_BYTES } from '../../support/people/drawn.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

/** What somebody has, by the ids that others may come to know. */
interface Owned {
  readonly userId: string;
  readonly taskId: string;
  readonly uploadId: string;
  readonly projectId: string;
  readonly orderId: string;
  readonly subscriptionId: string;
  readonly webhookId: string;
  /** A model that makes what a procedure makes. */
  readonly model: (procedure: string) => string;
}

const OWNER = 'ada@example.org';
/** Of a call that takes no id of anything: why there is nothing of another's to ask for. */
type Nothing = { readonly nothing: string };
/**
 * Of a call that takes ids: what a stranger would send, and what it may come to (`refused` by one of these, or an
 * answer without anything of the owner's).
 */
type Probe = { readonly send: (owned: Owned) => unknown; readonly refused?: readonly string[] };

const envelope = (procedure: string, { model }: Owned) => ({
  requestId: randomUUID(),
  model: model(procedure),
  price: { amount: 1_000, priceVersion: 1 },
});
const output = ({ taskId }: Owned) => ({ from: 'output', taskId, index: 0 });
const GONE = ['IMAGE_NOT_FOUND', 'PROJECT_NOT_FOUND', 'TASK_NOT_FOUND', 'VIDEO_NOT_FOUND'];
/** A creation call with another's files in its slots; where it has none, for another's project. */
function creationCall(procedure: ProcedureName): Probe {
  const form = FORMS[procedure];
  const slots = slotsOf(form);
  const filled = slots.some(({ min }) => min > 0) ? slots.filter(({ min }) => min > 0) : slots.slice(0, 1);
  const texts = Object.entries(form.options).flatMap(([name, option]) =>
    option.kind === 'text' && option.min > 0 ? [[name, 'Sale'] as const] : [],
  );
  return {
    send: (owned) => ({
      ...envelope(procedure, owned),
      ...(form.prompt === 'none' ? {} : { prompt: 'x' }),
      ...(form.likeness === true ? { consent: true } : {}),
      ...(filled.length === 0 ? { projectId: owned.projectId } : {}),
      ...Object.fromEntries<unknown>([
        ...texts,
        ...filled.map(({ name, max }) => {
          const source = name === 'mask' ? { from: 'upload', id: owned.uploadId } : output(owned);
          return [name, max === 1 ? source : [source]] as const;
        }),
      ]),
    }),
    // Without a connected engine no model serves the call, which is found before anything of another's is looked at.
    refused: needsEngine(procedure) ? ['MODEL_NOT_SUPPORTED'] : GONE,
  };
}
const own: Nothing = { nothing: 'is about the caller, as the session says, and takes no id' };

/**
 * Every call that is not for a role: those are closed to strangers by the role. A new one has to be written in here.
 */
const CALLS: Readonly<Record<string, Nothing | Probe>> = {
  'user.find': own,
  'user.getReqInfo': own,
  'user.getLegalFacts': own,
  'account.signUp': { nothing: 'an address is shown to be one’s own by a letter' },
  'account.verifyEmail': { nothing: 'a token or code of a letter, tried in auth-sign-up.test.ts' },
  'account.claimVisitorGrant': own,
  'account.humanCheck': { nothing: 'a challenge, the same kind for everybody' },
  'account.resendVerification': { nothing: 'sends to the address alone' },
  'account.forgotPassword': { nothing: 'sends to the address alone' },
  'account.resetPassword': {
    send: () => ({ token: 'x'.repeat(43), password: 'a password of a stranger' }),
    refused: ['VERIFICATION_EXPIRED'],
  },
  'account.changePassword': {
    send: () => ({ current: 'not the password', password: 'a password of a stranger' }),
    refused: ['WRONG_CREDENTIALS'],
  },
  'account.delete': { send: () => ({ confirm: OWNER, password: PASSWORD }), refused: ['VALIDATION_ERROR'] },
  'account.deleteVisitor': { nothing: 'deletes the caller alone, tried in auth-leaving.test.ts' },
  'account.signOutEverywhere': own,
  'account.sessions': own,
  'account.export': own,
  'account.exportStatus': own,
  'account.ways': own,
  'apiKey.create': own,
  'apiKey.list': own,
  'apiKey.replace': { nothing: 'takes the id of a key, tried in http/public-api.test.ts' },
  'apiKey.revoke': { nothing: 'takes the id of a key, tried in http/public-api.test.ts' },
  'account.claimAdmin': { send: () => ({ token: 'x'.repeat(43) }), refused: ['VERIFICATION_EXPIRED'] },
  'task.inspectSource': {
    send: (owned) => ({ procedure: 'imageTools.backgroundRemover', role: 'image', source: output(owned) }),
    refused: GONE,
  },
  'task.readWords': { nothing: 'reads words, and takes no id' },
  'task.drawnNames': { nothing: 'what everybody may read' },
  'profile.update': own,
  'profile.removeImage': own,
  'profile.setDecisionLetters': own,
  'avatar.choose': { send: (owned) => ({ image: output(owned) }), refused: GONE },
  'contact.send': { nothing: 'goes to the operator, with the address that its writer gives' },
  'rewards.get': own,
  'rewards.checkIn': own,
  'rewards.claimMission': own,
  'rewards.invites': own,
  'rewards.earnings': own,
  'rewards.acceptInvite': { nothing: 'takes the code that a friend has handed out' },
  'notices.list': own,
  'notices.onChange': own,
  'notices.read': { send: ({ userId }) => ({ ids: ['sign-up', `${userId}.sign-up`] }) },
  'credits.balance': { send: ({ userId }) => ({ after: { stream: `credits-${userId}.kinora.credits`, revision: 0 } }) },
  'credits.statement': {
    send: ({ userId }) => ({ text: userId, after: { stream: `credits-${userId}.kinora.credits`, revision: 0 } }),
  },
  'credits.line': { send: ({ userId }) => ({ id: `signup.${userId}` }) },
  'credits.receipt': { send: ({ userId }) => ({ kind: 'grant', id: `signup.${userId}` }) },
  'credits.accounts': own,
  'credits.expiries': own,
  'credits.onChange': own,
  'credits.published': { nothing: 'what everybody may read' },
  'catalog.models': { nothing: 'what everybody may read' },
  'catalog.gallery': { nothing: 'what everybody may read' },
  'catalog.announcements': own,
  'catalog.dismiss': { send: () => ({ id: 'announcement.unknown' }) },
  'lora.list': { nothing: 'what everybody may read' },
  'subUsage.getSubUsage': own,
  'subLog.getSubLog': own,
  'invoices.list': own,
  'billing.offer': { nothing: 'what everybody may read, and whether the caller has had a plan' },
  'billing.overview': own,
  'billing.checkout': { nothing: 'buys for the caller' },
  'billing.order': { send: ({ orderId }) => ({ orderId }), refused: ['ORDER_NOT_FOUND'] },
  'billing.previewChange': {
    send: ({ subscriptionId }) => ({ subscriptionId, priceId: 'kinora-pro-monthly' }),
    refused: ['SUBSCRIPTION_NOT_FOUND'],
  },
  'billing.changePlan': {
    send: ({ subscriptionId }) => ({
      requestId: randomUUID(),
      subscriptionId,
      priceId: 'kinora-pro-monthly',
      dueNow: { minor: 0, currency: 'usd' },
    }),
    refused: ['SUBSCRIPTION_NOT_FOUND'],
  },
  'billing.cancel': {
    send: ({ subscriptionId }) => ({ requestId: randomUUID(), subscriptionId, reasons: [] }),
    refused: ['SUBSCRIPTION_NOT_FOUND'],
  },
  'billing.reactivate': {
    send: ({ subscriptionId }) => ({ requestId: randomUUID(), subscriptionId }),
    refused: ['SUBSCRIPTION_NOT_FOUND'],
  },
  'billing.portal': {
    send: ({ subscriptionId }) => ({ subscriptionId, returnPath: '/en/billing' }),
    refused: ['SUBSCRIPTION_NOT_FOUND'],
  },
  ...Object.fromEntries(PROCEDURES.map((procedure) => [procedure, creationCall(procedure)])),
  'task.get': { send: ({ taskId }) => ({ id: taskId }), refused: GONE },
  'task.list': { send: ({ projectId }) => ({ projectId }), refused: GONE },
  'task.onChange': own,
  'task.allowance': own,
  'task.prompts': own,
  'task.change': { send: ({ taskId }) => ({ ids: [taskId], change: { kind: 'trash' } }), refused: GONE },
  'task.cancel': { send: ({ taskId }) => ({ id: taskId }), refused: GONE },
  'task.delete': { send: ({ taskId }) => ({ id: taskId }), refused: GONE },
  'project.list': own,
  'project.create': { nothing: 'makes a project of the caller’s' },
  'project.get': { send: ({ projectId }) => ({ id: projectId }), refused: GONE },
  'project.summaries': { send: ({ projectId }) => ({ ids: [projectId] }) },
  'project.rename': { send: ({ projectId }) => ({ id: projectId, name: 'A stranger’s' }), refused: GONE },
  'project.delete': { send: ({ projectId }) => ({ id: projectId }), refused: GONE },
  'project.move': { send: ({ projectId, taskId }) => ({ taskIds: [taskId], projectId }), refused: GONE },
  'board.get': { send: ({ projectId }) => ({ projectId }), refused: GONE },
  'board.save': { send: ({ projectId }) => ({ projectId, version: 0, nodes: [], edges: [] }), refused: GONE },
  'board.quote': { send: ({ projectId }) => ({ projectId, to: null }), refused: GONE },
  'board.run': {
    send: ({ projectId }) => ({ projectId, to: null, version: 1, requestId: randomUUID(), total: 1_000 }),
    refused: GONE,
  },
  'board.cancel': { send: () => ({ runId: randomUUID() }), refused: ['RUN_NOT_FOUND'] },
  'board.watch': { send: ({ projectId }) => ({ projectId }) },
  'webhook.list': own,
  'webhook.create': { nothing: 'adds an address of the caller’s' },
  ...Object.fromEntries(
    ['remove', 'enable', 'deliveries', 'sendAgain'].map((name) => [
      `webhook.${name}`,
      { send: ({ webhookId }: Owned) => ({ id: webhookId }), refused: ['WEBHOOK_NOT_FOUND'] },
    ]),
  ),
  'work.publish': {
    send: ({ taskId }) => ({ taskId, index: 0, title: 'A stranger’s', sharing: 'recipe', consent: true }),
    refused: GONE,
  },
  'work.list': { send: ({ taskId }) => ({ taskId, index: 0, visibility: 'public' }), refused: GONE },
  'work.ask': { send: ({ taskId }) => ({ taskId, index: 0, surcharge: 5 }), refused: GONE },
  'work.surcharge': { nothing: 'a price, of what is public only' },
  'work.feed': { nothing: 'lists what is public' },
  'work.search': { nothing: 'finds what is public' },
  'work.lineage': { send: ({ taskId }) => ({ id: `${taskId}-0` }), refused: GONE },
  'work.ownFeed': { send: () => ({ which: 'saved' }) },
  'work.author': { send: ({ userId }) => ({ id: userId }), refused: ['USER_NOT_FOUND'] },
  'work.marks': { send: ({ taskId }) => ({ id: `${taskId}-0` }), refused: GONE },
  'work.like': { send: ({ taskId }) => ({ id: `${taskId}-0` }), refused: GONE },
  'work.unlike': { send: ({ taskId }) => ({ id: `${taskId}-0` }) },
  'work.bookmark': { send: ({ taskId }) => ({ id: `${taskId}-0` }), refused: GONE },
  'work.unbookmark': { send: ({ taskId }) => ({ id: `${taskId}-0` }) },
  'work.follow': { send: ({ userId }) => ({ id: userId }), refused: ['USER_NOT_FOUND'] },
  'work.unfollow': { send: ({ userId }) => ({ id: userId }) },
  'report.work': { send: ({ taskId }) => ({ id: `${taskId}-0`, reason: 'spam' }), refused: GONE },
  'report.author': { send: ({ userId }) => ({ id: userId, reason: 'spam' }), refused: ['USER_NOT_FOUND'] },
  'refusal.own': own,
  'refusal.appeal': { send: () => ({ id: 'R-0000-0000-0000' }), refused: ['REFUSAL_NOT_FOUND'] },
  'report.own': own,
  'report.appeal': {
    send: ({ userId }) => ({ caseId: `author.${userId}`, number: 1, text: 'It was not my work.' }),
    refused: ['REPORT_NOT_FOUND'],
  },
  'work.withdraw': { send: ({ taskId }) => ({ taskId, index: 0 }), refused: GONE },
  'analytics.record': { nothing: 'counts what the caller tells, and answers with its number alone' },
  'upload.create': { nothing: 'takes a file of the caller’s' },
  'upload.finish': { send: ({ uploadId }) => ({ tusId: uploadId }), refused: GONE },
  'upload.get': { send: ({ uploadId }) => ({ id: uploadId }), refused: GONE },
  'upload.recipe': { send: ({ uploadId }) => ({ id: uploadId }), refused: GONE },
  'upload.crop': {
    send: (owned) => ({ source: output(owned), left: 0, top: 0, width: 64, height: 64 }),
    refused: GONE,
  },
  'upload.trim': {
    send: ({ uploadId }) => ({ source: { from: 'upload', id: uploadId }, from: 0, to: 2_000 }),
    refused: GONE,
  },
  'upload.delete': { send: ({ uploadId }) => ({ id: uploadId }), refused: GONE },
};

/** Whether a permission is for a role alone. */
const isForRole = (permission: Permission): boolean => PERMISSIONS[permission].free === 'no';

const definition = z.object({
  _def: z.object({
    type: z.enum(['query', 'mutation', 'subscription']),
    meta: z
      .object({
        permission: z.custom<Permission>((name) => typeof name === 'string' && Object.hasOwn(PERMISSIONS, name)),
      })
      .transform(({ permission }) => ({ isForRole: isForRole(permission) })),
  }),
});
const refusal = z.object({ error: z.object({ data: z.object({ identifier: z.string() }) }) });

describe('every call of the router', () => {
  let app: TestApp;
  let owner: Person;
  let stranger: Person;
  let owned: Owned;
  const procedures = (): ReadonlyMap<string, z.infer<typeof definition>['_def']> =>
    new Map(
      Object.entries(app.router._def.procedures as object).map(([path, procedure]) => [
        path,
        definition.parse({ _def: Reflect.get(procedure as object, '_def') as unknown })._def,
      ]),
    ); // a record of whatever procedures there are

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    owner = await member(app, OWNER);
    stranger = await member(app, 'eve@example.org');
    const userId = (await owner.me()).id;
    const uploadId = randomUUID();
    const now = app.parts.clock.now();
    await (
      await UploadStore.open(app.parts.documents)
    ).create({
      state: 'arriving',
      id: uploadId as UploadId,
      owner: userId as UserId,
      purpose: 'image',
      bytes: 10,
      createdAt: now,
      expiresAt: now + 86_400_000,
    }); // a test's own upload
    const taskId = await drawn(app, userId as UserId); // the session's own
    const { id: projectId } = await owner.api.project.create.mutate({
      requestId: randomUUID(),
      name: 'a project of Ada’s',
    });
    await owner.api.project.move.mutate({ taskIds: [taskId], projectId });
    const { webhook } = await owner.api.webhook.create.mutate({ url: 'https://ada.example.org/kinora' });
    owned = {
      userId,
      uploadId,
      projectId,
      taskId,
      webhookId: webhook.id,
      ...(await bought(userId)),
      model: await modelsOf(),
    };
    await until(
      async () => (await owner.api.credits.balance.query({})).available,
      (available) => available === 40,
    );
    await until(
      async () => (await stranger.api.credits.balance.query({})).available,
      (available) => available === 40,
    );
  });
  afterAll(() => app.close());

  /** An order and the plan that came of it. */
  async function bought(userId: string): Promise<Pick<Owned, 'orderId' | 'subscriptionId'>> {
    const gateway = fakeGateway();
    app.nest.get(BillingGateways).add(gateway);
    const { orderId } = await owner.api.billing.checkout.mutate({
      requestId: randomUUID(),
      appName: 'kinora',
      priceId: 'kinora-lite-monthly',
      price: { minor: 1_500, currency: 'usd' },
      platformName: 'wallet',
      returnPath: '/en/pricing',
    });
    const at = app.parts.clock.now();
    const facts: readonly ReportedFact[] = [
      {
        type: 'SubscriptionStarted',
        data: {
          factId: 'f1',
          occurredAt: at,
          currency: 'usd',
          customSub: 0,
          customerId: 'c1',
          discountRate: 0,
          periodEnd: at + 86_400_000,
          periodStart: at,
          priceId: 'kinora-lite-monthly',
          status: 'active',
        },
      },
    ];
    const { body, signature } = deliveryOf(
      'e1',
      [{ kind: 'subscription', owner: fakeOwner(userId), externalId: 'sub_1', facts, orderId }],
      at,
    );
    await owner.fetch('/api/webhooks/fake', { method: 'POST', body, headers: { 'fake-signature': signature } });
    await until(
      async () => (await owner.api.billing.order.query({ orderId })).status,
      (status) => status === 'paid',
    );
    return { orderId, subscriptionId: subscriptionIdOf('fake', 'sub_1') };
  }

  async function modelsOf(): Promise<Owned['model']> {
    const { models } = await stranger.api.catalog.models.query({});
    return (procedure) => models.find((model) => model.procedures.some((one) => one === procedure))?.id ?? 'none';
  }

  const call = async (
    who: Person,
    path: string,
    input: unknown,
  ): Promise<{ readonly identifier: string | undefined; readonly text: string }> => {
    const isQuery = procedures().get(path)?.type !== 'mutation';
    const answer = isQuery
      ? await who.fetch(
          `/api/trpc/${path}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
        )
      : await who.fetch(`/api/trpc/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input ?? {}),
        });
    const text = await answer.text();
    const data = refusal.safeParse(
      answer.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : undefined,
    );
    return { identifier: data.success ? data.data.error.data.identifier : undefined, text };
  };

  it('says who may call it, and is tried here with what is another’s', () => {
    const forgotten = [...procedures()]
      .filter(([path, { meta }]) => !meta.isForRole && !Object.hasOwn(CALLS, path))
      .map(([path]) => path);
    expect(forgotten).toEqual([]);
    expect(Object.keys(CALLS).filter((path) => !procedures().has(path))).toEqual([]);
  });

  it('gives a stranger nothing of another’s, whatever ids are sent, and changes nothing of it', async () => {
    const before = await owner.api.task.get.query({ id: owned.taskId });
    // Nobody may ask for more than 30 creations a minute: a second stranger asks for the later half.
    const second = new Person(app.url);
    await second.visit();
    const later: ReadonlySet<string> = new Set(PROCEDURES.slice(PROCEDURES.length / 2));
    for (const [path, probe] of Object.entries(CALLS)) {
      if ('nothing' in probe) continue;
      const { identifier, text } = await call(later.has(path) ? second : stranger, path, probe.send(owned));
      if (probe.refused !== undefined)
        expect([path, probe.refused.includes(identifier ?? 'answered') ? 'refused' : text]).toEqual([path, 'refused']);
      for (const trace of [OWNER, 'a lighthouse in the fog', 'a project of Ada’s', `anonymous.${owned.userId}`])
        expect([path, text.includes(trace)]).toEqual([path, false]);
      if (path === 'credits.line') expect(JSON.parse(text)).toEqual({ result: { data: null } });
    }
    expect(await owner.api.task.get.query({ id: owned.taskId })).toEqual(before);
    expect((await owner.api.project.list.query({})).projects).toMatchObject([
      { kind: 'default' },
      { id: owned.projectId, name: 'a project of Ada’s' },
    ]);
    expect((await owner.api.credits.balance.query({})).available).toBe(40);
    expect((await (await UploadStore.open(app.parts.documents)).get(owned.uploadId as UploadId))?.document.state).toBe(
      'arriving',
    ); // the test's own upload
    expect((await new Person(app.url).enter({ email: OWNER, password: PASSWORD })).status).toBe(200);
  });

  it('gives a stranger no file of another’s', async () => {
    for (const path of [
      `/api/media/${owned.taskId}/0`,
      `/api/media/${owned.taskId}/0?download`,
      `/api/media/${owned.taskId}/source/image`,
      `/api/media/upload/${owned.uploadId}`,
      `/api/library/download?ids=${owned.taskId}`,
      '/api/account/export',
    ]) {
      const answer = await stranger.fetch(path);
      expect([path, answer.status >= 400, (await answer.text()).includes(DRAWN_BYTES)]).toEqual([path, true, false]);
      expect([path, (await new Person(app.url).fetch(path)).status]).toEqual([path, 401]);
    }
    expect((await owner.fetch(`/api/media/${owned.taskId}/0`)).status).toBe(200);
  });
});
