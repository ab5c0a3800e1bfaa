import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { rulesets } from '../../src/systems/index.ts';
import { loadAssets } from '../../src/web/assets.ts';
import { openPracticeSite } from '../web/practice-site.ts';
import { type Measured, median, quantile, timed, worked } from './measure.ts';

/** Maximum number of taps before the server makes a sender wait, and the time until all are free again (milliseconds). */
const burst = { taps: 18, rest: 2000 } as const;

/** Compressed size of the style sheet, scripts and one font (kilobytes). */
const assetSize = (): number => {
  const files = [...loadAssets().files.values()];
  const fonts = files.filter(({ type }) => type.startsWith('font')).map(({ content }) => content.length);
  const texts = files.filter(({ type }) => !type.startsWith('font')).map(({ content }) => gzipSync(content).length);
  return (texts.reduce((sum, each) => sum + each, 0) + Math.max(...fonts)) / 1024;
};

const measured = (what: string, unit: string, samples: readonly number[], most: number, floor?: number): Measured => ({
  ...{ what, unit, median: median(samples), worst: quantile(samples, 0.99), budget: `${most} ${unit}` },
  ...{ holds: median(samples) <= most, ...(floor !== undefined && { floor }) },
});

/** Measures the pages of each rulebook's lesson: first load, a tap, and the CPU time of one view. */
export const benchWeb = async (): Promise<readonly Measured[]> => {
  const site = await openPracticeSite();
  const assets = assetSize();
  const floor = median(await timed(async () => (await site.call('/favicon.ico')).arrayBuffer(), 60));
  const rows: Measured[] = [];
  for (const { id } of rulesets) {
    await site.type(`in ${id}`, `/learn system:${id}`);
    const { text, send, view } = await site.openPage(await site.battleIn(id), 'gm');
    const [, spot = ''] = /class="(?:spot|who)[^"]* on[^>]*data-spot="([^"]+)"/.exec(text) ?? [];
    let isOpen = false;
    const tap = async (): Promise<void> => {
      isOpen = !isOpen;
      await (await send(isOpen ? { spot } : {})).text();
    };
    const cpu = await worked(view, 40, 20);
    await setTimeout(burst.rest);
    rows.push(
      measured(`${id}: first load`, 'KB', [assets + gzipSync(text).length / 1024], 100),
      measured(`${id}: tap to new page`, 'ms', await timed(tap, burst.taps, 0), 60, floor),
      measured(`${id}: CPU of one view`, 'ms', cpu, 8),
    );
  }
  await site.close();
  return rows;
};
