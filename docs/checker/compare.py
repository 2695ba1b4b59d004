"""Compares every export with what the events say."""
from collections import defaultdict

from credits import COLUMNS
from files import day_name, day_number, day_of, millis, number, number_of
from money import FIGURES, exponent_of, is_paid, revenue_of
from packs import read_rules, recognition_of


def differs(report, file, where, row, expected):
    """Reports every column of a row that is not as expected."""
    for column, value in expected.items():
        if row[column] != ('' if value is None else str(value)):
            report(file, where, f'has {column} {row[column] or "empty"}, but the events give {"empty" if value is None else value}')


def compare_rows(folder, name, key_columns, expected, report):
    """
    Compares the rows of an export with the expected ones, by key. Keys are tuples of text; a row that occurs twice, that
    no event explains or that is missing is named.
    """
    file, seen = name + '.csv', set()
    for row in folder.rows(name):
        key = tuple(row[column] for column in key_columns)
        where = ' '.join(f'{column} {value or "empty"}' for column, value in zip(key_columns, key))
        if key in seen:
            report(file, where, 'occurs twice')
        elif key not in expected:
            report(file, where, 'is explained by no event')
        else:
            differs(report, file, where, row, expected[key])
        seen.add(key)
    for key in expected:
        if key not in seen:
            report(file, ' '.join(f'{column} {value or "empty"}' for column, value in zip(key_columns, key)), 'is missing')


def time_of(at):
    """A time as the files write it."""
    if at is None:
        return ''
    rest = at % 86_400_000
    return f'{day_of(at)}T{rest // 3_600_000:02}:{rest // 60_000 % 60:02}:{rest // 1_000 % 60:02}.{rest % 1_000:03}Z'


def ledger_columns(row, moved, account, receivable, report):
    """The columns of a ledger row that repeat what its data says."""
    sums = {column: 0 for column in COLUMNS}
    for _, _, kind, amount, _, _ in moved:
        sums[kind] += amount
    where = f'{row["stream"]} event {row["revision"]}'
    user, app, usage = row['stream'][len('credits-'):].split('.')
    differs(report, 'ledger.csv', where, row, {**sums, 'available': account.available, 'userId': user, 'appName': app, 'usageType': usage})
    if number(row['receivable']) not in (receivable, None if receivable == 0 else receivable):
        report('ledger.csv', where, f'has receivable {row["receivable"]}, but the events give {receivable}')


class Movements:
    """
    Expected rows of `grant-movements.csv`, as one text each. The file lists account by account, so only one account is
    compared at a time.
    """

    FILE = 'grant-movements.csv'
    COLUMNS = ('revision', 'grantId', 'kind', 'at', 'type', 'source', 'expiresAt', 'amount', 'availableAfter', 'heldAfter')

    def __init__(self):
        self.by_stream = defaultdict(list)

    def enter(self, row, moved):
        for grant_id, grant, kind, amount, available, held in moved:
            values = (row['revision'], grant_id, kind, row['at'], row['type'], grant.source, time_of(grant.expires_at), amount, available, held)
            self.by_stream[row['stream']].append('\t'.join(map(str, values)))

    def compare(self, folder, report):
        stream, expected, seen = None, {}, set()
        for row in folder.rows('grant-movements'):
            if row['stream'] != stream:
                self._missing(stream, expected, seen, report)
                stream, seen = row['stream'], set()
                expected = {tuple(line[:3]): line for line in (text.split('\t') for text in self.by_stream.pop(stream, []))}
            key = (row['revision'], row['grantId'], row['kind'])
            where = self._where(stream, key)
            if key in seen:
                report(self.FILE, where, 'occurs twice')
            elif key not in expected:
                report(self.FILE, where, 'is explained by no event, or stands apart from the other rows of its account')
            else:
                differs(report, self.FILE, where, row, dict(zip(self.COLUMNS[3:], expected[key][3:])))
            seen.add(key)
        self._missing(stream, expected, seen, report)
        for stream, lines in self.by_stream.items():
            self._missing(stream, [tuple(text.split('\t')[:3]) for text in lines], (), report)

    def _missing(self, stream, expected, seen, report):
        for key in expected:
            if key not in seen:
                report(self.FILE, self._where(stream, key), 'is missing')

    def _where(self, stream, key):
        return f'stream {stream} revision {key[0]} grantId {key[1]} kind {key[2]}'


class Receivables:
    """What each event adds to the receivable of its account, where it does, and the balance of the account after it."""

    def __init__(self):
        self.expected, self.balances = {}, defaultdict(int)

    def enter(self, row, receivable):
        if receivable != 0:
            self.balances[row['stream']] += receivable
            self.expected[(row['stream'], row['revision'])] = (receivable, self.balances[row['stream']])

    def compare(self, folder, report):
        """The rows of an event add up to its receivable, and the balance of the account follows."""
        sums, last = defaultdict(int), {}
        for row in folder.rows('receivables'):
            key = (row['stream'], row['revision'])
            sums[key] += int(row['amount'])
            last[key] = int(row['accountReceivable'])
        for key in sorted(set(self.expected) | set(sums)):
            amount, balance = self.expected.get(key, (0, 0))
            if sums[key] != amount or last.get(key) != balance:
                report('receivables.csv', f'{key[0]} event {key[1]}', f'has {sums[key]} and a balance of {last.get(key)}, but the events give {amount} and {balance}')


STATED = ('available', 'receivable', 'listPrice')


class Entries:
    """Movements by (app, usage type, source, month of expiry, day), and by (app, usage type, day): what the events state."""

    def __init__(self):
        self.entries = defaultdict(lambda: dict.fromkeys(COLUMNS, 0))
        # The stated amounts by (app, usage type, day).
        self.stated, self._before = defaultdict(lambda: dict.fromkeys(STATED, 0)), defaultdict(int)

    def enter(self, row, moved, receivable):
        of = (row['appName'], row['usageType'])
        for _, grant, kind, amount, _, _ in moved:
            month = '' if grant.expires_at is None else day_of(grant.expires_at)[:7]
            self.entries[(*of, grant.source, month, row['at'][:10])][kind] += amount
        now, stated = number(row['available']) or 0, self.stated[(*of, row['at'][:10])]
        stated['available'] += now - self._before[row['stream']]
        self._before[row['stream']] = now
        stated['receivable'] += receivable
        stated['listPrice'] += number(row['listPrice']) or 0


def summed(parts):
    sums = dict.fromkeys(COLUMNS, 0)
    for part in parts:
        for column in COLUMNS:
            sums[column] += part[column]
    return sums


def available_of(m):
    return m['granted'] + m['adjusted'] + m['released'] - m['held'] - m['expired'] - m['revoked']


def held_of(m):
    return m['held'] - m['spent'] - m['released']


def line_of(before, on):
    """Columns of a line with an opening, movements and a closing."""
    both = summed([before, on])
    return {'openingAvailable': available_of(before), 'openingHeld': held_of(before), **on, 'closingAvailable': available_of(both), 'closingHeld': held_of(both)}


def books(folder, kept, exported_at, report):
    """Returns the movements by (app, usage type, source, month of expiry, day)."""
    entries, stated = kept.entries, kept.stated
    last = day_of(exported_at)
    trial_balance(folder, entries, stated, last, report)
    roll_forward(folder, entries, last, report)
    liability(folder, entries, last, report)
    return entries


def trial_balance(folder, entries, stated, last, report):
    expected, nothing = {}, dict.fromkeys(COLUMNS, 0)
    firsts = {}
    for app, usage, _, _, day in entries:
        firsts[(app, usage)] = min(day, firsts.get((app, usage), day))
    for app, usage in firsts:
        own = {key: moved for key, moved in entries.items() if key[:2] == (app, usage)}
        for source in sorted({key[2] for key in own}) + ['']:
            total = summed(moved for key, moved in own.items() if source in ('', key[2]))
            expected[(app, usage, source)] = {**line_of(nothing, total), 'day': last, **{f'{name}ToDate': total[name] for name in ('granted', 'adjusted', 'spent', 'expired', 'revoked')}}
            if source == '':
                says = {name: sum(one[name] for of, one in stated.items() if of[:2] == (app, usage)) for name in STATED}
                debits = says['available'] + held_of(total) + total['spent'] + total['expired'] + total['revoked']
                credits = total['granted'] + total['adjusted']
                expected[(app, usage, '')].update({'debits': debits, 'credits': credits, 'receivable': says['receivable'], 'listPrice': says['listPrice']})
                if debits != credits:
                    report('trial-balance.csv', f'{app} {usage}', f'does not balance: debits {debits}, credits {credits}')
    compare_rows(folder, 'trial-balance', ('appName', 'usageType', 'source'), expected, report)


def roll_forward(folder, entries, last, report):
    by_day = defaultdict(list)
    for (app, usage, _, _, day), moved in entries.items():
        by_day[(app, usage, day)].append(moved)
    expected = {}
    for app, usage in {key[:2] for key in by_day}:
        first = min(day for a, u, day in by_day if (a, u) == (app, usage))
        before = dict.fromkeys(COLUMNS, 0)
        for when in range(number_of(first), number_of(last) + 1):
            on = summed(by_day.get((app, usage, day_name(when)), []))
            expected[(app, usage, day_name(when))] = line_of(before, on)
            before = summed([before, on])
    compare_rows(folder, 'roll-forward', ('appName', 'usageType', 'day'), expected, report)


def liability(folder, entries, last, report):
    by_month = defaultdict(list)
    for (app, usage, _, month, _), moved in entries.items():
        by_month[(app, usage, month)].append(moved)
    expected = {}
    for key, parts in by_month.items():
        total = summed(parts)
        if available_of(total) != 0 or held_of(total) != 0:
            expected[key] = {'day': last, 'available': available_of(total), 'held': held_of(total)}
    compare_rows(folder, 'liability', ('appName', 'usageType', 'month'), expected, report)


def money(folder, facts, accounts, exported_at, earned, report):
    """
    Returns the rows of revenue by (invoice, currency, day).
    @param earned: receives the rows of each invoice, and the rule of each pack
    """
    invoices = facts.invoices.values()
    register(folder, invoices, report)
    rules = earned.rules = read_rules(folder, invoices, report)
    last = day_number(exported_at)
    revenue, deferred = {}, defaultdict(lambda: {'billed': 0, 'refunded': 0, 'recognised': 0})
    for invoice in invoices:
        if not is_paid(invoice):
            continue
        recognised = recognition_of(invoice, facts.ends.get(invoice.stream), rules.get(invoice.id), accounts)
        rows = revenue_of(invoice, recognised, last)
        earned.add(invoice, rows)
        for (currency, day), row in rows.items():
            net = row['paid'] - row['refunded'] - row['disputed'] + row['returned'] - row['tax']
            revenue[(invoice.id, currency, day_name(day))] = {
                **invoice.columns(), 'priceId': invoice.payment['priceId'], 'exponent': exponent_of(currency), **{figure: row[figure] for figure in FIGURES},
                'net': net, 'recognised': row['recognised'], 'refundIds': ' '.join(row['refundIds']), 'disputeIds': ' '.join(row['disputeIds']),
            }
            sums = deferred[(currency, day)]
            tax_in = invoice.payment.get('tax', 0) if row['paid'] else 0
            sums['billed'] += row['paid'] - tax_in
            sums['refunded'] += row['refunded'] + row['disputed'] - row['returned'] - (tax_in - row['tax'])
            sums['recognised'] += row['recognised']
    compare_rows(folder, 'revenue', ('invoiceId', 'currency', 'day'), revenue, report)
    compare_deferred(folder, deferred, last, report)
    return revenue


def compare_deferred(folder, moved, last, report):
    expected = {}
    if moved:
        first = min(day for _, day in moved)
        for currency in {key[0] for key in moved}:
            opening = 0
            for day in range(first, last + 1):
                sums = moved.get((currency, day), {'billed': 0, 'refunded': 0, 'recognised': 0})
                closing = opening + sums['billed'] - sums['refunded'] - sums['recognised']
                expected[(currency, day_name(day))] = {'exponent': exponent_of(currency), 'opening': opening, **sums, 'closing': closing}
                opening = closing
    compare_rows(folder, 'deferred', ('currency', 'day'), expected, report)


def register(folder, invoices, report):
    """Payments, refunds, disputes and invoices."""
    payments, refunds, disputes, all_invoices = {}, {}, {}, {}
    for invoice in invoices:
        columns, paid = invoice.columns(), invoice.payment
        if paid is not None:
            payments[(invoice.id,)] = {**columns, 'at': time_of(paid['occurredAt']), 'priceId': paid['priceId'], 'amount': paid['amountPaid'], 'tax': paid.get('tax', 0), 'currency': paid['currency'], 'exponent': exponent_of(paid['currency']), 'factId': paid['factId']}
        for one in invoice.refunds.values():
            refunds[(invoice.id, one['refundId'])] = {**columns, 'at': time_of(one['occurredAt']), 'amount': one['amount'], 'currency': one['currency'], 'factId': one['factId']}
        for one in invoice.disputes.values():
            closed = invoice.outcomes.get(one['disputeId'])
            disputes[(invoice.id, one['disputeId'])] = {**columns, 'at': time_of(one['occurredAt']), 'amount': one['amount'], 'currency': one['currency'], 'outcome': closed and closed['outcome'], 'closedAt': time_of(closed and closed['occurredAt'])}
        if paid is not None:
            same = [one for one in invoice.disputes.values() if one['currency'] == paid['currency'] and (invoice.outcomes.get(one['disputeId']) or {}).get('outcome') != 'won']
            refunded = sum(one['amount'] for one in invoice.refunds.values() if one['currency'] == paid['currency'])
            all_invoices[(invoice.id,)] = {**columns, 'amount': paid['amountPaid'], 'tax': paid.get('tax', 0), 'refunded': refunded, 'disputed': sum(one['amount'] for one in same), 'currency': paid['currency']}
        else:
            all_invoices[(invoice.id,)] = {**columns, 'paidAt': None, 'amount': None}
    compare_rows(folder, 'payments', ('invoiceId',), payments, report)
    compare_rows(folder, 'refunds', ('invoiceId', 'refundId'), refunds, report)
    compare_rows(folder, 'disputes', ('invoiceId', 'disputeId'), disputes, report)
    compare_rows(folder, 'invoices', ('invoiceId',), all_invoices, report)


def trace(folder, facts, accounts, report):
    """Every requested grant of a paid invoice, and what became of it in its account."""
    expected = {}
    for invoice in facts.invoices.values():
        for asked in invoice.grants if invoice.payment is not None else []:
            stream = f'credits-{asked["userId"]}.{asked["appName"]}.{asked["usageType"]}'
            account = accounts.get(stream)
            grant = account.grants.get(asked['grantId']) if account else None
            columns = {**invoice.columns(), 'amount': invoice.payment['amountPaid'], 'requested': asked['amount']}
            if grant is None:
                columns.update(grantedAt=None, granted=None, left=None)
            else:
                columns.update(grantedAt=time_of(grant.at), granted=grant.amount, held=grant.held, spent=grant.spent, expired=grant.expired, revoked=grant.revoked, adjusted=grant.taken, left=grant.available + grant.held)
            expected[(asked['grantId'], stream)] = columns
    compare_rows(folder, 'trace', ('grantId', 'stream'), expected, report)
