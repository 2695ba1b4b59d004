import { describe, expect, it } from '@jest/globals';
import { areStoresShared, ConfigError, embeddedByVariable, readConfig } from './config.js';

describe('the configuration', () => {
  it('says where signed roots go, and refuses half a bucket and what is no address', () => {
    const bucket = { ROOTS_S3_BUCKET: 'roots', ROOTS_S3_REGION: 'eu-1', ROOTS_S3_LOCK_DAYS: '90' };
    expect(
      readConfig({ ROOTS_FOLDER: '/mnt/roots', ROOTS_MAIL_TO: 'a@kinora.example, b@kinora.example', ...bucket }).roots,
    ).toEqual({
      folder: '/mnt/roots',
      mailTo: ['a@kinora.example', 'b@kinora.example'],
      bucket: { bucket: 'roots', region: 'eu-1', lockDays: 90 },
    });
    expect(
      readConfig({ ROOTS_TIMESTAMP_URL: 'https://tsa.example/tsr', ROOTS_TIMESTAMP_CA: '/etc/tsa.pem' }).roots,
    ).toEqual({ mailTo: [], stamps: { url: 'https://tsa.example/tsr', caFile: '/etc/tsa.pem' } });
    expect(() => readConfig({ ROOTS_TIMESTAMP_CA: '/etc/tsa.pem' })).toThrow(
      'ROOTS_TIMESTAMP_URL: is missing, though ROOTS_TIMESTAMP_CA is set',
    );
    expect(() => readConfig({ ROOTS_TIMESTAMP_URL: 'https://kinora:secret@tsa.example/tsr' })).toThrow(
      /^ROOTS_TIMESTAMP_URL: expected an address without a user name and a password$/,
    );
    expect(() => readConfig({ ROOTS_S3_BUCKET: 'roots' })).toThrow(
      'ROOTS_S3_REGION: is missing, though ROOTS_S3_BUCKET is set',
    );
    expect(() => readConfig({ ROOTS_MAIL_TO: 'finance' })).toThrow(/^ROOTS_MAIL_TO/);
  });

  it('takes a mirror of the model hub without a slash at its end, and ignores a proxy that is no address', () => {
    const { installs } = readConfig({
      HF_ENDPOINT: 'https://mirror.example/hub/',
      MODELS_FOLDER: '/media/models',
      HTTPS_PROXY: 'socks',
      NO_PROXY: 'localhost',
    });
    expect(installs).toEqual({
      hub: 'https://mirror.example/hub',
      modelsFolder: '/media/models',
      proxies: { https: 'socks', none: 'localhost' },
    });
    expect(() => readConfig({ HF_ENDPOINT: 'mirror.example' })).toThrow('HF_ENDPOINT');
  });

  it('takes an external moderation API without a slash at its end, encrypted except on this machine', () => {
    expect(readConfig({ MODERATION_API_URL: 'https://moderation.example/' }).moderationApi).toEqual({
      url: 'https://moderation.example',
      model: 'omni-moderation-latest',
      limitMs: 5_000,
    });
    expect(
      readConfig({
        MODERATION_API_URL: 'http://127.0.0.1:8080/guard',
        MODERATION_API_KEY: 'hush',
        MODERATION_API_MODEL: 'guard-2',
        MODERATION_API_LIMIT_MS: '900',
      }).moderationApi,
    ).toEqual({ url: 'http://127.0.0.1:8080/guard', key: 'hush', model: 'guard-2', limitMs: 900 });
    expect(() => readConfig({ MODERATION_API_URL: 'http://moderation.example' })).toThrow(
      'MODERATION_API_URL: expected an https address',
    );
    expect(() => readConfig({ MODERATION_API_KEY: 'hush' })).toThrow(
      /^MODERATION_API_URL: is missing, though MODERATION_API_KEY is set$/,
    );
  });

  it('needs nothing to be set, and then listens on this machine alone with every role', () => {
    expect(readConfig({})).toEqual({
      mode: 'production',
      port: 3000,
      host: '127.0.0.1',
      metricsHost: '127.0.0.1',
      dataDir: './data',
      modelsDir: 'data/models',
      roles: new Set(['api', 'worker', 'projector', 'web']),
      logLevel: 'warn',
      trustProxy: false,
      mailFrom: 'Kinora <no-reply@localhost>',
      humanCheck: { provider: 'work', bits: 17 },
      visitorsKeptDays: 180,
      adjustmentApprovalAbove: 1_000,
      requestsPerAddress: 50,
      streamsPerAddress: 100,
      streamsPerProcess: 2_000,
      grantCaps: {
        visitor: { perAddress: 20, perNetwork: 60, perDay: 1_000 },
        signUp: { perAddress: 5, perNetwork: 20, perDay: 500 },
        reward: { perAddress: 10, perNetwork: 60, perDay: 3_000 },
      },
      signUpRefusedTo: 'none',
      freeUseRefusedTo: 'none',
      withdrawnEffects: [],
      housePosts: true,
      webhooksToLoopback: false,
      buyRefusedTo: 'none',
      invoiceSeller: ['Kinora'],
      allowSandbox: false,
      apiUrls: [],
      gateways: {},
      roots: { mailTo: [] },
      installs: { hub: 'https://huggingface.co', proxies: {} },
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '', VISITOR_GRANTS_PER_ADDRESS: '' })).toEqual(readConfig({}));
  });

  it('reads what is set', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      METRICS_PORT: '9464',
      ROLES: 'api, web',
      PUBLIC_URL: 'https://kinora.example/path',
      HOSTS: 'Films.example, www.kinora.example',
      TRUST_PROXY: '1',
      COUNTRY_HEADER: 'CF-IPCountry',
      VISITOR_GRANTS_PER_ADDRESS: '0',
    });
    expect(config).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      metricsPort: 9464,
      roles: new Set(['api', 'web']),
      publicUrl: 'https://kinora.example',
      hosts: ['films.example', 'www.kinora.example'],
      trustProxy: 1,
      countryHeader: 'cf-ipcountry',
      grantCaps: { visitor: { perAddress: 0 } },
    });
  });

  it.each([
    ['0', false],
    ['false', false],
    ['2', 2],
    ['127.0.0.1', '127.0.0.1'],
    ['loopback, 10.0.0.0/8,fd00::/8', 'loopback,10.0.0.0/8,fd00::/8'],
  ])('takes %s for the proxies it trusts', (text, trustProxy) => {
    expect(readConfig({ TRUST_PROXY: text })).toMatchObject({ trustProxy });
  });

  it.each([
    ['PORT', 'x'],
    ['WITHDRAWN_EFFECTS', 'hearts,fireworks'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['METRICS_PORT', '70000'],
    ['ROLES', 'api,cook'],
    ['ROLES', ','],
    ['PUBLIC_URL', 'kinora.example'],
    ['PUBLIC_URL', 'ftp://kinora.example'],
    ['AUTH_SECRET', 'short'],
    ['ALLOW_SANDBOX', 'yes'],
    ['VISITOR_GRANTS_PER_ADDRESS', '-1'],
    ['HUMAN_CHECK_BITS', '27'],
    ['HUMAN_CHECK_PROVIDER', 'riddles'],
    ['HUMAN_CHECK_SECRET', 'without-a-provider'],
    ['VISITORS_KEPT_DAYS', '-1'],
    ['ADJUSTMENT_APPROVAL_ABOVE', '-1'],
    ['HOSTS', 'https://kinora.example'],
    ['HOSTS', 'kinora.example:8080'],
    ['TRUST_PROXY', 'perhaps'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '-1'],
    ['EVENT_STORE_URL', 'http://event-store:2113'],
    ['MONGODB_URL', 'mongo:27017'],
    ['REDIS_URL', 'redis'],
    ['SMTP_URL', 'https://mail.example'],
    ['API_URL', 'api:3000'],
    ['API_URL', ' , '],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
  ])('names %s when it is %s, in one line', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it.each([
    ['AUTH_SECRET', 'hush-hush'],
    ['MONGODB_URL', 'mongo://ada:hush-hush@mongo'],
    ['REDIS_URL', 'http://:hush-hush@redis'],
    ['SMTP_URL', 'ada:hush-hush@mail'],
  ])('never says what the secret in %s was', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).not.toThrow(/hush/);
  });

  it.each(['turnstile', 'hcaptcha'] as const)(
    'takes %s for the human check with both of its keys, and not without one',
    (provider) => {
      const keys = { HUMAN_CHECK_PROVIDER: provider, HUMAN_CHECK_SITE_KEY: 'site-key', HUMAN_CHECK_SECRET: 'hush' };
      expect(readConfig(keys).humanCheck).toMatchObject({
        provider,
        siteKey: 'site-key',
        secret: 'hush',
        verifyUrl: expect.stringMatching(/^https:.*siteverify$/),
      });
      expect(readConfig({ ...keys, HUMAN_CHECK_VERIFY_URL: 'http://127.0.0.1:1/verify' }).humanCheck).toMatchObject({
        verifyUrl: 'http://127.0.0.1:1/verify',
      });
      for (const name of ['HUMAN_CHECK_SITE_KEY', 'HUMAN_CHECK_SECRET'])
        expect(() => readConfig({ ...keys, [name]: '' })).toThrow(
          new RegExp(`^${name}: is missing, though HUMAN_CHECK_PROVIDER is ${provider}$`),
        );
      expect(() => readConfig({ ...keys, HUMAN_CHECK_VERIFY_URL: 'http://captcha.example' })).toThrow(
        /^HUMAN_CHECK_VERIFY_URL: expected an https address$/,
      );
    },
  );

  it('reads where the servers are', () => {
    const config = readConfig({
      EVENT_STORE_URL: 'esdb+discover://admin:changeit@events:2113?tls=true',
      MONGODB_URL: 'mongodb://a:27017,b:27017/kinora?replicaSet=rs0',
      REDIS_URL: 'rediss://:pw@redis:6379/1',
      S3_BUCKET: 'kinora',
      S3_REGION: 'eu-central-1',
      S3_ENDPOINT: 'http://minio:9000/',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
      SMTP_URL: 'smtps://ada:pw@mail.example',
      API_URL: 'http://a:3000, http://b:3000/,http://a:3000',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
    });
    expect(config).toMatchObject({
      redisUrl: 'rediss://:pw@redis:6379/1',
      s3: {
        bucket: 'kinora',
        region: 'eu-central-1',
        endpoint: 'http://minio:9000',
        accessKeyId: 'id',
        secretAccessKey: 'key',
      },
      apiUrls: ['http://a:3000', 'http://b:3000'],
      otlpEndpoint: 'https://collector.example/otlp',
    });
    expect(embeddedByVariable(config)).toEqual([]);
    expect(areStoresShared(config)).toBe(true);
  });

  it.each([
    [{ S3_BUCKET: 'kinora' }, /^S3_REGION: is missing, though S3_BUCKET is set$/],
    [{ S3_ENDPOINT: 'http://minio:9000' }, /^S3_BUCKET: is missing.*; S3_REGION: is missing/],
    [
      { S3_BUCKET: 'kinora', S3_REGION: 'here', S3_ACCESS_KEY_ID: 'id' },
      /^S3_SECRET_ACCESS_KEY: is missing, though S3_ACCESS_KEY_ID is set$/,
    ],
    [
      { S3_BUCKET: 'kinora', S3_REGION: 'here', S3_SECRET_ACCESS_KEY: 'key' },
      /^S3_ACCESS_KEY_ID: is missing, though S3_SECRET_ACCESS_KEY is set$/,
    ],
  ])('says what is missing of S3 in %j', (env, words) => {
    expect(() => readConfig(env)).toThrow(words);
  });

  it('leaves the data folder to one process as long as one store has no server', () => {
    expect(embeddedByVariable(readConfig({ MONGODB_URL: 'mongodb://mongo' }))).toEqual([
      'EVENT_STORE_URL',
      'REDIS_URL',
      'S3_BUCKET',
    ]);
    expect(areStoresShared(readConfig({}))).toBe(false);
  });

  it('takes Stripe’s key and its endpoint’s secret together, and repeats neither', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_123', STRIPE_WEBHOOK_SECRET: 'whsec_123' };
    expect(readConfig(keys).gateways.stripe).toEqual({ secretKey: 'sk_test_123', webhookSecret: 'whsec_123' });
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_123' })).toThrow(/STRIPE_WEBHOOK_SECRET: is missing/);
    expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'a key' })).toThrow(/^STRIPE_SECRET_KEY: (?!.*a key)/);
  });
});
