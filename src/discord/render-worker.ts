import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { fontsFor } from '../presentation/picture/font-coverage.ts';
import { fontFamily } from '../presentation/svg.ts';
import { palettePng } from './palette-png.ts';

const font = (file: string): string => fileURLToPath(new URL(`../../assets/fonts/${file}`, import.meta.url));

/** Only our own fonts are used, so that a picture is the same on every machine; further ones are read for the texts that need them. */
const png = (svg: string): Uint8Array => {
  const drawn = new Resvg(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: fontsFor(svg).map(font),
      defaultFontFamily: fontFamily,
    },
    logLevel: 'off',
  }).render();
  return palettePng({ width: drawn.width, height: drawn.height, rgba: drawn.pixels }) ?? drawn.asPng();
};

setFlagsFromString('--expose-gc');
const collect: (how?: { readonly type: 'minor' }) => void = runInNewContext('gc');

/** After so many pictures everything is collected, not only what is young. */
const fullEvery = 8;
let drawn = 0;

// A picture's memory is native: V8 does not see how much it is, and would let hundreds of megabytes wait to be collected.
parentPort?.on('message', (svg: string) => {
  parentPort?.postMessage(png(svg));
  drawn += 1;
  if (drawn % fullEvery === 0) collect();
  else collect({ type: 'minor' });
});
