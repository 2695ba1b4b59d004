import { expect, it } from '@jest/globals';
import { DAYS_KEPT } from '../../src/analytics/report.shared.js';
import { DELIVERY_KEPT_MS, PARKED_KEPT_MS } from '../../src/billing/inbox/deliveries.js';
import { REFUSAL_DAYS } from '../../src/creation/refusals/refusal.shared.js';
import { LETTERS_KEPT_MS } from '../../src/identity/accounts/housekeeping.js';
import { RESTORABLE_MS } from '../../src/identity/accounts/leaving.js';
import { CONTACT_KEPT_MS } from '../../src/identity/contact/contacts.js';
import { EXPORT_MS } from '../../src/identity/exports/exports.js';
import { MAILBOX_KEPT_MS } from '../../src/identity/grants/sign-up-grants.js';
import { NOTICES_KEPT } from '../../src/identity/notices/notices.shared.js';
import { SESSION_MS } from '../../src/identity/sessions/sessions.js';
import { ADDRESS_KEPT_MS, DEVICE_KEPT_MS } from '../../src/identity/sign-in/known-origins.js';
import { KEPT_MS } from '../../src/moderation/image-check/verdicts.js';
import { RETENTION } from '../../web/features/account/legal/retention.js';

const DAY_MS = 86_400_000;

it('states on the privacy page how long the server keeps data', () => {
  const days = {
    session: SESSION_MS,
    places: DEVICE_KEPT_MS,
    addresses: ADDRESS_KEPT_MS,
    moderation: KEPT_MS,
    refusals: REFUSAL_DAYS.plain * DAY_MS,
    refusalsDenied: REFUSAL_DAYS.denied * DAY_MS,
    exceptions: REFUSAL_DAYS.granted * DAY_MS,
    deliveries: DELIVERY_KEPT_MS,
    parked: PARKED_KEPT_MS,
    welcome: MAILBOX_KEPT_MS,
    contact: CONTACT_KEPT_MS,
    emails: LETTERS_KEPT_MS,
    notices: NOTICES_KEPT.ms,
    exports: EXPORT_MS,
    restorable: RESTORABLE_MS,
  };
  const { statisticsMonths, ...stated } = RETENTION;
  expect(stated).toEqual(Object.fromEntries(Object.entries(days).map(([name, ms]) => [name, ms / DAY_MS])));
  expect(Math.floor(DAYS_KEPT / 30)).toBe(statisticsMonths);
});
