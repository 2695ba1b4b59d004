import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { invalidField } from '../../platform/http/invalid-field.js';
import { Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { CLOCK } from '../../platform/tokens.js';
import type { AccountsOf } from '../accounting/settings.shared.js';
import { dayBefore } from '../finance/revenue.sums.js';
import { datevFile } from './forms/datev.js';
import { quickbooksFile } from './forms/quickbooks.js';
import { xeroFile } from './forms/xero.js';
import { zipped } from './forms/zipped.js';
import { JournalReads, type JournalRange } from './journal.reads.js';
import { fileParts, XERO_MAX_LINES, xeroTaxRate, type JournalLine } from './journal.shared.js';

const day = z.iso.date();
/** A whole number of the address. */
const numberOf = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
const of = {
  from: day,
  to: day,
  currency: z.string().regex(/^[a-z]{3}$/),
  gateway: z.string().min(1).max(120).optional(),
};

/** Rejects unknown parameters: a misspelt one would otherwise give another file than meant. */
const journalQuery = z.discriminatedUnion('form', [
  z.strictObject({ form: z.literal('quickbooks'), ...of }),
  z.strictObject({
    form: z.literal('xero'),
    ...of,
    taxRate: xeroTaxRate.default('Tax Exempt'),
    part: numberOf(1, 10_000).optional(),
  }),
  z.strictObject({
    form: z.literal('datev'),
    ...of,
    consultant: numberOf(1_001, 9_999_999).default(1_001),
    client: numberOf(1, 99_999).default(1),
    accountLength: numberOf(4, 8).default(4),
    fiscalYearStart: day.optional(),
  }),
]);
type JournalQuery = z.infer<typeof journalQuery>;

interface JournalFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The journal in the forms that accounting software imports. Needs permission to export ledgers. */
@Controller('api/finance')
@UseGuards(SessionGuard)
@Needs('exportLedgers')
export class JournalController {
  constructor(
    private readonly reads: JournalReads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * `GET /api/finance/journal?form=quickbooks|xero|datev&from=…&to=…&currency=eur`: the journal of the days from `from`
   * (inclusive) to `to` (exclusive) in one currency, and of one `gateway` if given. Xero: `taxRate`; `part` for one
   * part, otherwise all parts are in a ZIP file, so the journal is read once. DATEV:
   * `consultant`, `client`, `accountLength`, `fiscalYearStart`. VALIDATION_ERROR {field}, AS_OF_IN_FUTURE {today},
   * ACCOUNT_CODE_UNSUPPORTED {account, code, digits}.
   */
  @Get('journal')
  async export(@Query() query: unknown, @Res() reply: FastifyReply): Promise<void> {
    const read = journalQuery.safeParse(query);
    if (!read.success) throw new ProductFault(productError('VALIDATION_ERROR', { field: invalidField(read.error) }));
    const { from, to, currency, gateway } = read.data;
    if (from >= to) throw new ProductFault(productError('VALIDATION_ERROR', { field: 'to' }));
    const range = { from, to: dayBefore(to) };
    const found = await this.reads.journal(range);
    if (!found.ok) throw new ProductFault(found.error);
    const lines = found.value.ledger.lines.filter(
      (line) => line.currency === currency && (gateway ?? line.gateway) === line.gateway,
    );
    const file = await fileOf(
      read.data,
      range,
      { lines, accountsOf: found.value.accountsOf },
      new Date(this.clock.now()),
    );
    if (!file.ok) throw new ProductFault(file.error);
    const { name, type, content } = file.value;
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .type(type)
      .send(content);
  }
}

async function fileOf(
  query: JournalQuery,
  range: JournalRange,
  { lines, accountsOf }: { readonly lines: readonly JournalLine[]; readonly accountsOf: AccountsOf },
  at: Date,
): Promise<Result<JournalFile, ProductError>> {
  const { currency, gateway } = query;
  const name = [
    currency,
    ...(gateway === undefined ? [] : [gateway.replaceAll(/[^\w-]/g, '_')]),
    range.from,
    range.to,
  ].join('-');
  switch (query.form) {
    case 'quickbooks':
      return ok({
        name: `quickbooks-${name}.csv`,
        type: 'text/csv; charset=utf-8',
        content: quickbooksFile(lines, accountsOf),
      });
    case 'xero': {
      const parts = fileParts(lines, XERO_MAX_LINES);
      const files = parts.map((part, index): JournalFile => ({
        name: `xero-${name}${parts.length === 1 ? '' : `-${index + 1}-of-${parts.length}`}.csv`,
        type: 'text/csv; charset=utf-8',
        content: xeroFile(part, accountsOf, query.taxRate),
      }));
      if (query.part === undefined && files.length > 1)
        return ok({ name: `xero-${name}.zip`, type: 'application/zip', content: await zipped(files, at) });
      const file = files[(query.part ?? 1) - 1];
      return file === undefined ? err(productError('VALIDATION_ERROR', { field: 'part' })) : ok(file);
    }
    case 'datev': {
      const { consultant, client, accountLength, fiscalYearStart = `${range.from.slice(0, 4)}-01-01` } = query;
      const file = datevFile(lines, accountsOf, {
        consultant,
        client,
        accountLength,
        fiscalYearStart,
        ...range,
        currency,
        at,
      });
      return file.ok
        ? ok({ name: `EXTF_${name}.csv`, type: 'text/csv; charset=windows-1252', content: file.value })
        : file;
    }
    default:
      return query satisfies never;
  }
}
