import { normalizeText } from '../core/message.ts';
import { escapeMarkdown } from './markdown.ts';
import { escapeXml } from './svg.ts';

const marks = { h1: '# ', h2: '## ', h3: '### ', p: '', li: '- ' } as const;

/** A heading, paragraph, list item, a portrait (WebP) with a name, or a link. */
export type BookBlock = readonly [
  kind: keyof typeof marks,
  text: string,
  image?: Uint8Array | undefined,
  link?: string,
];

/** Formats the book of a campaign as Markdown, without portraits. */
export const bookMarkdown = (blocks: readonly BookBlock[]): string =>
  blocks
    .filter(([, , image]) => image === undefined)
    .map(([kind, text]) => `${marks[kind]}${escapeMarkdown(text)}\n`)
    .join('\n');

const blockHtml = ([kind, text, image, link]: BookBlock): string => {
  const shown = escapeXml(normalizeText(text));
  const source = image && `data:image/webp;base64,${Buffer.from(image).toString('base64')}`;
  if (link !== undefined) return `<p><a href="${escapeXml(link)}">${shown}</a></p>`;
  return source === undefined
    ? `<${kind}>${shown}</${kind}>`
    : `<figure><img alt="" src="${source}"><figcaption>${shown}</figcaption></figure>`;
};

const style = `:root{color-scheme:light dark;--p:light-dark(#fbf5e6,#1e2025);--i:light-dark(#211d18,#f3eee3);--a:light-dark(#8a3b12,#f0a36b)}
body{font:1.1rem/1.6 Georgia,"Noto Serif",serif;max-width:38rem;margin:0 auto;padding:2rem 1.2rem 4rem;background:var(--p);color:var(--i)}
h1,h2,h3{line-height:1.2;color:var(--a)}h1{font-size:2.2rem}h2{margin-top:2.5rem;border-bottom:1px solid;padding-bottom:.3rem}
a{color:var(--a);display:inline-block;padding:.5rem 0}figure{display:inline-block;margin:.5rem 1rem .5rem 0;text-align:center}
img{width:6rem;border-radius:50%;display:block;margin:auto}`;

/** Formats the book of a campaign as one HTML page that works offline. */
export const bookHtml = (blocks: readonly BookBlock[]): string => `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(normalizeText(blocks[0]?.[1] ?? ''))}</title>
<style>${style}</style>
${blocks.map(blockHtml).join('\n')}
`;
