import { takesRealPayments, type GatewaySettings } from './billing/gateways/settings.shared.js';
import { embeddedByVariable, type StoreChoice } from './config.js';
import type { Role } from './config-variables.js';

/** Problems of a set of roles: `refused` when the process must not start, `warned` when some work will not be done. */
export type RolesVerdict =
  { readonly outcome: 'refused' | 'warned'; readonly words: string } | { readonly outcome: 'fine' };

/** Configuration that determines the possible roles of a process. */
export interface RoleFacts extends StoreChoice {
  readonly roles: ReadonlySet<Role>;
  readonly apiUrls: readonly string[];
  readonly authSecret?: string;
  readonly smtpUrl?: string;
  readonly publicUrl?: string;
  readonly gateways: GatewaySettings;
  readonly allowSandbox?: boolean;
}

const FINE: RolesVerdict = { outcome: 'fine' };
const refused = (words: string): RolesVerdict => ({ outcome: 'refused', words });
const warned = (words: string): RolesVerdict => ({ outcome: 'warned', words });

/** Whether a process only serves pages and so needs no stores. */
export function servesPagesAlone({ roles, apiUrls }: Pick<RoleFacts, 'roles' | 'apiUrls'>): boolean {
  return roles.size === 1 && roles.has('web') && apiUrls.length > 0;
}

/** Checks the roles of a process against its stores and payment gateways. */
export function judgeRoles(facts: RoleFacts): RolesVerdict {
  if (servesPagesAlone(facts)) return FINE;
  if (facts.roles.has('api') && sellsForNothing(facts)) return refused(SANDBOX_IN_PUBLIC);
  return embeddedByVariable(facts).length === 0 ? judgeShared(facts) : judgeAlone(facts);
}

/** On an unshared data folder, no other process can do the work that this one leaves out. */
function judgeAlone(facts: RoleFacts): RolesVerdict {
  const { roles } = facts;
  const embedded = embeddedByVariable(facts);
  if (!roles.has('projector')) {
    return refused(
      'ROLES has no projector: on the embedded stores no other process can take this role, and without it no balance changes, no credits are granted and no creation is settled. Add it: ROLES=' +
        [...roles, 'projector'].join(',') +
        (embedded.length < 4
          ? `. Or give every store a server: ${embedded.join(', ')} ${embedded.length === 1 ? 'is' : 'are'} not set.`
          : ''),
    );
  }
  if (isWithoutApi(facts)) return warned(PAGES_ALONE);
  if (!roles.has('worker'))
    return warned('ROLES has no worker: creations are accepted and wait until a process with the role worker starts.');
  return FINE;
}

/** On shared stores any combination of roles works, because other processes may have the rest. */
function judgeShared(facts: RoleFacts): RolesVerdict {
  const { roles, authSecret, smtpUrl, publicUrl } = facts;
  if (authSecret === undefined)
    return refused(
      'AUTH_SECRET is not set: processes that share stores must sign with the same secret. Create one and give it to each process: AUTH_SECRET=$(openssl rand -hex 48)',
    );
  if (smtpUrl === undefined && roles.has('projector') !== roles.has('api')) {
    return refused(
      'SMTP_URL is not set: the projector would store letters in a folder on its own machine, where the mail page of an api process elsewhere cannot find them. Set it in every process, or give one process both roles.',
    );
  }
  if (publicUrl === undefined && !roles.has('web') && (roles.has('api') || roles.has('projector'))) {
    return refused(
      "PUBLIC_URL is not set: another process serves the pages, and links in letters and the administrator's link would lead to this one. Set it in every process to the address where browsers find the pages: PUBLIC_URL=https://kinora.example",
    );
  }
  if (isWithoutApi(facts)) return warned(PAGES_ALONE);
  if (smtpUrl === undefined && roles.has('api'))
    return warned(
      "SMTP_URL is not set: letters stay in mail/ in this process's data folder, where no other process finds them.",
    );
  return FINE;
}

/** Whether the public could buy credits without paying. An https address counts as public. */
function sellsForNothing({ publicUrl, gateways, allowSandbox }: RoleFacts): boolean {
  return publicUrl?.startsWith('https:') === true && !takesRealPayments(gateways) && allowSandbox !== true;
}

const SANDBOX_IN_PUBLIC =
  'PUBLIC_URL is an https address and no payment gateway is configured: the sandbox would sell plans and credits without payment. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or, if this is intended, ALLOW_SANDBOX=1';

const PAGES_ALONE =
  'ROLES has web but no api, and API_URL is not set: the pages are served, and every call they make is answered with 404.';

const isWithoutApi = ({ roles, apiUrls }: RoleFacts): boolean =>
  roles.has('web') && !roles.has('api') && apiUrls.length === 0;
