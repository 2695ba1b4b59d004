// What the spans of creations say of each hop: how long, and what part of the time from the press to the end.

const CALL = 'trpc text2Image.create';
const under = (parent) => (trace, span) => trace.spans.some(({ id, name }) => id === span.parent && name === parent);
const named =
  (name) =>
  (_trace, { name: own }) =>
    own === name;
const all =
  (...tests) =>
  (trace, span) =>
    tests.every((test) => test(trace, span));
const documents = (_trace, { name }) => name.startsWith('documents ');
const follower =
  (name, event) =>
  (_trace, { name: own, attributes }) =>
    own === 'project' && String(attributes['kinora.follower']).startsWith(name) && attributes['kinora.event'] === event;

/** In the order of a creation; what is indented is a part of what stands above it. */
export const HOPS = [
  { label: 'submit (tRPC)', of: named(CALL) },
  { label: '  documents', of: all(documents, under(CALL)) },
  { label: '  append of the hold', of: all(named('append'), under(CALL)) },
  { label: 'queue: queued until a worker has it', of: named('queue') },
  { label: 'attempt', of: named('attempt') },
  { label: '  engine', of: named('engine') },
  { label: '  deliver', of: named('deliver') },
  { label: '    documents', of: all(documents, under('deliver')) },
  { label: '    blob', of: named('blobs put') },
  { label: '  other documents', of: all(documents, under('attempt')) },
  { label: 'after the end: until it is settled', of: named('relay') },
  { label: 'after the end: settle', of: named('settle') },
  { label: '  append of the capture', of: all(named('append'), under('settle')) },
  { label: 'beside: hold until in the balance', of: follower('credits_balance', 'CreditsHeld') },
  { label: 'beside: hold until in the statement', of: follower('credits_statement', 'CreditsHeld') },
];
const NEEDED = [CALL, 'append', 'queue', 'attempt', 'engine', 'deliver', 'settle', 'project'];

/** Milliseconds in which at least one of the spans was open: several at once count once. */
function openFor(spans) {
  let until = -Infinity;
  let whole = 0;
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    whole += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return whole;
}

/**
 * @param since only creations that were submitted after it, milliseconds since the epoch
 * @returns traces of creations, those that are whole, and over these the mean of each hop in milliseconds with its
 *   share of the time from the call's begin to the last attempt's end
 */
export function hopsOf(spans, since) {
  const byTrace =
    Map.groupBy === undefined
      ? spans.reduce((map, span) => map.set(span.trace, [...(map.get(span.trace) ?? []), span]), new Map())
      : Map.groupBy(spans, ({ trace }) => trace);
  const traces = [...byTrace.values()]
    .map((some) => ({ spans: some, root: some.find(({ name }) => name === CALL) }))
    .filter(({ root }) => root !== undefined && root.from >= since);
  const whole = traces.filter(({ spans: some }) => NEEDED.every((name) => some.some((span) => span.name === name)));
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const walls = mean(
    whole.map(
      ({ root, spans: some }) =>
        Math.max(...some.filter(({ name }) => name === 'attempt').map(({ to }) => to)) - root.from,
    ),
  );
  const hops = Object.fromEntries(
    HOPS.map(({ label, of }) => {
      const taken = mean(whole.map((trace) => openFor(trace.spans.filter((span) => of(trace, span)))));
      return [label, { mean: taken, share: taken / walls }];
    }),
  );
  return { traces: traces.length, whole: whole.length, hops };
}
