"""Daily signed roots: signatures, their chain, and the Merkle tree over the heads (RFC 9162)."""
import base64
import hashlib
import json
import os
import re
from bisect import insort

from chain import canonical
from ed25519 import verify
from files import day_name, day_of, number_of

GENESIS = '0' * 64
ACCOUNTS = 'credits-'
# A folder to which roots are delivered has keys beside them; an earlier export has one file of roots.
KEPT_FILE = re.compile(r'(\d{4}-\d\d-\d\d.*|roots)\.json')


def _bytes_of(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))


def _sha(data):
    return hashlib.sha256(data).digest()


def tree_of(leaves):
    """The Merkle root over the hashes of leaves (RFC 9162, 2.1.1): a node without a sibling moves up unchanged."""
    level = leaves
    if not level:
        return _sha(b'').hex()
    while len(level) > 1:
        level = [_sha(b'\x01' + level[i] + level[i + 1]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return level[0].hex()


def leaf_of(stream, revision, digest):
    """The hash of a leaf, which is the canonical JSON of a head."""
    return _sha(b'\x00' + canonical({'hash': digest, 'revision': revision, 'stream': stream}).encode('utf-8'))


def covered_by(body):
    """Prefixes of the streams that a root covers; None for a version that this checker does not know."""
    version = body.get('version')
    if version == 1:
        return [ACCOUNTS]
    return [part['prefix'] for part in body['covers']] if version == 2 else None


def lost_cover(before, now):
    """Prefixes that the root before covered and that this one does not."""
    return [prefix for prefix in before if not prefix.startswith(tuple(now))]


def thumbprint(key):
    """The id of a key (RFC 7638)."""
    text = '{"crv":"Ed25519","kty":"OKP","x":"%s"}' % key['x']
    return base64.urlsafe_b64encode(_sha(text.encode())).rstrip(b'=').decode()


class Heads:
    """Heads of the streams with some prefixes, moved on event by event in the order of the log."""

    def __init__(self, events, order, prefixes):
        self.events, self.order, self.next = events, order, 0
        # The number of the prefix of each stream; streams that are not covered have none.
        self.covered = [next((prefix for prefix in prefixes if stream.startswith(prefix)), None) for stream in events.streams]
        self.count = 0
        self.revisions, self.leaves, self.names = {}, {}, []
        self.sizes = {prefix: [0, 0] for prefix in prefixes}
        self.moved = {}

    def move_to(self, count):
        """Takes events until their number is `count`. Returns False if there are fewer."""
        events = self.events
        while self.count < count and self.next < len(self.order):
            index = self.order[self.next]
            self.next += 1
            stream = events.stream[index]
            prefix = self.covered[stream]
            if prefix is None:
                continue
            self.count += 1
            revision, size = events.revision[index], self.sizes[prefix]
            if stream in self.revisions:
                size[1] += revision - self.revisions[stream]
            else:
                insort(self.names, (events.streams[stream], stream))
                size[0] += 1
                size[1] += revision + 1
            self.revisions[stream] = revision
            self.moved[stream] = index
        return self.count == count

    def size_of(self, prefix):
        """Streams with a prefix, and the events that they have so far."""
        return tuple(self.sizes[prefix])

    def tree(self):
        for stream, index in self.moved.items():
            self.leaves[stream] = leaf_of(self.events.streams[stream], self.events.revision[index], self.events.hash(index))
        self.moved = {}
        # Stream names are ASCII, so that every order of text is the same.
        return tree_of([self.leaves[stream] for _, stream in self.names])

    def fits(self, body):
        """What is wrong with a root over these events; None if nothing is."""
        if not self.move_to(body['events']):
            return f'covers {body["events"]} events, but the export has {self.count}: events are missing'
        if self.tree() != body['tree'] or len(self.names) != body['streams']:
            return 'is not the root of the exported events: events that it covers were changed, removed or moved'
        if any(self.size_of(part['prefix']) != (part['streams'], part['events']) for part in body.get('covers', [])):
            return 'states other numbers of streams and events than it covers'
        return None


def key_of(kid, keys, report):
    """The key with an id; None if there is none."""
    key = keys.get(kid)
    if key is not None and thumbprint(key) != kid:
        report('keys.json', f'key {kid}', 'has the id of another key')
    return key


def is_signed(text, signature, key):
    """Whether a key signed a text."""
    return verify(_bytes_of(key['x']), text.encode('utf-8'), _bytes_of(signature))


def check_signature(root, body, keys, report):
    key = key_of(body['kid'], keys, report)
    if key is None:
        return report('roots.json', f'root of {root["day"]}', f'is signed by the key {body["kid"]}, which keys.json does not have')
    if not is_signed(root['body'], root['signature'], key):
        report('roots.json', f'root of {root["day"]}', 'is not signed by the key that it names')
    return None


def _roots_in(path):
    """Roots of one file: a delivered root, a list of roots, or {"roots": [...]}."""
    with open(path, encoding='utf-8') as file:
        read = json.load(file)
    found = read if isinstance(read, list) else read['roots'] if 'roots' in read else [read]
    return [{**root, 'day': json.loads(root['body'])['day']} for root in found]


def read_kept(path):
    """Roots that an auditor kept: in a file, or in a folder of files such as 2026-11-20.json or roots.json."""
    if not os.path.isdir(path):
        return _roots_in(path)
    files = sorted(name for name in os.listdir(path) if KEPT_FILE.fullmatch(name))
    if not files:
        raise ValueError(f'{path} has no roots')
    return [root for name in files for root in _roots_in(os.path.join(path, name))]


def check_kept(kept, roots, events, restarts, report):
    """
    Compares roots that an auditor kept with those of the export. A root whose loss an operator accepted may be missing,
    but the events must still lead to it.
    """
    now = {root['day']: root for root in roots}
    walks = Walks(events)
    for root in sorted(kept, key=lambda one: one['day']):
        found, where = now.get(root['day']), f'root of {root["day"]}'
        accepted = restarts.over(root['day'])
        if found is not None and found['body'] != root['body']:
            report('roots.json', where, 'is not the one that the auditor kept: the days before were rewritten')
        elif found is None and accepted is None:
            report('roots.json', where, 'is missing, but was kept by the auditor: the ledger was rolled back')
        elif found is None:
            wrong = walks.fits(json.loads(root['body']))
            if wrong is None:
                report.note(f'The {where} is missing, as was accepted: {accepted.words}. The events lead to the one that the auditor kept.')
            else:
                report('roots.json', where, f'was kept by the auditor and {wrong}. That it is lost was accepted ({accepted.words}), not a change of events')


class Walks:
    """Heads by the prefixes that roots cover."""

    def __init__(self, events):
        self.events, self.order, self.heads = events, events.in_order(), {}

    def fits(self, body):
        """What is wrong with a root; None if nothing is."""
        prefixes = covered_by(body)
        if prefixes is None:
            return f'has version {body.get("version")}, which this checker does not know'
        heads = self.heads.get(tuple(prefixes))
        if heads is None:
            heads = self.heads[tuple(prefixes)] = Heads(self.events, self.order, prefixes)
        return heads.fits(body)


class Roots:
    """The chain of signed roots while it is followed, oldest first."""

    def __init__(self, keys, events, restarts, report):
        self.keys, self.restarts, self.report = {key['kid']: key for key in keys}, restarts, report
        self.walks = Walks(events)
        self.previous, self.expected, self.last, self.covered = GENESIS, None, None, []

    def wrong(self, root, what, accepted=None):
        """Reports a difference, or notes it if an operator accepted it."""
        if accepted is None:
            self.report('roots.json', f'root of {root["day"]}', what)
        else:
            accepted.used.append(root['day'])

    def take(self, root):
        body = json.loads(root['body'])
        check_signature(root, body, self.keys, self.report)
        if body['day'] != root['day']:
            self.wrong(root, f'is signed for {body["day"]}')
        # The first root after a restart names the one that was lost, and leaves out the days up to it.
        restart = self.restarts.before(root['day'], body['previous'])
        if restart is not None:
            # It may cover fewer events than the roots before it.
            self.walks.heads.clear()
        if body['previous'] != self.previous:
            self.wrong(root, 'is not chained to the root before it', restart)
        if self.expected is not None and root['day'] != self.expected:
            self.wrong(root, f'follows a gap: the root of {self.expected} is missing', restart)
        self.previous = hashlib.sha256(root['body'].encode('utf-8')).hexdigest()
        self.expected = day_name(number_of(root['day']) + 1)
        self.cover(root, body)

    def cover(self, root, body):
        """Compares what a root covers with the events."""
        prefixes = covered_by(body)
        if prefixes is not None:
            if not prefixes:
                self.wrong(root, 'covers no streams')
            lost = lost_cover(self.covered, prefixes)
            if lost:
                self.wrong(root, f'no longer covers the streams {", ".join(lost)}, which the root before it covered')
            self.covered = prefixes
        what = self.walks.fits(body)
        if what is None:
            self.last = root['day']
        else:
            self.wrong(root, what, self.restarts.over(root['day']) if prefixes else None)


def check_roots(roots, keys, events, restarts, exported_at, report):
    """
    Checks every root, oldest first. `events` are those of all files.
    Returns the last day whose root the events lead to.
    """
    chain = Roots(keys, events, restarts, report)
    for root in sorted(roots, key=lambda one: one['day']):
        chain.take(root)
    restarts.check_notes(roots, report)
    first_missing = chain.expected or (day_of(events.recorded[chain.walks.order[0]]) if len(events) else None)
    accepted = restarts.newest
    if accepted is not None and first_missing is not None and first_missing <= accepted.day:
        accepted.used.append(accepted.day)
        first_missing = day_name(number_of(accepted.day) + 1)
    if first_missing is not None and first_missing < day_of(exported_at):
        report('roots.json', f'root of {first_missing}', 'is missing, although its day was over when the export was made: roots were removed')
    restarts.note(report)
    return chain.last
