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

/** Formats the book of a campaign as one HTML page that works offline. */
export const bookHtml = (blocks: readonly BookBlock[]): string => `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(normalizeText(blocks[0]?.[1] ?? ''))}</title>
<style>body{font:1rem/1.5 serif;max-width:42rem;margin:2rem auto;padding:0 1rem}figure{display:inline-block}</style>
${blocks.map(blockHtml).join('\n')}
`;
