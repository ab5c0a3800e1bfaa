import { describe, expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import type { RosterEntry } from '../../src/rules/definition.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { picker } from '../chance.ts';
import { must, secret } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { findControl, pressed } from './pressing.ts';
import { begun, prepared } from './random-play.ts';

/** Ann (Ada's) beside Grim, who has one hit point left. A hidden combatant is far away. */
const nearlyOver = async (): Promise<House> => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'skure', name: 'The Bridge', size: '9x8' });
  await must(table, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(table, 'bob', 'battle join', { preset: 'Zombie', side: 'blue', name: 'Grim' });
  await must(table, 'gm', 'npc add', { preset: 'Zombie', name: secret, side: 'red', hidden: 'until-revealed' });
  for (const [target, to] of [
    ['Ann', 'C4'],
    ['Grim', 'D4'],
    [secret, 'H8'],
  ])
    await must(table, 'gm', 'battle place', { target, to, facing: 'E' });
  await must(table, 'gm', 'gm set', { field: 'agility', who: 'Ann', value: '99', reason: 'she is first' });
  await must(table, 'gm', 'gm set', { field: 'attack', who: 'Ann', value: '90', reason: 'she hits' });
  await must(table, 'gm', 'gm set', { field: 'hp', who: 'Grim', value: '1', reason: 'he is spent' });
  await must(table, 'gm', 'battle start');
  return table;
};

const mostTurns = 30;

/** Plays all turns until the battle is over, and returns the answer that ended it. */
const toTheEnd = async (table: House): Promise<Reply> => {
  for (let n = 0; n < mostTurns; n++) {
    const { game } = await opened(table);
    const strikes = game.expectedActions()[0]?.actor === 'Ann';
    const said = strikes
      ? await must(table, 'ada', 'attack', { target: 'Grim' })
      : await must(table, 'gm', 'gm skip', { reason: 'on' });
    if (said.kind === 'result' && said.ended) return said;
  }
  throw new Error('It does not end.');
};

test('the end of a battle shows who took down whom, the files, and Play again', async () => {
  const table = await nearlyOver();
  const end = await toTheEnd(table);
  expect(end.cards.at(-1)?.title).toBe('Who went down or left');
  expect(end.cards.at(-1)?.lines.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Round \d+: Ann takes down Grim\.$/),
  ]);
  expect(end.files.map(({ name }) => name)).toEqual(['the-bridge.html', 'the-bridge.md']);
  const again = await pressed(table, 'bob', findControl(end.controls.flat(), 'Play again'));
  expect(again.kind).toBe('panel');
  const { saved } = await opened(table);
  expect(saved.table).toMatchObject({ name: 'The Bridge', gm: 'gm' });
  expect(Object(saved.table.settings)['board.width']).toBe(9);
  expect(saved.status).toBe('setup');
});

test('undone knockouts and hidden combatants are not among those who went down', async () => {
  const table = await nearlyOver();
  await must(table, 'gm', 'gm set', { field: 'hp', who: secret, value: '-50', reason: 'a plague' });
  const { lines } = (await toTheEnd(table)).cards.at(-1) ?? { lines: [] };
  expect(lines.map(({ text }) => text).join()).not.toContain(secret);
  const ended = await table.run('gm', 'battle end');
  expect(ended).toMatchObject({ ok: false, error: { code: 'already-ended' } });
});

test('/battle again is refused for a battle of another channel', async () => {
  const table = await nearlyOver();
  const there = (await opened(table)).saved.id;
  const { run } = table.dispatcher;
  const elsewhere = await run(['battle', 'again'], { ...table.asker('bob'), channel: 'hall' }, { of: there });
  expect(elsewhere).toMatchObject({ ok: false, error: { code: 'other-battle' } });
});

test('“Who went down or left” names the round of the attack, even if it ended that round', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'segment', name: 'The Ford', size: '6x6' });
  await must(table, 'ada', 'battle join', { preset: 'fighter', name: 'Ann', side: 'red' });
  await must(table, 'gm', 'npc add', { preset: 'mage', name: 'Grim', side: 'blue' });
  await must(table, 'gm', 'battle place', { target: 'Ann', to: 'C3' });
  await must(table, 'gm', 'battle place', { target: 'Grim', to: 'C4' });
  await must(table, 'gm', 'gm set', { field: 'hp', who: 'Grim', value: '1', reason: 'he is spent' });
  await must(table, 'gm', 'battle start');
  const roundOf = async (): Promise<number> => (await opened(table)).game.view(gmViewer).round;
  const isUp = async (): Promise<boolean> =>
    (await opened(table)).game.roster().some(({ id, up }) => id === 'Grim' && up);
  let fell = 0;
  for (let n = 0; n < mostTurns && (await isUp()); n++) {
    fell = await roundOf();
    await must(table, 'ada', 'declare', { action: 'attack', target: 'Grim' });
    await must(table, 'gm', 'declare', { action: 'none', as: 'Grim' });
    for (let round = fell; round === fell && (await isUp()); round = await roundOf())
      await must(table, 'gm', 'resolve');
  }
  expect(await roundOf()).toBe(fell + 1);
  const end = await must(table, 'gm', 'battle end');
  expect(end.cards.at(-1)?.lines.map(({ text }) => text)).toEqual([`Round ${fell}: Ann takes down Grim.`]);
});

describe.each(rulesets.map(({ id }) => id))('%s', (system) => {
  test('Play again brings back the cast, the map and who controls whom', async () => {
    const table = house();
    const { game, saved } = await begun(table, system, picker(5));
    await must(table, 'gm', 'battle end', { reason: 'It is late.' });
    await must(table, 'bob', 'battle again', { of: saved.id });
    const next = await opened(table);
    const cast = ({ id, actor, side }: RosterEntry) => ({ id, actor, side });
    expect(next.game.roster().map(cast)).toEqual(game.roster().map(cast));
    const { control, hidden, seats, settings } = saved.table;
    expect(next.saved.table).toMatchObject({ control, hidden, seats, settings });
    expect(next.game.layout().ground).toEqual(game.layout().ground);
    await prepared(table);
    expect((await opened(table)).saved.status).toBe('active');
  });

  test('a draw is no victory of a side called draw', async () => {
    const table = house();
    await begun(table, system, picker(5));
    const { cards } = await must(table, 'gm', 'battle end', { winner: 'Draw', reason: 'Both sides are tired.' });
    expect(cards[0]?.title).toContain('a draw, Both sides are tired');
    const { game, ruleset } = await opened(table);
    expect(`${cards[0]?.title} ${game.view(gmViewer).outcome}`).not.toMatch(/victory|wins? the|draw wins?/i);
    expect(ruleset.createPlayout(game.save()).winners()).not.toContain('Draw');
  });
});
