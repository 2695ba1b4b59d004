/** Kinora's mark. */
export function Logo({ size = 30 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <rect x="5" y="5" width="7" height="22" rx="3.5" fill="currentColor" />
      <path
        d="M26.2 6.6 17.4 16l8.8 9.4"
        fill="none"
        stroke="currentColor"
        strokeWidth="6.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
