import { StoreUnavailable } from '../unavailable.js';

/**
 * Purpose of a check: if a `live` part fails, the process should be restarted; if a `ready` part fails, it gets no
 * requests.
 */
export type Need = 'live' | 'ready';

export interface CheckReport {
  readonly ok: boolean;
  readonly need: Need;
  /** Plain text for an operator; never the driver's message, because anybody may read it. */
  readonly words: string;
}

export interface HealthReport {
  readonly live: boolean;
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, CheckReport>>;
}

/** Checks a part. Resolves if it is healthy, optionally with a remark; throws if it is not. */
export type Check = () => Promise<string | void>;

interface Registered {
  readonly need: Need;
  readonly check: Check;
}

const PATIENCE_MS = 2_000;
const OVERDUE = Symbol('overdue');

/** Health checks of the parts of a process, by name. */
export class HealthRegistry {
  private readonly parts = new Map<string, Registered>();

  /**
   * @param onFailure receives the full error of a failed check, for the log
   * @param patienceMs timeout of a check in milliseconds
   */
  constructor(
    private readonly onFailure: (name: string, error: unknown) => void = () => {},
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * Registers a check; replaces an earlier one of the same name.
   * @returns a function that unregisters it
   */
  register(name: string, check: Check, need: Need = 'ready'): () => void {
    const registered = { need, check };
    this.parts.set(name, registered);
    return () => {
      if (this.parts.get(name) === registered) this.parts.delete(name);
    };
  }

  /** Runs all checks, or only the `live` ones. Never throws, and takes no longer than the timeout. */
  async check(of: Need = 'ready'): Promise<HealthReport> {
    const reports = await Promise.all(
      [...this.parts]
        .filter(([, { need }]) => of === 'ready' || need === 'live')
        .map(async ([name, part]) => [name, await this.ask(name, part)] as const),
    );
    const failing = reports.map(([, report]) => report).filter((report) => !report.ok);
    const live = failing.every((report) => report.need !== 'live');
    return { live, ready: failing.length === 0, checks: Object.fromEntries(reports) };
  }

  private async ask(name: string, { check, need }: Registered): Promise<CheckReport> {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<typeof OVERDUE>((resolve) => {
      timer = setTimeout(() => resolve(OVERDUE), this.patienceMs);
    });
    try {
      const answer = await Promise.race([check(), overdue]);
      if (answer === OVERDUE) return { ok: false, need, words: `does not answer within ${this.patienceMs / 1_000} s` };
      return { ok: true, need, words: answer ?? 'well' };
    } catch (error) {
      this.onFailure(name, error);
      return { ok: false, need, words: wordsFor(error) };
    } finally {
      clearTimeout(timer);
    }
  }
}

const REASONS = {
  unreachable: 'cannot be reached',
  full: 'has no room left to write',
  closed: 'is closed',
  contended: 'is written by too many at once',
  failed: 'does not work; the log says more',
} as const;

function wordsFor(error: unknown): string {
  return error instanceof StoreUnavailable ? REASONS[error.reason] : REASONS.failed;
}
