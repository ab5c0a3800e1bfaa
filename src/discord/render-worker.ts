import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { fontFamily } from '../presentation/svg.ts';

const font = (file: string): string => fileURLToPath(new URL(`../../assets/fonts/${file}`, import.meta.url));
const fontFiles = [font('DejaVuSansCondensed.ttf'), font('DejaVuSansCondensed-Bold.ttf')];

/** Only our own font is used, so that a picture is the same on every machine. */
const png = (svg: string): Uint8Array =>
  new Resvg(svg, { font: { loadSystemFonts: false, fontFiles, defaultFontFamily: fontFamily }, logLevel: 'off' })
    .render()
    .asPng();

parentPort?.on('message', (svg: string) => parentPort?.postMessage(png(svg)));
