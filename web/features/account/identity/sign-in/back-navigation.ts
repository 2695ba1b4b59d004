/** The browser's navigation entry of the document. */
export interface NavigationEntry {
  /** As in PerformanceNavigationTiming. */
  readonly type: string;
  /** The address from which the document was fetched. Older browsers give `document`. */
  readonly name: string;
}

/**
 * Whether a page is shown because of Back or Forward, not because a link was followed.
 * @param navigation entry of the document; undefined where the browser has none
 * @param path of the current page; a page reached within the document is not a return
 */
export const isBackNavigation = (navigation: NavigationEntry | undefined, path: string): boolean =>
  navigation?.type === 'back_forward' && URL.canParse(navigation.name) && new URL(navigation.name).pathname === path;
