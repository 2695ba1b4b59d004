import { Reader, type CountryResponse } from 'mmdb-lib';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * A table of addresses by country, built from the registries' records and updated with its package; THIRD_PARTY.md
 * names the source.
 */
const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const COUNTRY = /^[A-Z]{2}$/;

interface Row extends CountryResponse {
  readonly country_code?: unknown;
}

/**
 * Looks up an address's country in a local table, without any request to others. The table (8 MB) is loaded on first
 * use and stays in memory.
 * @returns a lookup: ISO 3166-1 alpha-2, or undefined for an address without a country, such as that of a private
 * network
 */
function createCountryLookup(
  path: () => string = () => createRequire(import.meta.url).resolve(TABLE),
): (ip: string) => string | undefined {
  let reader: Reader<Row> | undefined;
  return (ip) => {
    reader ??= new Reader<Row>(readFileSync(path()));
    // On a dual-stack socket, IPv4 addresses have this form (RFC 4291, 2.5.5.2); the table lists them as IPv4.
    const code = reader.get(ip.replace(/^::ffff:(?=\d+\.)/i, ''))?.country_code;
    return typeof code === 'string' && COUNTRY.test(code) ? code : undefined;
  };
}

/** The instance of this process. */
export const countryOfAddress = createCountryLookup();
