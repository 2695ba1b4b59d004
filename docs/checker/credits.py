"""
The rules of an account (src/credits/README.md), folded from its events. Extend them here: `RULES` at the end has one
function per event type. A rule reads the stored data, changes the account, and returns the movements of the event as
(grant, kind, amount). Whatever does not fit is reported by `account.wrong(text)`.
"""
import json

from chain import canonical
from files import day_number, millis

COLUMNS = ('granted', 'adjusted', 'held', 'spent', 'released', 'expired', 'revoked')


class Grant:
    # Without a dictionary each: there is one per grant of all time.
    __slots__ = ('source', 'amount', 'expires_at', 'eligibility', 'available', 'held', 'spent', 'expired', 'revoked', 'taken', 'at', 'standing', 'revocation', 'used_on', 'ended_on')

    def __init__(self, source, amount, expires_at, eligibility):
        self.source, self.amount, self.expires_at, self.eligibility = source, amount, expires_at, eligibility
        self.available = self.held = self.spent = self.expired = self.revoked = self.taken = 0
        self.at = None
        self.standing = 'open'
        self.revocation = None
        # Of purchases only: the credits used by day, and the day from which the rest cannot be used.
        self.used_on, self.ended_on = {}, None

    def is_due(self, at):
        return self.expires_at is not None and self.expires_at <= at

    def end(self, standing, at):
        day = day_number(at)
        self.standing, self.ended_on = standing, day if self.ended_on is None else min(day, self.ended_on)

    def note_use(self, kind, amount, at):
        """Keeps when credits of a purchase were used up: captured, or taken by an operator."""
        used = amount if kind == 'spent' else -amount if kind == 'adjusted' and amount < 0 else 0
        if self.source == 'purchase' and used > 0:
            self.used_on[day_number(at)] = self.used_on.get(day_number(at), 0) + used


class Account:
    """One account while its events are folded."""

    def __init__(self, stream, report):
        self.stream, self.report = stream, report
        self.available = self.held = self.receivable = 0
        self.grants, self.burn_order, self.holds, self.hold_ends = {}, [], {}, {}
        # Credits captured from each hold, the draft that each open hold deducts, and the final that deducted each draft.
        self.paid, self.deducts, self.deducted_by = {}, {}, {}
        # The work and amount of each open hold's surcharge, by work what sold credits paid of captured surcharges, and the
        # shares that the account was granted as the author of a work.
        self.surcharges, self.surcharged, self.shares = {}, {}, {}
        self.where = stream

    def wrong(self, text):
        self.report('ledger.csv', self.where, text)

    def grant(self, grant_id):
        """A grant of the account. An unknown one is reported and then treated as an empty grant."""
        if grant_id not in self.grants:
            self.wrong(f'names the grant {grant_id}, which the account never had')
            self.grants[grant_id] = Grant('unknown', 0, None, 'any')
        return self.grants[grant_id]

    def add(self, grant_id, grant):
        """Adds a grant in burn order: earliest expiry first, then oldest; without expiry last."""
        self.grants[grant_id] = grant
        end = grant.expires_at
        later = [i for i, other in enumerate(self.burn_order) if end is not None and (self.grants[other].expires_at is None or end < self.grants[other].expires_at)]
        self.burn_order = [other for other in self.burn_order if other != grant_id] if grant_id in self.burn_order else self.burn_order
        self.burn_order.insert(later[0] if later else len(self.burn_order), grant_id)

    def expected_split(self, amount, work, at, first=None):
        """The grants that must pay for an amount, in burn order, after the grant `first`."""
        split = []
        for grant_id in sorted(self.burn_order, key=lambda one: one != first):
            grant = self.grants[grant_id]
            usable = grant.available > 0 and grant.standing == 'open' and not grant.is_due(at) and (work == 'free-models' or grant.eligibility == 'any')
            part = min(amount, grant.available) if usable else 0
            if part > 0:
                split.append((grant_id, part))
                amount -= part
        return split

    def take(self, row):
        """Folds one event. Returns its movements as (grant id, grant, kind, amount, available after, held after)."""
        self.where = f'{self.stream} event {row["revision"]}'
        data = json.loads(row['data'])
        if canonical(data) != row['data']:
            self.wrong('does not have canonical data')
        before = self.available
        rule = RULES.get(row['type'])
        if rule is None:
            self.wrong(f'has the type {row["type"]}, which this checker does not know')
            return []
        moved, at = [], millis(row['at'])
        for grant_id, kind, amount in rule(self, data, at):
            grant = self.grant(grant_id)
            self.move(grant_id, grant, kind, amount)
            moved.append((grant_id, grant, kind, amount, grant.available, grant.held))
            grant.note_use(kind, amount, at)
        # Grants that are used up never pay again.
        self.burn_order = [one for one in self.burn_order if self.grants[one].available + self.grants[one].held > 0]
        if data.get('available') != self.available:
            self.wrong(f'states {data.get("available")} available credits, but its movements lead from {before} to {self.available}')
        return moved

    def move(self, grant_id, grant, kind, amount):
        available, held = EFFECT[kind]
        grant.available += available * amount
        grant.held += held * amount
        self.available += available * amount
        self.held += held * amount
        if kind == 'spent':
            grant.spent += amount
        elif kind == 'expired':
            grant.expired += amount
        elif kind == 'revoked':
            grant.revoked += amount
        elif kind == 'adjusted' and amount < 0:
            grant.taken -= amount
        if grant.available < 0 or grant.held < 0:
            self.wrong(f'takes more from the grant {grant_id} than it has')


EFFECT = {'granted': (1, 0), 'adjusted': (1, 0), 'held': (-1, 1), 'spent': (0, -1), 'released': (1, -1), 'expired': (-1, 0), 'revoked': (-1, 0)}


def pairs(parts):
    return [(part['grantId'], part['amount']) for part in parts]


def granted(account, data, at):
    grant = Grant(data['source'], data['amount'], data.get('expiresAt'), data['eligibility'])
    grant.at = at
    known = account.grants.get(data['grantId'])
    if known is not None and known.available + known.held > 0:
        account.wrong(f'repeats the grant {data["grantId"]}')
    account.add(data['grantId'], grant)
    if data['source'] == 'author-share':
        note_share(account, data)
    return [(data['grantId'], 'granted', data['amount'])]


# The author's part of a surcharge that sold credits have paid, in per cent, and what counts as sold.
SHARE_PERCENT = 70
SOLD = ('plan', 'purchase')


def note_share(account, data):
    """The id of a share's grant names the author and the work."""
    parts, user = data['grantId'].split('.'), account.stream[len('credits-'):].split('.')[0]
    if len(parts) != 5 or parts[:2] != ['author-share', user]:
        account.wrong(f'grants the share {data["grantId"]}, which is not of this author')
        return
    account.shares[parts[2]] = account.shares.get(parts[2], 0) + data['amount']


def first_of(split, amount):
    """The first credits of a split in burn order."""
    first = []
    for grant_id, whole in split:
        part = min(amount, whole)
        amount -= part
        first += [(grant_id, part)] if part > 0 else []
    return first


def check_shares(accounts, report):
    """The shares granted for a work are at most their part of what sold credits have paid of its surcharges."""
    paid = {}
    for account in accounts.values():
        for work, amount in account.surcharged.items():
            paid[work] = paid.get(work, 0) + amount
    for account in accounts.values():
        for work, amount in account.shares.items():
            if amount * 100 > paid.get(work, 0) * SHARE_PERCENT:
                report('ledger.csv', account.stream, f'was granted {amount} credits for the work {work}, whose surcharges sold credits have paid with {paid.get(work, 0)}')


def adjusted(account, data, at):
    account.receivable -= data.get('settles', 0)
    if account.receivable < 0:
        account.wrong(f'settles {data["settles"]} credits, but fewer are owed')
    if data['amount'] == 0:
        return []
    if data['amount'] > 0:
        grant = Grant('adjustment', data['amount'], None, 'any')
        grant.at = at
        account.add(data['adjustmentId'], grant)
        return [(data['adjustmentId'], 'adjusted', data['amount'])]
    # A reversal first takes what the adjustment gave.
    check_split(account, pairs(data['taken']), -data['amount'], 'free-models', at, data.get('reverses'))
    return [(grant_id, 'adjusted', -amount) for grant_id, amount in pairs(data['taken'])]


def check_split(account, split, amount, work, at, first=None):
    expected = account.expected_split(amount, work, at, first)
    if sum(part for _, part in split) != amount:
        account.wrong(f'splits {amount} credits into parts that add up to {sum(part for _, part in split)}')
    elif split != expected:
        account.wrong(f'splits its credits over grants as {split}, but the order of spending gives {expected}')


def held(account, data, at):
    if data['holdId'] in account.holds:
        account.wrong(f'repeats the hold {data["holdId"]}')
    split = pairs(data['allocations'])
    check_split(account, split, data['amount'], data['eligibility'], at)
    account.holds[data['holdId']] = split
    account.hold_ends[data['holdId']] = data['expiresAt']
    if 'deducted' in data:
        account.deducts[data['holdId']] = data['deducted']
    if 'surcharge' in data:
        surcharge = data['surcharge']
        account.surcharges[data['holdId']] = (surcharge['work'], surcharge['amount'])
        sold = [(grant_id, part) for grant_id, part in first_of(split, surcharge['amount']) if account.grant(grant_id).source in SOLD]
        if surcharge['amount'] > data['amount'] or pairs(surcharge['paid']) != sold:
            account.wrong(f'states {pairs(surcharge["paid"])} as the sold credits of a surcharge of {surcharge["amount"]}, but they are {sold}')
    return [(grant_id, 'held', amount) for grant_id, amount in split]


def ended(account, data, captured, at):
    """The end of a hold: its first part is captured in the order of the hold, the rest goes back."""
    hold = account.holds.pop(data['holdId'], None)
    account.hold_ends.pop(data['holdId'], None)
    if hold is None:
        account.wrong(f'ends the hold {data["holdId"]}, which is not open')
        hold = captured + pairs(data['returned'])
    missing, first, rest = sum(amount for _, amount in captured), [], []
    for grant_id, whole in hold:
        part = min(missing, whole)
        missing -= part
        first += [(grant_id, part)] if part > 0 else []
        rest += [(grant_id, whole - part)] if whole > part else []
    if captured != first or pairs(data['returned']) != rest:
        account.wrong(f'does not split the hold {data["holdId"]} as it was held')
    moved = [(grant_id, 'spent', amount) for grant_id, amount in captured]
    for part in data['returned']:
        grant = account.grant(part['grantId'])
        to = 'revoked' if grant.standing == 'revoked' else 'expired' if grant.standing == 'expired' or grant.is_due(at) else 'available'
        if part['to'] != to:
            account.wrong(f'returns credits of the grant {part["grantId"]} as {part["to"]}, but they are {to}')
        moved.append((part['grantId'], 'released', part['amount']))
        if part['to'] != 'available':
            moved.append((part['grantId'], part['to'], part['amount']))
    return moved


def check_deduction(account, final, deducted):
    """A delivered final deducts at most what its draft was captured for, and a draft is deducted once."""
    draft, amount = deducted['holdId'], deducted['amount']
    if amount > account.paid.get(draft, 0):
        account.wrong(f'deducts {amount} credits of the draft {draft}, which was captured for {account.paid.get(draft, 0)}')
    other = account.deducted_by.setdefault(draft, final)
    if other != final:
        account.wrong(f'deducts the draft {draft}, which {other} has deducted')


def usage_recorded(account, data, at):
    if 'deducted' in data:
        if data['deducted']['amount'] < data['listPrice']:
            account.wrong(f'records {data["listPrice"]} credits as covered by a deduction of {data["deducted"]["amount"]}')
        check_deduction(account, data['usageId'], data['deducted'])
    return []


def hold_captured(account, data, at):
    account.paid[data['holdId']] = data['amount']
    if data['holdId'] in account.deducts:
        check_deduction(account, data['holdId'], account.deducts.pop(data['holdId']))
    captured = pairs(data['captured'])
    if sum(amount for _, amount in captured) != data['amount']:
        account.wrong(f'captures {data["amount"]} credits in parts that do not add up to it')
    unpaid = sum(amount for grant_id, amount in captured if account.grant(grant_id).standing == 'revoked')
    if data.get('receivable', 0) != unpaid:
        account.wrong(f'states a receivable of {data.get("receivable", 0)}, but {unpaid} were captured from revoked grants')
    account.receivable += unpaid
    work, amount = account.surcharges.pop(data['holdId'], (None, 0))
    if work is not None:
        sold = sum(part for grant_id, part in first_of(captured, amount) if account.grant(grant_id).source in SOLD and account.grant(grant_id).standing != 'revoked')
        account.surcharged[work] = account.surcharged.get(work, 0) + sold
    return ended(account, data, captured, at)


def hold_ended(account, data, at):
    account.surcharges.pop(data['holdId'], None)
    return ended(account, data, [], at)


def hold_extended(account, data, at):
    if data['holdId'] not in account.holds:
        account.wrong(f'extends the hold {data["holdId"]}, which is not open')
    account.hold_ends[data['holdId']] = data['expiresAt']
    return []


def grant_expired(account, data, at):
    grant = account.grant(data['grantId'])
    if not grant.is_due(at):
        account.wrong(f'ends the grant {data["grantId"]} before its expiry')
    if data['amount'] != grant.available:
        account.wrong(f'expires {data["amount"]} credits of the grant {data["grantId"]}, which has {grant.available}')
    grant.end('expired', at)
    return [(data['grantId'], 'expired', data['amount'])] if data['amount'] != 0 else []


def grant_revoked(account, data, at):
    grant = account.grant(data['grantId'])
    if data['amount'] != grant.available:
        account.wrong(f'revokes {data["amount"]} credits of the grant {data["grantId"]}, which has {grant.available}')
    if data['receivable'] != grant.spent:
        account.wrong(f'states a receivable of {data["receivable"]}, but {grant.spent} were spent of the grant')
    account.receivable += data['receivable']
    grant.end('revoked', at)
    grant.revocation = (data['reason'], data['reference'])
    return [(data['grantId'], 'revoked', data['amount'])] if data['amount'] != 0 else []


def overdue(account, at):
    """
    Ends what is due by a time and not recorded yet, each at its due time: the books include it. Yields the time and the
    movements, as `take` returns them.
    """
    due = [(account.hold_ends[hold], 'hold', hold) for hold in account.holds if account.hold_ends[hold] <= at]
    due += [(grant.expires_at, 'grant', grant_id) for grant_id, grant in account.grants.items() if grant.standing == 'open' and grant.is_due(at)]
    for when, kind, name in sorted(due):
        moves = []
        if kind == 'grant':
            grant = account.grants[name]
            grant.standing = 'expired'
            moves = [(name, 'expired', grant.available)] if grant.available > 0 else []
        else:
            for grant_id, amount in account.holds.pop(name):
                grant = account.grant(grant_id)
                to = grant.standing if grant.standing in ('revoked', 'expired') else 'expired' if grant.is_due(when) else None
                moves += [(grant_id, 'released', amount)] + ([(grant_id, to, amount)] if to else [])
        for grant_id, what, amount in moves:
            account.move(grant_id, account.grants[grant_id], what, amount)
        if moves:
            yield when, [(grant_id, account.grants[grant_id], what, amount, 0, 0) for grant_id, what, amount in moves]


def nothing(account, data, at):
    return []


RULES = {
    'CreditsGranted': granted, 'CreditsAdjusted': adjusted, 'CreditsHeld': held, 'HoldExtended': hold_extended, 'HoldCaptured': hold_captured,
    'HoldReleased': hold_ended, 'HoldExpired': hold_ended, 'GrantExpired': grant_expired, 'GrantRevoked': grant_revoked,
    'UsageRecorded': usage_recorded, 'AccountCheckpointed': nothing,
}
