import { Icon, type LucideIcon } from '../icon';

/** A select as a chip: the native list with custom styling. */
export function ChipSelect(props: {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) {
  const { label, icon, value, choices, onChange } = props;
  return (
    <span className="relative inline-flex h-8 items-center gap-[7px] rounded-full bg-surface-2 px-3 text-sm whitespace-nowrap text-ink-2 transition-colors quick has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus hover:bg-surface-3 hover:text-ink-1">
      <Icon of={icon} size="s" />
      <bdi aria-hidden>{choices.find((choice) => choice.value === value)?.label ?? value}</bdi>
      <select
        aria-label={label}
        title={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-full opacity-0"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}
