import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewerOf } from '../../src/battle/views/viewer.ts';
import { type BoardSite, type Browser, openBoardSite } from './board-site.ts';
import { unescaped } from './practice-site.ts';

let site: BoardSite;
beforeAll(async () => {
  site = await openBoardSite();
});
afterAll(async () => {
  await site.close();
  expect(site.errors).toEqual([]);
});

/** The presses that a page offers, without those that lead elsewhere. */
const pressesIn = (text: string): readonly { readonly path: readonly string[]; readonly input: object }[] =>
  [...text.matchAll(/<button[^>]*data-press="([^"]*)"(?! disabled)[^>]*>([^<]*)/g)]
    .filter(([, , label = '']) => !/^(?:GM|Plans|Undo|Why|Log|Verify)/.test(label))
    .map(([, press = '']) => JSON.parse(unescaped(press)));

const dialogOf = (text: string): string => /<section class="sheet"[\s\S]*?<\/section>/.exec(text)?.[0] ?? '';

/** Gives one order as the person whose turn it is, by what the page offers. Returns the contents after it. */
const act = async (browser: Browser, verb: RegExp): Promise<string> => {
  const shows = (text: Response) => text.headers.get('x-shows') ?? '';
  let answer = await browser.view();
  let text = await answer.text();
  const start = pressesIn(text).filter(({ path }) => path[0] === 'guide' || path.join(' ') === 'my answer');
  const first = start.find(({ path, input }) => path[0] === 'my' || verb.test(JSON.stringify(input)));
  if (first === undefined) return text;
  answer = await browser.send({ press: first, shows: shows(answer) });
  text = await answer.text();
  for (let steps = 0; steps < 6 && dialogOf(text) !== ''; steps += 1) {
    const [next] = pressesIn(dialogOf(text));
    if (next === undefined) break;
    answer = await browser.send({ press: next, shows: shows(answer) });
    text = await answer.text();
  }
  if (dialogOf(text) !== '') text = await (await browser.send({})).text();
  return text;
};

/** What presses that name a combatant lead to, with that name removed. */
const answersAbout = async ({ send }: Browser, name: string): Promise<readonly string[]> => {
  const answers: string[] = [];
  for (const what of [
    { spot: `@${name}` },
    { actor: name },
    { press: { path: ['guide'], input: { verb: 'attack', as: 'Ada', target: name } } },
    { press: { path: ['guide'], input: { verb: 'defend', as: name } } },
    { press: { path: ['gm', 'reveal'], input: { who: name } } },
    { press: { path: ['battle', 'status'], input: { who: name } } },
    {},
  ])
    answers.push((await (await send(what)).text()).replaceAll(name, 'somebody'));
  return answers;
};

test('two people and a GM play a whole battle of Skure, and no byte for the players tells of a hidden foe', async () => {
  await site.run('gm', 'battle create', { system: 'skure', name: 'The ford', size: '6x6' });
  await site.run('ada', 'battle join', { preset: 'swordsman', name: 'Ada', side: 'company' });
  await site.run('bo', 'battle join', { preset: 'swordsman', name: 'Bo', side: 'company' });
  await site.run('gm', 'npc add', { preset: 'zombie', name: 'Grim', side: 'dead' });
  await site.run('gm', 'npc add', { preset: 'zombie', name: 'Whisper', side: 'dead', hidden: 'until-revealed' });
  const places = { Ada: ['B3', 'E'], Bo: ['C4', 'N'], Grim: ['C3', 'W'], Whisper: ['F6', 'W'] };
  for (const [who, [to, facing]] of Object.entries(places))
    await site.run('gm', 'battle place', { target: who, to, facing });
  const browsers = { gm: await site.enter('gm'), ada: await site.enter('ada'), bo: await site.enter('bo') };
  let events = '';
  const listen = async ({ live }: Browser): Promise<void> => {
    const answer = await live();
    events += JSON.stringify([...answer.headers]);
    const reader = answer.body?.getReader();
    for (;;) {
      const got = await reader?.read().catch(() => undefined);
      if (got?.value === undefined) return;
      events += new TextDecoder().decode(got.value);
    }
  };
  const listenAll = () => void Promise.all([listen(browsers.ada), listen(browsers.bo)]);
  listenAll();
  await browsers.gm.press('battle start');
  const isDown = async (id: string): Promise<boolean> => {
    const battle = await site.battleIn();
    const { combatants } = battle.game.view(viewerOf(battle, 'gm'));
    return combatants.some((each) => each.id === id && each.life !== 'up');
  };
  const toldPlayers = () => [browsers.ada.received(), browsers.bo.received(), events];
  /** Gives the order for which the battle waits, on the page of the user who may give it: a verb, or a plan of the bot. */
  const playOn = async (by: 'verbs' | 'plans'): Promise<void> => {
    const { saved, game } = await site.battleIn();
    const due = game.expectedActions()[0]?.actor ?? 'gm';
    const who = due === 'Ada' ? 'ada' : due === 'Bo' ? 'bo' : 'gm';
    if (by === 'plans') await browsers[who].press('plan', { as: due, plan: '1' });
    for (const verb of [/"attack"/, /"charge"/, /"defend"/, /"end"/, /./])
      if ((await site.battleIn()).saved.version === saved.version) await act(browsers[who], verb);
    expect((await site.battleIn()).saved.version, `${who} for ${due}`).toBeGreaterThan(saved.version);
  };
  const isFoughtOut = async (): Promise<boolean> =>
    (await isDown('Grim')) || ((await isDown('Ada')) && (await isDown('Bo')));
  for (let turns = 0; turns < 60 && !(await isFoughtOut()); turns += 1) {
    await playOn('verbs');
    if (turns === 1) {
      const probe = await site.enter('ada');
      expect(await answersAbout(probe, 'Whisper')).toEqual(await answersAbout(probe, 'Nobody'));
    }
    if (turns === 2) {
      // The process ends in the middle. The order was saved, but its answer was lost.
      const once = randomUUID();
      const order = { press: { path: ['gm', 'set'], input: { field: 'hp', value: '12', who: 'Grim' } }, once };
      await browsers.gm.send(order);
      const before = (await site.battleIn()).saved.version;
      await site.restart();
      for (const each of Object.values(browsers)) expect((await each.view()).status).toBe(410);
      for (const each of Object.values(browsers)) await each.load();
      listenAll();
      await browsers.gm.send(order);
      expect((await site.battleIn()).saved.version).toBe(before);
    }
  }
  expect(await isFoughtOut()).toBe(true);
  expect(browsers.gm.received()).toContain('Whisper');
  // Several changes in a row may become one event, so a slow machine sends fewer.
  expect(events.match(/event: new/g)?.length).toBeGreaterThan(2);
  for (const text of toldPlayers()) expect(text).not.toMatch(/Whisper/i);
  await browsers.gm.press('gm reveal', { who: 'Whisper' });
  const textOf = async ({ view }: Browser): Promise<string> => (await view()).text();
  for (const each of [browsers.ada, browsers.bo]) await expect.poll(() => textOf(each)).toContain('Whisper');
  for (let turns = 0; turns < 200 && (await site.battleIn()).saved.status === 'active'; turns += 1)
    await playOn('plans');
  await expect.poll(() => textOf(browsers.ada)).toMatch(/class="ended.*Victory for/s);
});
