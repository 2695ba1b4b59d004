'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import {
  ALL_TOOLS,
  groupOf,
  IMAGE_INPUT_TOOLS,
  type ImageInputTool,
  type ToolGroup,
} from '@/features/make/create/form/tools';
import { ToolCard } from './tool-card';
import type { ToolPrices } from './tool-prices';

const ToolPriceFeed = dynamic(() => import('./tool-prices'), { ssr: false });

/** Number of tools in two rows of home. */
const FIRST = 12;

/** Tool cards with image, price and duration from the catalogue. */
export function ToolRow({
  of,
  line = false,
  className,
}: {
  /** A section of the tools page, or the first tools that work on an image. */
  readonly of: ToolGroup | 'first';
  /** Whether to show each tool's description. */
  readonly line?: boolean;
  readonly className: string;
}) {
  const [prices, setPrices] = useState<ToolPrices>({});
  const tools: readonly ImageInputTool[] =
    of === 'first' ? IMAGE_INPUT_TOOLS.slice(0, FIRST) : ALL_TOOLS.filter((tool) => groupOf(tool) === of);
  return (
    <>
      <ToolPriceFeed onPrices={setPrices} />
      <ul className={className}>
        {tools.map((tool) => (
          <li key={tool.id} className="min-w-0">
            <ToolCard
              tool={tool}
              price={prices[tool.id]?.words}
              line={line}
              off={prices[tool.id]?.offered === false}
              experimental={prices[tool.id]?.experimental === true}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
