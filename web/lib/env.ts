/** The only reader of the build's public settings. */

/** Where a visitor writes when something does not work. */
export const SUPPORT_ADDRESS = process.env.NEXT_PUBLIC_SUPPORT_ADDRESS ?? 'support@kinora.example';
