import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { fontsFor } from '../presentation/drawing/font-coverage.ts';
import { fontFamily } from '../presentation/svg.ts';
import { palettePng } from './palette-png.ts';
import { createFindImage, type FindImage } from './scene-images.ts';

/** An SVG to draw, and its pictures by hash. */
export interface Drawing {
  readonly svg: string;
  readonly pictures?: ReadonlyMap<string, Uint8Array> | undefined;
}

const font = (file: string): string => fileURLToPath(new URL(`../../assets/fonts/${file}`, import.meta.url));

/** Draws an SVG with our own fonts only, so that it looks alike on all machines. Extra fonts are loaded when needed. */
const png = (svg: string, portraits: FindImage): Uint8Array => {
  const resvg = new Resvg(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: fontsFor(svg).map(font),
      defaultFontFamily: fontFamily,
    },
    logLevel: 'off',
  });
  for (const address of new Set(resvg.imagesToResolve())) {
    const portrait = portraits(address);
    if (portrait !== undefined) resvg.resolveImage(address, portrait);
  }
  const drawn = resvg.render();
  return palettePng({ width: drawn.width, height: drawn.height, rgba: drawn.pixels }) ?? drawn.asPng();
};

// A picture may wait, an answer may not. On Linux a thread has a priority of its own.
if (process.platform === 'linux') setPriority(0, 10);

setFlagsFromString('--expose-gc');
const collect: (how?: { readonly type: 'minor' }) => void = runInNewContext('gc');

/** Number of pictures between full garbage collections. */
const fullEvery = 8;
let drawn = 0;

// A picture's memory is native: V8 does not see how much it is, and would let hundreds of megabytes wait to be collected.
parentPort?.on('message', ({ svg, pictures }: Drawing) => {
  void createFindImage(pictures).then((portraits) => {
    // Copied, since a buffer may be part of a larger one, all of which would go along and be kept.
    parentPort?.postMessage(new Uint8Array(png(svg, portraits)));
    drawn += 1;
    if (drawn % fullEvery === 0) collect();
    else collect({ type: 'minor' });
  });
});
