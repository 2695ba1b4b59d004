import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { RemoteFault } from './port.js';

/** Addresses that are not the open internet's (RFC 6890, and its registries of special-purpose addresses). */
const INSIDE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16],
  ['198.18.0.0', 15], ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const) INSIDE.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [['::', 128], ['::1', 128], ['::ffff:0:0', 96], ['64:ff9b::', 96], ['fc00::', 7], ['fe80::', 10], ['ff00::', 8]] as const) INSIDE.addSubnet(network, bits, 'ipv6');

const isInside = (address: string): boolean => INSIDE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Lets an address of an engine's own answer be asked: the engine's own host, or one of the open internet. An engine may not have
 * the server ask its neighbours.
 * @throws RemoteFault misunderstood
 */
export async function mustBeReachable(url: string, engine: string): Promise<void> {
  const { host, hostname } = new URL(url);
  if (host === new URL(engine).host) return;
  const name = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(name) === 0 ? await lookup(name, { all: true }).catch(() => []) : [{ address: name }];
  if (found.length === 0 || found.some(({ address }) => isInside(address))) throw new RemoteFault('misunderstood', 'an output at an address inside');
}
