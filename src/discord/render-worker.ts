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

/** An SVG to draw, and the pictures that it contains, by hash. */
export interface Drawing {
  readonly svg: string;
  readonly pictures?: ReadonlyMap<string, Uint8Array> | undefined;
}

const font = (file: string): string => fileURLToPath(new URL(`../../assets/fonts/${file}`, import.meta.url));

/** Draws an SVG as PNG with our own fonts, so that it looks the same on all machines. */
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

// Answers are more urgent than pictures. On Linux each thread has its own priority.
if (process.platform === 'linux') setPriority(0, 10);

setFlagsFromString('--expose-gc');
const collect: (how?: { readonly type: 'minor' }) => void = runInNewContext('gc');

/** Number of pictures after which a full garbage collection runs. After the others, a minor one. */
const fullEvery = 8;
let drawn = 0;

// V8 does not see the native memory of pictures, so collect garbage explicitly.
parentPort?.on('message', ({ svg, pictures }: Drawing) => {
  void createFindImage(pictures).then((portraits) => {
    // Copy, because the buffer may be part of a larger one, which would be transferred too.
    parentPort?.postMessage(new Uint8Array(png(svg, portraits)));
    drawn += 1;
    if (drawn % fullEvery === 0) collect();
    else collect({ type: 'minor' });
  });
});
