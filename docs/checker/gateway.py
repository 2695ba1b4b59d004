"""What the payment gateways stated: the transactions, what the journal books of them, and the comparison of both sides."""
from collections import defaultdict

from money import exponent_of

# Kinds of transactions that have a payment, refund or dispute of the events as their other side.
SUBJECTS = ('payment', 'refund', 'dispute', 'dispute-won')
# Kinds of entries that transactions alone give, and the account on the other side of the payment gateway's.
OTHER_SIDE = {'fee': 'fees', 'payout': 'bank', 'payout-returned': 'bank', 'other': 'suspense'}
OWN_KINDS = ('fee', 'payout', 'exchange', 'other')


def bookings(transactions):
    """What the journal books of transactions, by (day, gateway, currency, kind, role); positive is a debit."""
    booked = defaultdict(int)

    def book(row, currency, kind, role, amount):
        of = (row['at'][:10], row['gateway'], currency, kind)
        booked[(*of, 'clearing')] += amount
        booked[(*of, role)] -= amount

    for row in transactions:
        kind, currency, amount = row['kind'], row['currency'], int(row['amount'])
        book(row, currency, 'fee', 'fees', -int(row['fee']))
        if kind in OTHER_SIDE:
            book(row, currency, 'payout' if kind == 'payout-returned' else kind, OTHER_SIDE[kind], amount)
        elif row['originalAmount'] != '':
            book(row, currency, 'exchange', 'exchange', amount)
            book(row, row['originalCurrency'], 'exchange', 'exchange', -int(row['originalAmount']))
    return booked


def _differences(file, found, expected, source, report):
    for key in sorted(set(found) | set(expected)):
        if found.get(key, 0) != expected.get(key, 0):
            report(file, ' '.join(key), f'is {found.get(key, 0)}, but {source} {expected.get(key, 0)}')


def _sides(folder, transactions):
    """What the events and the transactions state of each (gateway, kind, subject, currency)."""
    kinora, gateway, paid = defaultdict(int), defaultdict(int), set()
    for row in folder.rows('payments'):
        paid.add(row['invoiceId'])
        kinora[(row['gateway'], 'payment', row['gatewayInvoiceId'], row['currency'])] += int(row['amount'])
    # A refund or dispute is booked once the payment of its invoice is known.
    for row in folder.rows('refunds'):
        if row['invoiceId'] not in paid:
            continue
        kinora[(row['gateway'], 'refund', row['refundId'], row['currency'])] -= int(row['amount'])
    for row in folder.rows('disputes'):
        if row['invoiceId'] not in paid:
            continue
        kinora[(row['gateway'], 'dispute', row['disputeId'], row['currency'])] -= int(row['amount'])
        if row['outcome'] == 'won':
            kinora[(row['gateway'], 'dispute-won', row['disputeId'], row['currency'])] += int(row['amount'])
    for row in transactions:
        if row['kind'] in SUBJECTS:
            currency, amount = (row['currency'], row['amount']) if row['originalAmount'] == '' else (row['originalCurrency'], row['originalAmount'])
            gateway[(row['gateway'], row['kind'], row['subjectId'], currency)] += int(amount)
    return kinora, gateway


def exponents(folder, report):
    """The decimal places that the rows of the journal and of the gateways state."""
    for file in ('journal.csv', 'gateway-transactions.csv', 'tie-out.csv'):
        for row in folder.rows(file.removesuffix('.csv')) if folder.has(file) else ():
            for currency, exponent in (('currency', 'exponent'), ('originalCurrency', 'originalExponent')):
                if row.get(currency) and row[exponent] != str(exponent_of(row[currency])):
                    report(file, ' '.join(row.get(of, '') for of in ('entryId', 'transactionId', 'subjectId')).strip(), f'has the {exponent} {row[exponent]}, but {row[currency]} has {exponent_of(row[currency])}')


def gateway(folder, report):
    """Compares `journal.csv` and `tie-out.csv` with the transactions. Exports of earlier versions have neither."""
    if not folder.has('gateway-transactions.csv') or not folder.has('tie-out.csv'):
        return report.note('The export has no transactions of payment gateways, so fees and payouts were not checked.')
    transactions = list(folder.rows('gateway-transactions'))
    booked, clearing = defaultdict(int), defaultdict(int)
    for row in folder.rows('journal'):
        amount = int(row['debit']) - int(row['credit'])
        if row['kind'] in OWN_KINDS:
            booked[(row['day'], row['gateway'], row['currency'], row['kind'], row['role'])] += amount
        if row['role'] == 'clearing':
            clearing[(row['gateway'], row['currency'])] += amount
    _differences('journal.csv', booked, bookings(transactions), 'the transactions give', report)
    kinora, stated = defaultdict(int), defaultdict(int)
    balance = defaultdict(int)
    for row in folder.rows('tie-out'):
        key = (row['gateway'], row['kind'], row['subjectId'], row['currency'])
        kinora[key] += int(row['kinoraAmount'] or 0)
        stated[key] += int(row['gatewayAmount'] or 0)
        # What only one side knows stays in the balance of clearing.
        balance[(row['gateway'], row['currency'])] += int(row['kinoraAmount'] or 0) - int(row['gatewayAmount'] or 0)
    of_events, of_transactions = _sides(folder, transactions)
    _differences('tie-out.csv', kinora, of_events, 'payments, refunds and disputes give', report)
    _differences('tie-out.csv', stated, of_transactions, 'the transactions give', report)
    for row in transactions:
        balance[(row['gateway'], row['currency'])] += int(row['amount']) - int(row['fee'])
    _differences('journal.csv', {('clearing', *key): value for key, value in clearing.items()}, {('clearing', *key): value for key, value in balance.items()}, 'the transactions and the open differences give', report)
    return None
