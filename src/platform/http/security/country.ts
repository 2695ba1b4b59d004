import { Reader, type CountryResponse } from 'mmdb-lib';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A table of addresses by country, made of the registries' own records and renewed with its package; THIRD_PARTY.md names their source. */
const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const COUNTRY = /^[A-Z]{2}$/;

interface Row extends CountryResponse {
  readonly country_code?: unknown;
}

/**
 * The country of an address by a table on this machine: no one else is asked. The table (8 MB) is read when the first address is
 * looked up, and stays in memory.
 * @returns what looks up an address: ISO 3166-1 alpha-2, or undefined for one of no country, as those of private networks are
 */
function createCountryLookup(path: () => string = () => createRequire(import.meta.url).resolve(TABLE)): (ip: string) => string | undefined {
  let reader: Reader<Row> | undefined;
  return (ip) => {
    reader ??= new Reader<Row>(readFileSync(path()));
    // What came by IPv4 to a socket of both kinds is written so (RFC 4291, 2.5.5.2); the table has it as IPv4.
    const code = reader.get(ip.replace(/^::ffff:(?=\d+\.)/i, ''))?.country_code;
    return typeof code === 'string' && COUNTRY.test(code) ? code : undefined;
  };
}

/** The process's own. */
export const countryOfAddress = createCountryLookup();
