"""
Decisions of an operator that signed roots are lost or no longer fit (docs/ledger.md, "Lost roots"). Each is recorded in
the operator log, which the roots cover, and in the stream of roots.
"""
import hashlib
import json

from files import number_of

OPERATORS = 'operators-log'
ROOTS = 'ledger-roots'
COMMAND = 'ledger root --accept-new-start'


class Restart:
    """A decision: roots up to a day are lost. `root` is the hash of the root of that day."""

    def __init__(self, day, root, reason, at, where):
        self.day, self.root = day, root
        self.words = f'reason {reason}, recorded at {at} as {where}'
        self.used = []


class Restarts:
    """Reads the decisions and the notes of signed roots from the events that do not belong to accounts."""

    def __init__(self):
        self.asked, self.made, self.signed = {}, [], []

    def take(self, row):
        stream, kind = row['stream'], row['type']
        where = f'{stream} event {row["revision"]}'
        if stream == OPERATORS and kind == 'OperatorCommanded':
            data = json.loads(row['data'])
            if data['what'] == COMMAND:
                day, root, reason = (data['subjects'][name] for name in ('day', 'root', 'reason'))
                self.asked[(day, root)] = Restart(day, root, reason, row['at'], where)
        elif stream == ROOTS:
            data = json.loads(row['data'])
            (self.made if kind == 'RootsRestarted' else self.signed).append((data['day'], data['bodyHash'], where))

    @property
    def accepted(self):
        """Decisions that the operator log has, oldest first. A note without one is nobody's decision."""
        return [self.asked[(day, root)] for day, root, _ in sorted(self.made) if (day, root) in self.asked]

    @property
    def newest(self):
        return self.accepted[-1] if self.accepted else None

    def over(self, day):
        """The decision that the root of a day is lost; None if there is none."""
        return next((one for one in self.accepted if day <= one.day), None)

    def before(self, day, previous):
        """The decision that a root follows: it is of the next day, and names the lost root as the one before it."""
        return next((one for one in self.accepted if one.root == previous and number_of(day) == number_of(one.day) + 1), None)

    def check_notes(self, roots, report):
        """Every root that the log notes as signed must be there, unless its loss was accepted."""
        known = {root['day']: hashlib.sha256(root['body'].encode('utf-8')).hexdigest() for root in roots}
        for day, root, where in self.signed:
            accepted = self.over(day)
            if known.get(day) != root and accepted is None:
                report('roots.json', f'root of {day}', f'is {"missing" if day not in known else "another one"}, but was signed according to {where}')
            elif known.get(day) != root:
                accepted.used.append(day)
        for day, root, where in self.made:
            if (day, root) not in self.asked:
                report('other-events.csv', where, f'accepts that roots up to {day} are lost, but the operator log has no such decision')

    def note(self, report):
        for one in self.accepted:
            days = sorted(set(one.used))
            if days:
                report.note(f'Roots up to {one.day} are lost or do not fit, as an operator accepted: {one.words}. It concerns {len(days)} roots from {days[0]} to {days[-1]}.')
