import { randomUUID } from 'node:crypto';
import type { Dictionary } from '../../src/core/message.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { createPracticeApp } from '../../src/wiring/practice-app.ts';
import { servePractice } from '../../src/wiring/practice-web.ts';

/** The text that HTML stands for. */
export const unescaped = (text: string): string =>
  [
    ['&quot;', '"'],
    ['&#39;', "'"],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&amp;', '&'],
  ].reduce((plain, [code = '', sign = '']) => plain.replaceAll(code, sign), text);

/** A practice table that browsers can open, and the errors that its server reported. */
export const openPracticeSite = async (
  languages: readonly Dictionary[] = [],
  locale?: string,
  newId: () => string = randomUUID,
) => {
  const errors: string[] = [];
  const app = createPracticeApp({
    ...{ stores: createMemoryStores(), now: Date.now, newId, style: { colour: false } },
    seed: () => '5eed'.repeat(16),
    languages,
    locale,
  });
  const served = await servePractice(app.web, (error) => errors.push(String(error)), 0);
  const { origin } = new URL(served.address);
  const enter = await fetch(served.address, { redirect: 'manual' });
  const cookie = (enter.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  /** Requests a path with the cookie of a person who has the key. */
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers: { cookie, origin, ...init.headers } });
  /** Types lines at the terminal of the same table. */
  const type = async (...lines: readonly string[]): Promise<void> => {
    for (const line of lines) {
      const answer = await app.table.handleLine(line);
      if (answer.kind !== 'said') throw new Error(`${line}: ${JSON.stringify(answer)}`);
    }
  };
  /** The id of the battle in a channel. */
  const battleIn = async (channel: string): Promise<string> => {
    const battle = await app.services.battles.open(channel);
    if (!battle.ok) throw new Error(`No battle in ${channel}`);
    return battle.value.saved.id;
  };
  /** A page of one person, with what it shows and does. */
  const openPage = async (battle: string, as: string, language = 'en') => {
    const init = { headers: { 'accept-language': language } };
    const text = await (await call(`/b/${battle}?as=${as}`, init)).text();
    const [, page = ''] = /data-page="([^"]+)"/.exec(text) ?? [];
    const send = (what: object, headers: Record<string, string> = {}) =>
      call(`/b/${battle}/do?as=${as}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ page, once: randomUUID(), ...what }),
      });
    const view = async (): Promise<string> => (await call(`/b/${battle}/view?as=${as}&page=${page}`)).text();
    return { text, page, send, view };
  };
  return {
    ...{ app, errors, origin, address: served.address, cookie, enter, call, type, battleIn, openPage },
    close: async (): Promise<void> => {
      await served.close();
      await app.close();
    },
  };
};
export type PracticeSite = Awaited<ReturnType<typeof openPracticeSite>>;
