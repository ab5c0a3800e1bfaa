import { expect, test } from 'vitest';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import { exportBattle, verifyBattle } from '../../src/battle/saved/export.ts';
import { rollModes } from '../../src/battle/saved/session.ts';
import { renderText } from '../../src/core/message.ts';
import { nameLookupShowingAll } from '../../src/rules/for-reader.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

const startBattle = async (there: House = house(), rolls?: string) => {
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Rolls', size: '8x8', ...(rolls && { rolls }) });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'bob', 'battle join', { preset: 'Swordsman', side: 'blue', name: 'Grim' });
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'C4', facing: 'E' });
  await must(there, 'gm', 'skure place', { target: 'Grim', to: 'D4', facing: 'W' });
  await must(there, 'gm', 'battle start');
  return there;
};

const heard = async (there: House, user: string | undefined): Promise<string> => {
  const told = await there.services.battles.logView('table', user);
  const last = told.ok ? told.value.at(-1) : undefined;
  return (last?.lines ?? []).map(({ text, rows }) => `${text} ${JSON.stringify(rows)}`).join('\n');
};

/** What others read of a hidden roll: that it happened, and the visible result. */
const trace = /^ada rolls in secret\. \[\](\nWhat everyone can see: Grim: \d+\/\d+ HP[^\n]* \[\])?$/;

/** Who may read Ada's roll in each mode: Ada, the GM, another player. */
const readers = {
  public: [true, true, true],
  private: [true, true, false],
  blind: [false, true, false],
  self: [true, false, false],
};

test.each(
  rollModes.flatMap((rolls) => [
    { rolls, path: 'roll', input: { dice: '3d6' } },
    { rolls, path: 'attack', input: { target: 'Grim' } },
  ]),
)('a $rolls /$path is shown to its readers only; others see a trace without the result', async (each) => {
  const there = await startBattle();
  const reply = await must(there, 'ada', each.path, { ...each.input, rolls: each.rolls });
  for (const [at, user] of ['ada', 'gm', 'bob'].entries()) {
    const text = await heard(there, user);
    if (readers[each.rolls][at]) expect(text, user).toMatch(/3d6|d100/);
    else expect(text, user).toMatch(trace);
  }
  const open = JSON.stringify({ ...reply, aside: [] });
  if (each.rolls !== 'public') expect(reply.to === 'asker' ? '' : open).not.toMatch(/3d6 →|d100|strikes|damage/);
  if (each.rolls === 'blind') expect(JSON.stringify(reply)).not.toMatch(/3d6 →|d100|strikes|damage|Why/);
});

test('with traces off, a hidden roll shows nothing to others', async () => {
  const there = await startBattle();
  await must(there, 'gm', 'gm rolls', { mode: 'blind', trace: false });
  await must(there, 'ada', 'roll', { dice: '3d6' });
  expect(await heard(there, 'ada')).toBe('');
  expect(await heard(there, 'gm')).toContain('3d6');
});

test('a battle’s default roll mode hides only entries that roll dice', async () => {
  const there = await startBattle(house(), 'private');
  const told = await there.services.battles.logView('table', 'eve');
  const all = JSON.stringify(told.ok ? told.value.map(({ lines }) => lines) : []);
  expect(all).not.toContain('rolls in secret');
  expect(all).toContain('Ann joins red');
  await must(there, 'ada', 'attack', { target: 'Grim' });
  expect(await heard(there, 'eve')).toMatch(trace);
  await must(there, 'bob', 'end');
  expect(await heard(there, 'eve')).toContain('Grim ends the turn');
});

test('a new battle starts with the server’s default roll mode', async () => {
  const there = house();
  await must(there, 'gm', 'gm server', { rolls: 'blind' });
  await startBattle(there);
  await must(there, 'ada', 'attack', { target: 'Grim' });
  expect(await heard(there, 'ada')).toMatch(trace);
});

test('/my show-roll reveals a hidden roll unchanged, and the dice still verify', async () => {
  const there = await startBattle();
  await must(there, 'gm', 'roll', { dice: '3d6', rolls: 'private' });
  const own = await heard(there, 'gm');
  const n = (await there.stores.battles.byChannel('table'))?.version ?? 0;
  const refused = await there.run('bob', 'my show-roll', { entry: n });
  expect(!refused.ok && refused.error.code).toBe('nothing-hidden');
  await must(there, 'gm', 'my show-roll', { entry: n });
  const told = await there.services.battles.logView('table', 'eve');
  const lines = told.ok ? (told.value.find(({ entry }) => entry.n === n)?.lines ?? []) : [];
  expect(lines.map(({ text, rows }) => `${text} ${JSON.stringify(rows)}`).join('\n')).toBe(own);
  await must(there, 'gm', 'battle end', {});
  const saved = await there.stores.battles.byChannel('table');
  const ruleset = there.services.rulesets.find(({ id }) => id === 'skure');
  if (saved === undefined || ruleset === undefined) throw new Error('no battle');
  const proof = verifyBattle(ruleset, exportBattle(saved, await there.stores.battles.log(saved)));
  expect(proof.checks.every(({ passed }) => passed)).toBe(true);
});

test('only the GM can reveal a blind roll', async () => {
  const there = await startBattle();
  await must(there, 'ada', 'roll', { dice: '3d6', rolls: 'blind' });
  const n = (await there.stores.battles.byChannel('table'))?.version ?? 0;
  const refused = await there.run('ada', 'my show-roll', { entry: n });
  expect(!refused.ok && refused.error.code).toBe('nothing-hidden');
  await must(there, 'gm', 'my show-roll', { entry: n });
});

test('the question of a hidden roll is shown only to the player who decides', async () => {
  const there = house({}, createPresetDice(Array.from({ length: 400 }, () => 3)));
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Guard', size: '8x8' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'bob', 'battle join', { preset: 'Swordsman', side: 'blue', name: 'Grim' });
  await must(there, 'cid', 'battle join', { preset: 'Swordsman', side: 'blue', name: 'Cid' });
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'C4', facing: 'E' });
  await must(there, 'gm', 'skure place', { target: 'Grim', to: 'D4', facing: 'W' });
  await must(there, 'gm', 'skure place', { target: 'Cid', to: 'C5', facing: 'W' });
  await must(there, 'gm', 'battle start');
  await must(there, 'ada', 'attack', { target: 'Grim', rolls: 'private' });
  const battle = await there.services.battles.open('table');
  if (!battle.ok || battle.value.saved.pending === undefined) throw new Error('nothing is asked');
  const asked = battle.value.saved.table.control[battle.value.saved.pending.question.to] ?? 'gm';
  const seen = async (user: string) => JSON.stringify(await must(there, user, 'battle status', {}));
  expect(await seen('eve')).toContain('has a decision to make');
  const says = renderText(battle.value.saved.pending.question.says, nameLookupShowingAll);
  expect(await seen('eve')).not.toContain(says);
  expect(await seen(asked)).toContain(says);
});

test.each(['skure', 'sword-world', 'dskull'])(
  'a power roll is logged in a battle of %s too, and hidden if it begins with S',
  async (system) => {
    const there = house();
    await must(there, 'gm', 'battle create', { system, name: 'Rolls' });
    await must(there, 'ada', 'roll', { dice: 'K20@10+5' });
    expect(await heard(there, 'bob')).toMatch(/^K20@10\+5 → (\d+|automatic failure) \[\[\{"rule":"SW-POWER-[16]"/);
    await must(there, 'ada', 'roll', { dice: 'SK20@10+5 in secret' });
    expect(await heard(there, 'ada')).toMatch(/in secret: SK20@10\+5 → /);
    expect(await heard(there, 'bob')).not.toMatch(/→/);
  },
);

test('a power roll works outside a battle; one that begins with S is private', async () => {
  const there = house();
  const open = await must(there, 'ada', 'roll', { dice: 'K20@10+5' });
  expect(JSON.stringify(open)).toMatch(/K20@10\+5 → /);
  expect([open.to, (await must(there, 'ada', 'roll', { dice: 'SK20' })).to]).toEqual(['everyone', 'asker']);
});
