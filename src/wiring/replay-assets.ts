import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ReplayParts } from '../presentation/replay-html.ts';

const toInline = (text: string) => ({ text, hash: createHash('sha256').update(text).digest('base64') });

const readAsset = (name: string): string =>
  readFileSync(new URL(`../../assets/replay/${name}`, import.meta.url), 'utf8');

/** Fonts embedded in the replay page, so that text has the same width on all machines. */
const fontFaces = [
  { file: 'FiraSansCondensed-Medium.woff2', weight: 'normal' },
  { file: 'FiraSansCondensed-Bold.woff2', weight: 'bold' },
]
  .map(({ file, weight }) => {
    const bytes = readFileSync(new URL(`../../assets/replay/${file}`, import.meta.url), 'base64');
    return `@font-face{font-family:"Fira Sans Condensed";font-weight:${weight};src:url(data:font/woff2;base64,${bytes})}`;
  })
  .join('\n');

/** Reads the source code of the package seedrandom, including its licence. */
const seedrandom = (): string => {
  const { resolve } = createRequire(import.meta.url);
  const [licence = ''] = /^\/\*.*?\*\//s.exec(readFileSync(resolve('seedrandom/seedrandom.js'), 'utf8')) ?? [];
  return `/* seedrandom, MIT licence */\n${licence}\n${readFileSync(resolve('seedrandom/seedrandom.min.js'), 'utf8')}`;
};

/** Scripts and fonts that every replay page contains, read once at startup. */
export const replayParts: ReplayParts = {
  style: toInline(`${fontFaces}\n${readAsset('replay.css')}`),
  dice: toInline(seedrandom()),
  script: toInline(readAsset('replay.js')),
};
