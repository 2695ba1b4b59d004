import type { AdjustmentView } from '@src/credits/adjustments/adjustment.shared';

export type Act = 'approve' | 'reject' | 'reverse';
/** An action that waits for its confirmation. */
export interface Pending {
  readonly act: Act;
  readonly adjustment: AdjustmentView;
}

/** Name of an adjustment's account, as the finance pages show it. */
export const accountOf = ({
  userId,
  appName,
  usageType,
}: Pick<AdjustmentView, 'userId' | 'appName' | 'usageType'>): string => `${userId}.${appName}.${usageType}`;
