import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { findControl, panelControls, pressed } from './pressing.ts';

const textOf = ({ cards }: Pick<Reply, 'cards'>): string =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]).join('\n');

const sidesOf = async (table: House) =>
  Object.fromEntries((await opened(table)).game.roster().map(({ actor, side }) => [actor, side]));

/** Presses Join, chooses a side if the button asks for one, and then the n-th preset. */
const joined = async (table: House, user: string, side?: string, nth = 0) => {
  const asked = await pressed(table, user, findControl(await panelControls(table), 'Join'));
  const sided =
    side === undefined ? asked : await pressed(table, user, findControl(asked.controls.flat(), 'Your side'), side);
  const { ruleset } = await opened(table);
  const preset = Object.values(ruleset.presets)[nth]?.title;
  await pressed(table, user, findControl(sided.controls.flat(), `A preset ${ruleset.entrantNoun}`), preset);
};

for (const { id, usesPlayerName } of rulesets) {
  test(`players who press Join fight on one side, and /gm set changes a side, in ${id}`, async () => {
    const table = house();
    await must(table, 'gm', 'battle create', { system: id });
    const asked = usesPlayerName ? 'allies' : undefined;
    await joined(table, 'ada', asked);
    await joined(table, 'ben', asked, 1);
    const { ruleset } = await opened(table);
    const foe = Object.values(ruleset.presets).at(-1)?.title;
    await must(table, 'gm', 'npc add', { preset: foe, name: 'Grim' });
    const enemies = ruleset.sides[1] ?? 'foes';
    expect(await sidesOf(table)).toEqual({ ada: 'allies', ben: 'allies', Grim: enemies });
    await must(table, 'gm', 'gm set', { field: 'side', who: 'ben', value: 'foes' });
    expect(await sidesOf(table)).toEqual({ ada: 'allies', ben: enemies, Grim: enemies });
  });
}

test('a player who joins without a side joins the side of the players who are there', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'skure' });
  await must(table, 'ada', 'battle join', { preset: 'swordsman', side: 'wardens' });
  await joined(table, 'ben');
  expect(await sidesOf(table)).toEqual({ ada: 'wardens', ben: 'wardens' });
});

test('Join asks for the side if players fight each other, and /battle join needs one', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'segment', sides: 'red, blue' });
  await joined(table, 'ada', 'red');
  await joined(table, 'ben', 'blue');
  const alone = await table.run('cid', 'battle join', { preset: 'Orrin Vale' });
  expect(alone.ok ? '' : await table.sentence(alone.error, 'table')).toContain('Choose yours: red or blue.');
  expect(await sidesOf(table)).toEqual({ ada: 'red', ben: 'blue' });
});

test('the GM who starts a battle of more than two sides is warned', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'skure' });
  for (const side of ['red', 'blue', 'green'])
    await must(table, 'gm', 'npc add', { preset: 'swordsman', name: `The ${side}`, side });
  const warning = '3 sides fight each other: red, blue and green.';
  expect(textOf(await must(table, 'gm', 'help'))).toContain(warning);
  await must(table, 'gm', 'battle deploy');
  const begun = await must(table, 'gm', 'battle start');
  expect(begun.kind === 'result' ? textOf({ cards: begun.aside }) : '').toContain(warning);
});
