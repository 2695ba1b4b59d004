import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string): readonly string[] {
  const [head = '', tail] = ip.split('%')[0]?.toLowerCase().split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}

const mappedIpv4 = (ip: string): string | undefined => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];

/**
 * The part of an address that belongs to one household or machine: all of IPv4, the first 64 bits of IPv6 (RFC 6177).
 */
export function addressGroup(ip: string): string {
  return mappedIpv4(ip) ?? (isIPv6(ip) ? groupsOf(ip).slice(0, 4).join(':') : ip);
}

/**
 * The network of an address: the first 24 bits of IPv4, the first 48 of IPv6, which is what one site gets (RFC 6177).
 */
export function networkGroup(ip: string): string {
  const ipv4 = mappedIpv4(ip) ?? ip;
  return isIPv6(ipv4) ? groupsOf(ipv4).slice(0, 3).join(':') : ipv4.split('.').slice(0, 3).join('.');
}
