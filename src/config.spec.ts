import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.js';

describe('the configuration', () => {
  it('needs nothing to be set, and then listens on this machine alone with every role', () => {
    expect(readConfig({})).toEqual({
      mode: 'production', port: 3000, host: '127.0.0.1', dataDir: './data', roles: new Set(['api', 'worker', 'projector', 'web']),
      logLevel: 'warn', trustProxy: false, mailFrom: 'Kinora <no-reply@localhost>', visitorGrantsPerAddress: 20,
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '', VISITOR_GRANTS_PER_ADDRESS: '' })).toEqual(readConfig({}));
  });

  it('reads what is set', () => {
    const config = readConfig({ PORT: '8080', HOST: '0.0.0.0', ROLES: 'api, web', PUBLIC_URL: 'https://kinora.example/path', TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry', VISITOR_GRANTS_PER_ADDRESS: '0' });
    expect(config).toMatchObject({ port: 8080, host: '0.0.0.0', roles: new Set(['api', 'web']), publicUrl: 'https://kinora.example', trustProxy: 1, countryHeader: 'cf-ipcountry', visitorGrantsPerAddress: 0 });
  });

  it.each([['0', false], ['false', false], ['2', 2], ['127.0.0.1', '127.0.0.1'], ['loopback, 10.0.0.0/8,fd00::/8', 'loopback,10.0.0.0/8,fd00::/8']])('takes %s for the proxies it trusts', (text, trustProxy) => {
    expect(readConfig({ TRUST_PROXY: text })).toMatchObject({ trustProxy });
  });

  it.each([
    ['PORT', 'x'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['ROLES', 'api,cook'],
    ['ROLES', ','],
    ['PUBLIC_URL', 'kinora.example'],
    ['PUBLIC_URL', 'ftp://kinora.example'],
    ['AUTH_SECRET', 'short'],
    ['VISITOR_GRANTS_PER_ADDRESS', '-1'],
    ['TRUST_PROXY', 'perhaps'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '-1'],
  ])('names %s when it is %s, in one line', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it('never says what a secret was', () => {
    expect(() => readConfig({ AUTH_SECRET: 'hush-hush' })).not.toThrow(/hush/);
  });
});
