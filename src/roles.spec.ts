import { describe, expect, it } from '@jest/globals';
import type { Role } from './config-variables.js';
import { judgeRoles, servesPagesAlone, type RoleFacts } from './roles.js';

const embedded = (roles: readonly Role[], more: Partial<RoleFacts> = {}): RoleFacts => ({
  roles: new Set(roles),
  apiUrls: [],
  gateways: {},
  ...more,
});
const shared = (roles: readonly Role[], more: Partial<RoleFacts> = {}): RoleFacts => ({
  roles: new Set(roles),
  apiUrls: [],
  gateways: {},
  eventStoreUrl: 'esdb://events',
  mongodbUrl: 'mongodb://documents',
  redisUrl: 'redis://jobs',
  s3: { bucket: 'kinora', region: 'here' },
  authSecret: 's'.repeat(40),
  smtpUrl: 'smtp://mail',
  publicUrl: 'https://kinora.example',
  allowSandbox: true,
  ...more,
});
const without = (facts: RoleFacts, key: keyof RoleFacts): RoleFacts => {
  const { [key]: _left, ...rest } = facts;
  return { roles: facts.roles, apiUrls: facts.apiUrls, gateways: facts.gateways, ...rest };
};

describe('the roles of a process on the embedded stores', () => {
  it.each<readonly [readonly Role[]]>([
    [['api', 'worker', 'projector', 'web']],
    [['api', 'worker', 'projector']],
    [['worker', 'projector']],
  ])('are fine as %j', (roles) => {
    expect(judgeRoles(embedded(roles))).toEqual({ outcome: 'fine' });
  });

  it.each<readonly [readonly Role[], string]>([
    [['api'], 'api,projector'],
    [['api', 'worker', 'web'], 'api,worker,web,projector'],
    [['web'], 'web,projector'],
  ])('are refused as %j, which nothing would follow the log in, with what to set instead', (roles, instead) => {
    expect(judgeRoles(embedded(roles))).toEqual({
      outcome: 'refused',
      words: expect.stringMatching(new RegExp(`^ROLES has no projector: [^\\n]* ROLES=${instead}$`)),
    });
  });

  it.each<readonly [readonly Role[], string]>([
    [['api', 'projector', 'web'], 'no worker'],
    [['projector'], 'no worker'],
    [['worker', 'projector', 'web'], 'web but no api'],
  ])('are warned of as %j: %s', (roles, what) => {
    expect(judgeRoles(embedded(roles))).toEqual({
      outcome: 'warned',
      words: expect.stringContaining(`ROLES has ${what}`),
    });
  });

  it("stay one process's as long as one store is left, and the refusal names it", () => {
    const verdict = judgeRoles(without(shared(['api']), 's3'));
    expect(verdict).toEqual({ outcome: 'refused', words: expect.stringMatching(/S3_BUCKET is not set\.$/) });
  });
});

describe('the roles of a process on shared stores', () => {
  it.each<readonly [readonly Role[]]>([
    [['api', 'worker', 'projector', 'web']],
    [['api']],
    [['worker']],
    [['projector']],
    [['api', 'web']],
  ])('are fine as %j', (roles) => {
    expect(judgeRoles(shared(roles))).toEqual({ outcome: 'fine' });
  });

  it('need one secret for all, and say how to make it', () => {
    expect(judgeRoles(without(shared(['worker']), 'authSecret'))).toEqual({
      outcome: 'refused',
      words: expect.stringMatching(/^AUTH_SECRET is not set: .*openssl rand -hex 48/),
    });
  });

  it.each<readonly [readonly Role[], string]>([
    [['api'], 'refused'],
    [['projector'], 'refused'],
    [['api', 'projector'], 'warned'],
    [['worker'], 'fine'],
  ])('without a mail server are, as %j, %s', (roles, outcome) => {
    expect(judgeRoles(without(shared(roles), 'smtpUrl'))).toMatchObject({ outcome });
  });

  it.each<readonly [readonly Role[], string]>([
    [['api'], 'refused'],
    [['projector'], 'refused'],
    [['api', 'projector'], 'refused'],
    [['worker'], 'fine'],
    [['api', 'web'], 'fine'],
    [['api', 'worker', 'projector', 'web'], 'fine'],
  ])('without an address of the pages are, as %j, %s', (roles, outcome) => {
    expect(judgeRoles(without(shared(roles), 'publicUrl'))).toMatchObject({
      outcome,
      ...(outcome === 'refused'
        ? { words: expect.stringMatching(/^PUBLIC_URL is not set: .* PUBLIC_URL=https:/) }
        : {}),
    });
  });

  it('are warned of as pages without anything behind them', () => {
    expect(judgeRoles(shared(['web', 'worker']))).toEqual({
      outcome: 'warned',
      words: expect.stringContaining('API_URL is not set'),
    });
    expect(judgeRoles(shared(['web', 'worker'], { apiUrls: ['http://api'] }))).toEqual({ outcome: 'fine' });
  });
});

describe('what a process sells', () => {
  const { allowSandbox: _allowed, ...open } = shared(['api']);
  it('is not the sandbox where the public comes, unless the operator says that it is meant', () => {
    expect(judgeRoles(open)).toEqual({
      outcome: 'refused',
      words: expect.stringMatching(
        /^PUBLIC_URL is an https address and no payment gateway is configured: .* ALLOW_SANDBOX=1$/,
      ),
    });
    expect(judgeRoles({ ...open, allowSandbox: true })).toEqual({ outcome: 'fine' });
    expect(judgeRoles({ ...open, gateways: { stripe: { secretKey: 'k', webhookSecret: 'w' } } })).toEqual({
      outcome: 'fine',
    });
    expect(judgeRoles({ ...open, publicUrl: 'http://localhost:3000' })).toEqual({ outcome: 'fine' });
    expect(judgeRoles({ ...open, roles: new Set<Role>(['worker']) })).toEqual({ outcome: 'fine' });
  });
});

describe('a process that serves pages alone', () => {
  it('needs to know where calls go, and nothing else', () => {
    expect(judgeRoles(embedded(['web'], { apiUrls: ['http://api'] }))).toEqual({ outcome: 'fine' });
    expect(servesPagesAlone(embedded(['web'], { apiUrls: ['http://api'] }))).toBe(true);
    expect(servesPagesAlone(embedded(['web']))).toBe(false);
    expect(servesPagesAlone(embedded(['web', 'worker'], { apiUrls: ['http://api'] }))).toBe(false);
  });
});
