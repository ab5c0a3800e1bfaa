import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { paletteVariables } from '../presentation/palette.ts';

/** The addresses of the files that each page loads. */
export interface AssetAddresses {
  readonly style: string;
  readonly script: string;
  readonly morph: string;
}

interface Asset {
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

const readAsset = (path: string) => readFileSync(new URL(`../../assets/${path}`, import.meta.url));

/** Reads the files of the pages. Names contain a hash of the content, so that browsers may cache files forever. */
export const loadAssets = () => {
  const files = new Map<string, Asset>();
  const add = (name: string, type: string, content: Asset['content']): string => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
    const named = name.replace('.', `-${hash}.`);
    files.set(named, { type, content });
    return `/a/${named}`;
  };
  const font = (file: string, weight: string): string => {
    const address = add(`${file}.woff2`, 'font/woff2', new Uint8Array(readAsset(`replay/${file}.woff2`)));
    return `@font-face{font-family:"Fira Sans Condensed";font-weight:${weight};font-display:swap;src:url(${address})}`;
  };
  const fonts = `${font('FiraSansCondensed-Medium', 'normal')}${font('FiraSansCondensed-Bold', 'bold')}`;
  const light = `:root{${paletteVariables('light')}}`;
  const dark = `@media(prefers-color-scheme:dark){:root{${paletteVariables('dark')}}}`;
  const script = 'text/javascript; charset=utf-8';
  const morph = createRequire(import.meta.url).resolve('idiomorph/dist/idiomorph.min.js');
  const addresses: AssetAddresses = {
    style: add('table.css', 'text/css; charset=utf-8', `${fonts}${light}${dark}${readAsset('web/table.css')}`),
    script: add('table.js', script, `${readAsset('web/table.js')}`),
    morph: add('idiomorph.js', script, readFileSync(morph, 'utf8')),
  };
  return { files, addresses };
};
export type Assets = ReturnType<typeof loadAssets>;
