/** Pages that redirect after a sign-in: a popup would disappear with them. */
const PASSING = ['sign-', '/verify-email', '/reset-password', '/forgot-password', '/logout'];

/** Whether a member is about to leave a page. @param path without language */
export const isPassing = (path: string): boolean => path === '/' || PASSING.some((part) => path.includes(part));
