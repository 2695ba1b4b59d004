'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { PICTURE_TOOLS } from '@/features/create/tools';
import { ToolCard } from './tool-card';
import type { ToolPrices } from './tool-prices';

const ToolPriceFeed = dynamic(() => import('./tool-prices'), { ssr: false });

/** The tools, each with a picture, what it costs and how long it takes, as the catalogue has it. */
export function ToolRow({ line = false, className }: { /** Says of each in a sentence what it does. */ readonly line?: boolean; readonly className: string }) {
  const [prices, setPrices] = useState<ToolPrices>({});
  return (
    <>
      <ToolPriceFeed onPrices={setPrices} />
      <ul className={className}>
        {PICTURE_TOOLS.map((tool) => (
          <li key={tool.id} className="min-w-0">
            <ToolCard tool={tool} price={prices[tool.id]?.words} line={line} off={prices[tool.id]?.offered === false} />
          </li>
        ))}
      </ul>
    </>
  );
}
