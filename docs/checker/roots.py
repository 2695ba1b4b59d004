"""Daily signed roots: signatures, their chain, and the Merkle tree over the heads (RFC 9162)."""
import base64
import hashlib
import json
import os
import re

from ed25519 import verify
from files import day_name, day_of, millis, number_of

GENESIS = '0' * 64
ACCOUNTS = 'credits-'
# A folder to which roots are delivered has keys beside them; an earlier export has one file of roots.
KEPT_FILE = re.compile(r'(\d{4}-\d\d-\d\d.*|roots)\.json')


def _bytes_of(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))


def _sha(data):
    return hashlib.sha256(data).digest()


def tree_of(leaves):
    """The Merkle root over leaf contents (RFC 9162, 2.1.1): a node without a sibling moves up unchanged."""
    level = [_sha(b'\x00' + leaf) for leaf in leaves]
    if not level:
        return _sha(b'').hex()
    while len(level) > 1:
        level = [_sha(b'\x01' + level[i] + level[i + 1]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return level[0].hex()


def leaf_of(stream, revision, digest):
    """Canonical JSON of a head."""
    return json.dumps({'hash': digest, 'revision': revision, 'stream': stream}, separators=(',', ':'), ensure_ascii=False).encode('utf-8')


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

    def __init__(self, events, prefixes):
        self.events = [event for event in events if event['stream'].startswith(tuple(prefixes))]
        self.count = 0
        self.heads = {}

    def move_to(self, count):
        """Takes events until their number is `count`. Returns False if there are fewer."""
        while self.count < count and self.count < len(self.events):
            event = self.events[self.count]
            self.heads[event['stream']] = (event['revision'], event['hash'])
            self.count += 1
        return self.count == count

    def size_of(self, prefix):
        """Streams with a prefix, and the events that they have so far."""
        revisions = [head[0] for stream, head in self.heads.items() if stream.startswith(prefix)]
        return len(revisions), sum(revision + 1 for revision in revisions)

    def tree(self):
        # Stream names are ASCII, so that every order of text is the same.
        return tree_of([leaf_of(stream, *self.heads[stream]) for stream in sorted(self.heads)])


def check_signature(root, body, keys, report):
    key = keys.get(body['kid'])
    if key is None:
        return report('roots.json', f'root of {root["day"]}', f'is signed by the key {body["kid"]}, which keys.json does not have')
    if thumbprint(key) != body['kid']:
        report('keys.json', f'key {body["kid"]}', 'has the id of another key')
    if not verify(_bytes_of(key['x']), root['body'].encode('utf-8'), _bytes_of(root['signature'])):
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


def check_kept(kept, roots, report):
    """Compares roots that an auditor kept with those of the export."""
    now = {root['day']: root for root in roots}
    for root in kept:
        found = now.get(root['day'])
        if found is None:
            report('roots.json', f'root of {root["day"]}', 'is missing, but was kept by the auditor: the ledger was rolled back')
        elif found['body'] != root['body']:
            report('roots.json', f'root of {root["day"]}', 'is not the one that the auditor kept: the days before were rewritten')


def check_roots(roots, keys, events, exported_at, report):
    """
    Checks every root, oldest first. `events` are {stream, revision, hash, recorded} in the order of the log.
    Returns the last day whose root the events lead to.
    """
    known = {key['kid']: key for key in keys}
    previous, expected, last, heads, covered = GENESIS, None, None, {}, []
    for root in sorted(roots, key=lambda one: one['day']):
        body = json.loads(root['body'])
        where = f'root of {root["day"]}'
        check_signature(root, body, known, report)
        if body['day'] != root['day']:
            report('roots.json', where, f'is signed for {body["day"]}')
        if body['previous'] != previous:
            report('roots.json', where, 'is not chained to the root before it')
        if expected is not None and root['day'] != expected:
            report('roots.json', where, f'follows a gap: the root of {expected} is missing')
        previous = hashlib.sha256(root['body'].encode('utf-8')).hexdigest()
        expected = day_name(number_of(root['day']) + 1)
        prefixes = covered_by(body)
        if prefixes is None:
            report('roots.json', where, f'has version {body.get("version")}, which this checker does not know')
            continue
        if not prefixes:
            report('roots.json', where, 'covers no streams')
        lost = lost_cover(covered, prefixes)
        if lost:
            report('roots.json', where, f'no longer covers the streams {", ".join(lost)}, which the root before it covered')
        covered = prefixes
        kept = heads.setdefault(tuple(prefixes), Heads(events, prefixes))
        if not kept.move_to(body['events']):
            report('roots.json', where, f'covers {body["events"]} events, but the export has {kept.count}: events are missing')
        elif kept.tree() != body['tree'] or len(kept.heads) != body['streams']:
            report('roots.json', where, 'is not the root of the exported events: events that it covers were changed, removed or moved')
        elif any(kept.size_of(part['prefix']) != (part['streams'], part['events']) for part in body.get('covers', [])):
            report('roots.json', where, 'states other numbers of streams and events than it covers')
        else:
            last = root['day']
    due = [day_of(event['recorded']) for event in events[:1]]
    first_missing = expected or (due[0] if due else None)
    if first_missing is not None and first_missing < day_of(exported_at):
        report('roots.json', f'root of {first_missing}', 'is missing, although its day was over when the export was made: roots were removed')
    return last


def events_in_order(rows):
    """What the roots need of the events of several files, in the order of the log."""
    events = [{'stream': row['stream'], 'revision': int(row['revision']), 'hash': row['hash'], 'position': int(row['position']), 'recorded': millis(row['recordedAt'])} for row in rows]
    return sorted(events, key=lambda event: event['position'])
