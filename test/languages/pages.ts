import type { Dictionary } from '../../src/core/message.ts';
import { openPracticeSite, type PracticeSite, unescaped } from '../web/practice-site.ts';

const inJapanese = { 'accept-language': 'ja' };

/** A practice site on which the same presses always roll the same dice. */
export const openSameSite = (languages: readonly Dictionary[]): Promise<PracticeSite> => {
  let ids = 0;
  return openPracticeSite(languages, 'ja', () => `id-${++ids}`);
};

/** What a page shows, and what a screen reader says of it. */
export const textsOf = (page: string): readonly string[] =>
  [
    ...page.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '').matchAll(/>([^<>]+)</g),
    ...page.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*)"/g),
  ].map(([, text = '']) => unescaped(text).trim());

const pressesOf = (page: string): readonly { readonly path: readonly string[] }[] =>
  [...page.matchAll(/data-press="([^"]*)"/g)]
    .map(([, press = '']) => JSON.parse(unescaped(press)))
    // The list of what can be corrected names fields and values that are typed in English.
    .filter(({ path }) => path.join(' ') !== 'gm set');

/** Opens a page in the browser of someone who reads Japanese. */
export const pageAt = async (site: PracticeSite, path: string): Promise<string> =>
  (await site.call(path, { headers: inJapanese })).text();

/** Begins a lesson or an encounter, lets the bot act `turns` times, and presses everything now and then. */
export const playOnPages = async (
  site: PracticeSite,
  system: string,
  what: string,
  turns: number,
): Promise<readonly string[]> => {
  const body = new URLSearchParams({ system, what });
  const begun = await site.call('/new', { method: 'POST', headers: inJapanese, body });
  const [, , battle = ''] = (begun.headers.get('location') ?? '').split('/');
  const { text, send, view } = await site.openPage(battle, 'gm', 'ja');
  const seen = [text];
  const press = async (order: object): Promise<void> => {
    const once = `00000000-0000-4000-8000-${String(seen.length).padStart(12, '0')}`;
    const answer = await send({ ...order, once }, inJapanese);
    if (!answer.ok) throw new Error(`The page was answered with ${answer.status}.`);
    seen.push(await answer.text());
  };
  for (const [, spot = ''] of [...text.matchAll(/data-spot="([^"]*)"/g)].slice(0, 2))
    await press({ spot: unescaped(spot) });
  for (let turn = 0; turn < turns; turn++) {
    const presses = pressesOf(await view());
    if (turn % 6 === 0) for (const each of presses.slice(0, 8)) await press({ press: each });
    const next = presses.find(({ path }) => path.join(' ') === 'gm skip');
    if (next !== undefined) await press({ press: next });
  }
  return [...new Set(seen.flatMap(textsOf))];
};
