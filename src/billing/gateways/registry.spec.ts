import { describe, expect, it } from '@jest/globals';
import { fakeGateway } from '../../../test/support/servers/fake-gateway.js';
import { BillingGateways } from './registry.js';

describe('the gateways of an installation', () => {
  it('make platforms of six kinds, of which only those with an adapter are shown', () => {
    const gateways = new BillingGateways();
    expect(gateways.platforms.map(({ platformName, enable, visible }) => [platformName, enable, visible])).toEqual(
      ['card', 'wallet', 'subscription-billing', 'local', 'app-store', 'play-store'].map((name) => [
        name,
        false,
        false,
      ]),
    );
    const gateway = fakeGateway();
    gateways.add(gateway);
    expect(gateways.platforms.filter(({ visible }) => visible)).toEqual([gateway.platform]);
    expect([
      gateways.ofKind('wallet')?.name,
      gateways.byName('fake')?.name,
      gateways.ofKind('card'),
      gateways.isSandbox,
    ]).toEqual(['fake', 'fake', undefined, false]);
  });

  it('are one of each name and each kind', () => {
    const gateways = new BillingGateways();
    gateways.add(fakeGateway());
    expect(() => gateways.add(fakeGateway())).toThrow('two gateways are called');
    expect(() => gateways.add({ ...fakeGateway(), name: 'other' })).toThrow('two gateways are of the kind');
  });
});
