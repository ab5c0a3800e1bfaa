import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import type { Scene } from '../presentation/scene.ts';
import { fontFamily, sceneSvg } from '../presentation/svg.ts';

const font = (file: string): string => fileURLToPath(new URL(`../../assets/fonts/${file}`, import.meta.url));
const fontFiles = [font('DejaVuSansCondensed.ttf'), font('DejaVuSansCondensed-Bold.ttf')];

/** A scene as a PNG file. Only our own font is used, so that a picture is the same on every machine. */
export const scenePng = (scene: Scene): Uint8Array =>
  new Resvg(sceneSvg(scene), {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: fontFamily },
    logLevel: 'off',
  })
    .render()
    .asPng();
