"""The double-entry journals: every entry balances, and the amounts are those of the events."""
from collections import defaultdict

from compare import COLUMNS, compare_rows, summed

# The accounts that a movement of credits debits and credits.
CREDIT_ACCOUNTS = {
    'granted': ('available', 'granted'), 'adjusted': ('available', 'adjusted'), 'held': ('held', 'available'), 'spent': ('spent', 'held'),
    'released': ('available', 'held'), 'expired': ('expired', 'available'), 'revoked': ('revoked', 'available'),
}
# The kinds that events give; fees, payouts, exchange and others come from the gateways' transactions (gateway.py).
KINDS_OF_EVENTS = {'payment': ('paid', 1), 'refund': ('refunded', -1), 'dispute': ('disputed', -1), 'dispute-won': ('returned', 1)}
REVENUE = ('revenue-plans', 'revenue-packs')


def credit_journal(folder, entries, report):
    """@param entries: movements by (app, usage type, source, month, day)"""
    by_day = defaultdict(list)
    for (app, usage, _, _, day), moved in entries.items():
        by_day[(day, app, usage)].append(moved)
    expected = {}
    for (day, app, usage), parts in by_day.items():
        total = summed(parts)
        for kind in COLUMNS:
            amount = total[kind]
            if amount == 0:
                continue
            debit, credit = CREDIT_ACCOUNTS[kind] if amount > 0 else CREDIT_ACCOUNTS[kind][::-1]
            entry = f'{day}.{app}.{usage}.{kind}'
            columns = {'day': day, 'appName': app, 'usageType': usage, 'kind': kind}
            expected[(entry, debit)] = {**columns, 'debit': abs(amount), 'credit': 0}
            expected[(entry, credit)] = {**columns, 'debit': 0, 'credit': abs(amount)}
    compare_rows(folder, 'credit-journal', ('entryId', 'account'), expected, report)


def journal(folder, revenue, report):
    """@param revenue: the rows of revenue that the events give, by (invoice, currency, day)"""
    entries, money, tax, earned, late = (defaultdict(int) for _ in range(5))
    for row in folder.rows('journal'):
        amount, of = int(row['debit']) - int(row['credit']), (row['day'], row['gateway'], row['currency'])
        entries[row['entryId']] += amount
        if row['entryId'] != '.'.join((*of, row['kind'])):
            report('journal.csv', f'entry {row["entryId"]}', f'contains a row of {" ".join(of)} {row["kind"]}')
        if row['kind'] == 'late':
            # What became known of a closed month leaves it and enters the first open month.
            late[(row['gateway'], row['currency'], row['role'])] += amount
            continue
        if row['kind'] in KINDS_OF_EVENTS and row['role'] == 'clearing':
            money[(*of, row['kind'])] += amount
        if row['role'] == 'tax':
            tax[of] -= amount
        if row['role'] in REVENUE:
            earned[(row['role'], *of)] -= amount
    for entry, sum_of in sorted(entries.items()):
        if sum_of != 0:
            report('journal.csv', f'entry {entry}', f'does not balance: debits exceed credits by {sum_of}')
    for of, sum_of in sorted(late.items()):
        if sum_of != 0:
            report('journal.csv', f'late lines of {" ".join(of)}', f'add up to {sum_of} over all months, not to 0')
    # A one-time purchase has no period.
    packs = {row['invoiceId'] for row in folder.rows('payments') if row['periodStart'] == ''}
    expected = defaultdict(int)
    for (invoice_id, currency, day), row in revenue.items():
        of = (day, row['gateway'], currency)
        for kind, (figure, sign) in KINDS_OF_EVENTS.items():
            expected[('money', *of, kind)] += sign * row[figure]
        expected[('tax', *of)] += row['tax']
        expected[('revenue-packs' if invoice_id in packs else 'revenue-plans', *of)] += row['recognised']
    found = {**{('money', *key): value for key, value in money.items()}, **{('tax', *key): value for key, value in tax.items()}, **earned}
    for key in sorted(set(found) | set(expected)):
        if found.get(key, 0) != expected.get(key, 0):
            report('journal.csv', ' '.join(key), f'is {found.get(key, 0)}, but the events give {expected.get(key, 0)}')


def accounts(folder, closed, report):
    """
    The account of every line: in a closed month that of its closing, in all other months the one that was set when the
    files were written. @param closed: the signed accounts of each closed month; None for closings of earlier versions
    """
    current = {}
    for row in folder.rows('journal'):
        if 'accountCode' not in row:
            return
        stated, of_month = (row['accountCode'], row['accountName']), closed.get(row['day'][:7])
        if of_month is not None:
            account, source = of_month.get(row['role']), 'the closing of the month has'
            if account is None:
                report('journal.csv', f'entry {row["entryId"]}', f'has the role {row["role"]}, which {source} no account for')
                continue
            expected = (account['code'], account['name'])
        else:
            expected, source = current.setdefault(row['role'], stated), 'other lines have'
        if stated != expected:
            report('journal.csv', f'entry {row["entryId"]} {row["role"]}', f'has the account {" ".join(stated)}, but {source} {" ".join(expected)}')
