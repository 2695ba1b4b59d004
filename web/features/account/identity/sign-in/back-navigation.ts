/** The browser's navigation entry of the document. */
export interface NavigationEntry {
  /** As in PerformanceNavigationTiming. */
  readonly type: string;
  /** The address that the document was fetched from; older browsers say `document`. */
  readonly name: string;
}

/**
 * Whether a page is shown because of Back or Forward, not because a link was followed.
 * @param navigation of the document; undefined where the browser does not say
 * @param path of the page now: one that was come to within the document was not gone back to
 */
export const isBackNavigation = (navigation: NavigationEntry | undefined, path: string): boolean => navigation?.type === 'back_forward' && URL.canParse(navigation.name) && new URL(navigation.name).pathname === path;
