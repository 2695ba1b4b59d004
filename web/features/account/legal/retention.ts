/**
 * How long data is kept, as the legal pages say: days, unless the name says otherwise. `test/rules/legal` compares
 * these with what the server does.
 */
export const RETENTION = {
  session: 30,
  places: 180,
  addresses: 30,
  moderation: 30,
  refusals: 14,
  refusalsDenied: 30,
  exceptions: 365,
  deliveries: 30,
  parked: 180,
  welcome: 366,
  contact: 365,
  emails: 30,
  notices: 90,
  exports: 7,
  restorable: 30,
  statisticsMonths: 13,
} as const;
