'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { ALL_TOOLS, groupOf, IMAGE_INPUT_TOOLS, type ImageInputTool, type ToolGroup } from '@/features/make/create/form/tools';
import { ToolCard } from './tool-card';
import type { ToolPrices } from './tool-prices';

const ToolPriceFeed = dynamic(() => import('./tool-prices'), { ssr: false });

/** So many fill two rows of home. */
const FIRST = 12;

/** The tools, each with an image, what it costs and how long it takes, as the catalogue has it. */
export function ToolRow({ of, line = false, className }: { /** Those of a group of the tools' page, or the first that work on a picture. */ readonly of: ToolGroup | 'first'; /** Says of each in a sentence what it does. */ readonly line?: boolean; readonly className: string }) {
  const [prices, setPrices] = useState<ToolPrices>({});
  const tools: readonly ImageInputTool[] = of === 'first' ? IMAGE_INPUT_TOOLS.slice(0, FIRST) : ALL_TOOLS.filter((tool) => groupOf(tool) === of);
  return (
    <>
      <ToolPriceFeed onPrices={setPrices} />
      <ul className={className}>
        {tools.map((tool) => (
          <li key={tool.id} className="min-w-0">
            <ToolCard tool={tool} price={prices[tool.id]?.words} line={line} off={prices[tool.id]?.offered === false} />
          </li>
        ))}
      </ul>
    </>
  );
}
