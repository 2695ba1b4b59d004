import type { CountryLimit } from '../kernel/countries.shared.js';
import type { NetworkSettings } from '../platform/http/request.js';
import type { HostSettings } from '../platform/http/security/known-hosts.js';
import type { GrantKind, Caps } from './grants/grant-caps.shared.js';
import type { HumanCheckSettings } from './human-check/settings.shared.js';
import type { FederatedSettings } from './providers/settings.js';

export interface IdentityConfig extends NetworkSettings, HostSettings, FederatedSettings {
  readonly roles: ReadonlySet<string>;
  readonly signUpRefusedTo: CountryLimit;
  readonly authSecret?: string;
  readonly dataDir: string;
  readonly port: number;
  readonly humanCheck: HumanCheckSettings;
  readonly grantCaps: Readonly<Record<GrantKind, Caps>>;
  readonly visitorsKeptDays: number;
}
