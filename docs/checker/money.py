"""
The rules of money: payments, refunds, disputes, revenue and deferred revenue, from the events of subscriptions and
purchases (src/billing/README.md, adr/0038). Extend them here.
"""
import hashlib
import json
from collections import defaultdict

from files import day_number

PAYMENTS = ('PaymentSucceeded', 'PurchasePaid')
REFUNDS = ('PaymentRefunded', 'PurchaseRefunded')
DISPUTES = ('PaymentDisputed', 'PurchaseDisputed')
OUTCOMES = ('DisputeClosed', 'PurchaseDisputeClosed')
FACTS = (*PAYMENTS, *REFUNDS, *DISPUTES, *OUTCOMES)
GRANTS = ('GrantRequested', 'PurchaseGrantRequested')
# Currencies whose prices are whole units; all others have hundredths.
WHOLE = ('jpy', 'vnd', 'krw', 'clp')
CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'


def exponent_of(currency):
    return 0 if currency in WHOLE else 2


def invoice_id(gateway, gateway_invoice_id):
    """Kinora's id of an invoice: the first half of a SHA-256, as a UUID of version 8."""
    digest = bytearray(hashlib.sha256(json.dumps(['invoice', gateway, gateway_invoice_id], separators=(',', ':'), ensure_ascii=False).encode()).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    text = digest.hex()
    return f'{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}'


def invoice_number(identity):
    """The printed number: 60 bits of the id in base 32."""
    rest, signs = int(identity.replace('-', '')[-15:], 16), ''
    for _ in range(12):
        signs = CROCKFORD[rest % 32] + signs
        rest //= 32
    return f'KIN-{signs[:4]}-{signs[4:8]}-{signs[8:]}'


class Invoice:
    def __init__(self, owner, stream, gateway_id):
        self.owner, self.stream, self.gateway_id = owner, stream, gateway_id
        self.id = invoice_id(owner['gateway'], gateway_id)
        self.number = invoice_number(self.id)
        self.payment, self.refunds, self.disputes, self.outcomes = None, {}, {}, {}
        self.grants = []
        # Every report in the order of the log: (number of the event among those of money, type, data).
        self.reports = []

    def columns(self):
        """The columns that every row about an invoice has."""
        return {'invoiceId': self.id, 'invoiceNumber': self.number, 'gatewayInvoiceId': self.gateway_id, 'gateway': self.owner['gateway'], 'userId': self.owner['userId'], 'appName': self.owner['appName']}


def order_of(fact):
    """Of several reports of one fact, the first by the gateway's clock counts."""
    return (fact['occurredAt'], fact.get('sequence', 0), fact['factId'])


def keep_first(known, key, fact):
    if key not in known or order_of(fact) < order_of(known[key]):
        known[key] = fact


class Money:
    """Folds the events of subscriptions and purchases into invoices."""

    def __init__(self, report):
        self.report = report
        self.owners, self.ends, self.invoices = {}, {}, {}
        # Every report that can change a figure, in the order of the log: (number, time, recorded, stream, invoice or None).
        self.reports, self.end_reports = [], defaultdict(list)

    def take(self, row, number):
        """@param number: of the event among all events of subscriptions and purchases, from 0"""
        stream, kind = row['stream'], row['type']
        if not stream.startswith(('subscription-', 'purchase-')):
            return
        data = json.loads(row['data'])
        if kind in ('SubscriptionOpened', 'PurchaseOpened'):
            self.owners[stream] = data
        elif kind == 'SubscriptionEnded':
            keep_first(self.ends, stream, data)
            self.end_reports[stream].append((number, data))
            self.reports.append((number, data['occurredAt'], row['recordedAt'], stream, None))
        elif 'invoiceId' in data:
            owner = self.owners.get(stream)
            if owner is None:
                return self.report('other-events.csv', f'{stream} event {row["revision"]}', 'stands before the stream is opened')
            key = (owner['gateway'], data['invoiceId'])
            invoice = self.invoices.setdefault(key, Invoice(owner, stream, data['invoiceId']))
            self.enter(invoice, kind, data)
            if kind in FACTS:
                invoice.reports.append((number, kind, data))
                self.reports.append((number, data['occurredAt'], row['recordedAt'], stream, invoice))

    def as_of(self, invoice, known):
        """The invoice and the end of its subscription, as the first `known` events of money state them."""
        earlier, ends = Invoice(invoice.owner, invoice.stream, invoice.gateway_id), {}
        for number, kind, data in invoice.reports:
            if number < known:
                self.enter(earlier, kind, data)
        for number, data in self.end_reports.get(invoice.stream, ()):
            if number < known:
                keep_first(ends, invoice.stream, data)
        return earlier, ends.get(invoice.stream)

    def enter(self, invoice, kind, data):
        if kind in PAYMENTS and (invoice.payment is None or order_of(data) < order_of(invoice.payment)):
            invoice.payment = data
        elif kind in REFUNDS:
            keep_first(invoice.refunds, data['refundId'], data)
        elif kind in DISPUTES:
            keep_first(invoice.disputes, data['disputeId'], data)
        elif kind in OUTCOMES:
            keep_first(invoice.outcomes, data['disputeId'], data)
        elif kind in GRANTS:
            invoice.grants.append(data)


def money_moved(invoice):
    """Money of a paid invoice in order: (time, figure, amount, currency, id)."""
    paid = invoice.payment
    later = [(one['occurredAt'], 'refunded', one['amount'], one['currency'], one['refundId']) for one in sorted(invoice.refunds.values(), key=order_of)]
    disputes = sorted(invoice.disputes.values(), key=order_of)
    later += [(one['occurredAt'], 'disputed', one['amount'], one['currency'], one['disputeId']) for one in disputes]
    for one in disputes:
        closed = invoice.outcomes.get(one['disputeId'])
        if closed is not None:
            later.append((closed['occurredAt'], 'returned' if closed['outcome'] == 'won' else 'lost', one['amount'], one['currency'], one['disputeId']))
    return [(paid['occurredAt'], 'paid', paid['amountPaid'], paid['currency'], invoice.gateway_id)] + sorted(later, key=lambda one: one[0])


SIGN = {'paid': 1, 'refunded': -1, 'disputed': -1, 'returned': 1, 'lost': 0}


def tax_returned(tax, back, amount_paid):
    """Tax that went back once `back` of the payment did, rounded down."""
    return 0 if amount_paid == 0 else tax * min(max(back, 0), amount_paid) // amount_paid


def delivery_of(invoice, end):
    """(first day, number of days, day of an early end or None) over which the payment is delivered."""
    paid = invoice.payment
    if 'periodStart' not in paid:
        return day_number(paid['occurredAt']), 0, None
    first = day_number(paid['periodStart'])
    return first, max(1, day_number(paid['periodEnd']) - first), None if end is None else day_number(end['occurredAt'])


def recognised_by(day, movements, delivery):
    """The delivered part of the money kept by the end of a day. Larger parts come first and all parts add up exactly."""
    first, days, until = delivery
    kept = sum(minor for when, minor in movements if when <= day)
    if days == 0 or (until is not None and day >= until):
        return kept
    delivered = min(max(day - first + 1, 0), days)
    return kept // days * delivered + min(kept % days, delivered)


# What a movement counts as, and where its tax is kept apart.
COUNTED = {'paid': ('payments', None), 'refunded': ('refunds', 'taxRefunded'), 'disputed': ('disputes', 'taxDisputed'), 'returned': (None, 'taxReturned'), 'lost': (None, None)}
FIGURES = ('paid', 'refunded', 'disputed', 'returned', 'lost', 'tax')

DETAILS = ('payments', 'refunds', 'disputes', 'taxRefunded', 'taxDisputed', 'taxReturned')


def revenue_of(invoice, recognised, last):
    """
    Rows of an invoice by currency and day up to the last day: {(currency, day): figures}. `recognised` is a function of
    a day and the movements of money (`packs.recognition_of`).
    """
    rows, net, back = {}, defaultdict(list), 0
    paid = invoice.payment
    tax, currency_paid = paid.get('tax', 0), paid['currency']
    for at, figure, amount, currency, identity in money_moved(invoice):
        day, before = day_number(at), back
        if figure != 'paid' and currency == currency_paid:
            back -= SIGN[figure] * amount
        taxed = tax if figure == 'paid' else tax_returned(tax, before, paid['amountPaid']) - tax_returned(tax, back, paid['amountPaid'])
        row = rows.setdefault((currency, day), new_row())
        row[figure] += amount
        row['tax'] += taxed
        count, tax_of = COUNTED[figure]
        if count:
            row[count] += 1
        if tax_of:
            row[tax_of] += abs(taxed)
        if figure != 'paid':
            row['refundIds' if figure == 'refunded' else 'disputeIds'].append(identity)
        if SIGN[figure] != 0:
            net[currency].append((day, SIGN[figure] * amount - taxed))
    for currency, movements in net.items():
        first = min(day for day, _ in movements)
        before = 0
        for day in range(first, last + 1):
            now = recognised(day, movements)
            if now != before:
                rows.setdefault((currency, day), new_row())['recognised'] = now - before
            before = now
    return {key: row for key, row in rows.items() if key[1] <= last}


def new_row():
    return {**dict.fromkeys(FIGURES, 0), **dict.fromkeys(DETAILS, 0), 'recognised': 0, 'refundIds': [], 'disputeIds': []}


def is_paid(invoice):
    """A trial has an invoice over zero, which is not a payment."""
    return invoice.payment is not None and (invoice.payment.get('reason') != 'trial' or invoice.payment['amountPaid'] > 0)
