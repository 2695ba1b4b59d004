/** The server's API as a type only, so that no server code reaches the browser. */
export type { AppRouter } from '@src/app-router';
