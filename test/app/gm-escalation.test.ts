import { expect, test } from 'vitest';
import { outcomeReply } from '../../src/app/replies/order-outcome.ts';
import { pingOf } from '../../src/app/replies/reply.ts';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { rulesets } from '../../src/systems/index.ts';
import { logAt } from '../battle/log-at.ts';
import { must, secret } from './duel.ts';
import { type House, house, opened } from './house.ts';

/** It is Ann's turn at C4. The GM's hidden combatant is at C6, and no one else is near. */
const startBesideHidden = async (): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Dark', size: '8x8' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'bob', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ben' });
  await must(there, 'gm', 'npc add', {
    preset: 'Zombie',
    name: secret,
    side: 'blue',
    hidden: 'until-revealed',
  });
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'C4', facing: 'S' });
  await must(there, 'gm', 'skure place', { target: 'Ben', to: 'A8', facing: 'S' });
  await must(there, 'gm', 'skure place', { target: secret, to: 'C6', facing: 'N' });
  await must(there, 'gm', 'gm set', { field: 'agility', who: 'Ann', value: '99', reason: 'she is first' });
  await must(there, 'gm', 'battle start');
  return there;
};

test('a move blocked only by a hidden combatant waits for the GM and changes nothing', async () => {
  const there = await startBesideHidden();
  const before = await there.stores.battles.byChannel('table');
  const answer = await must(there, 'ada', 'move', { path: 'C6' });
  expect(answer.to).toBe('everyone');
  expect(answer.cards[0]?.title).toBe(
    'Ann is waiting for the GM to decide. Nothing has happened yet; another order is possible.',
  );
  expect(pingOf(answer)).toContain('gm');
  expect(JSON.stringify(answer)).not.toContain(secret);
  const after = await there.stores.battles.byChannel('table');
  expect(after?.game).toEqual(before?.game);
  expect((await logAt(there.stores.battles, 'table')).at(-1)?.dice).toEqual([]);
  const panel = JSON.stringify(await must(there, 'gm', 'gm panel', {}));
  expect(panel).toContain('Ann wants: move path:C6.');
  expect(panel).toContain('C6 is taken by somebody');
  await must(there, 'ada', 'move', { path: 'C5' });
  expect(JSON.stringify(await must(there, 'gm', 'gm panel', {}))).not.toContain('Ann wants');
});

test('an order that waits for the GM is posted once, and its player is called when the GM refuses it', async () => {
  const there = await startBesideHidden();
  await must(there, 'ada', 'move', { path: 'C6' });
  const again = await there.run('ada', 'move', { path: 'C6' });
  expect(!again.ok && again.error.code).toBe('waits-for-gm');
  const other = await must(there, 'ada', 'move', { path: 'C5 C6' });
  expect([other.kind === 'result' && other.to, pingOf(other)]).toEqual(['asker', []]);
  expect(other.kind === 'result' && other.gmNotes()).toEqual([]);
  expect(JSON.stringify(await must(there, 'gm', 'gm panel', {}))).toContain('Ann wants: move path:C5 C6.');
  expect(
    pingOf(await must(there, 'gm', 'gm ruling', { text: 'that is not possible now; give another order' })),
  ).toEqual(['ada']);
  const anew = await must(there, 'ada', 'move', { path: 'C6' });
  expect([anew.kind === 'result' && anew.to, pingOf(anew)]).toEqual(['everyone', ['gm']]);
  await must(there, 'ada', 'move', { path: 'C5' });
  const { saved, ruleset } = await opened(there);
  expect(saved.table.puts).toBeUndefined();
  expect(foldLog(ruleset, await logAt(there.stores.battles, 'table')).table).toEqual(saved.table);
});

test('the GM inbox offers to reveal the hidden combatant or refuse the order', async () => {
  const there = await startBesideHidden();
  await must(there, 'ada', 'move', { path: 'C6' });
  expect(JSON.stringify(await must(there, 'gm', 'help', {}))).toContain(
    'Waiting for your decision (/gm panel): Ann wants',
  );
  expect(JSON.stringify(await must(there, 'ada', 'help', {}))).not.toContain('Waiting for your decision');
  const { controls } = await must(there, 'gm', 'gm panel', {});
  const [reveal, refusal] = controls[0] ?? [];
  expect([reveal?.label, refusal?.label]).toEqual([`Reveal ${secret}`, 'Refuse the order']);
  const told = await must(there, 'gm', 'gm ruling', { text: 'that is not possible now; give another order' });
  expect(told.cards[0]?.title).toBe('The GM rules: that is not possible now; give another order');
  expect(JSON.stringify(told)).not.toContain(secret);
  expect(JSON.stringify(await must(there, 'gm', 'gm panel', {}))).not.toContain('Ann wants');
  await must(there, 'ada', 'move', { path: 'C6' });
  await must(there, 'gm', 'gm reveal', { who: String(reveal?.press.input.who) });
  const refused = await there.run('ada', 'move', { path: 'C6' });
  expect(!refused.ok && refused.error.code).toBe('SQUARE_OCCUPIED');
  const denied = await there.run('ada', 'gm ruling', { text: 'that is not possible now; give another order' });
  expect(!denied.ok && denied.error.code).toBe('gm-only');
});

test('SK-TURN-5: a question to the GM pings them, and speech does not', async () => {
  const there = await startBesideHidden();
  const asked = await must(there, 'ada', 'ask', { text: 'May I climb the tower?' });
  expect(pingOf(asked)).toEqual(['gm']);
  const again = { verb: 'ask', params: { text: 'And the wall?' }, actor: 'Ann' };
  const report = await there.services.battles.order(there.asker('ada'), again);
  if (!report.ok) throw new Error(report.error.code);
  expect(
    outcomeReply(report.value, 'ada')
      .gmNotes()
      .map(({ card }) => [card.title, card.footer]),
  ).toEqual([[expect.stringContaining('And the wall?'), 'You can answer in public']]);
  expect(pingOf(await must(there, 'ada', 'say', { text: 'I climb.' }))).toEqual([]);
});

test('an order that is illegal anyway is refused without asking the GM', async () => {
  const there = await startBesideHidden();
  const far = await there.run('ada', 'move', { path: 'S S S S S S' });
  expect(!far.ok && far.error.code).toBe('OFF_BOARD');
  await must(there, 'ada', 'end', {});
  const late = await there.run('ada', 'move', { path: 'C6' });
  expect(!late.ok && late.error.code).toBe('NOT_YOUR_TURN');
});

test('a move onto a revealed combatant is refused by the rulebook', async () => {
  const there = await startBesideHidden();
  await must(there, 'gm', 'gm reveal', { who: secret });
  const refused = await there.run('ada', 'move', { path: 'C6' });
  expect(!refused.ok && refused.error.code).toBe('SQUARE_OCCUPIED');
});

test('the GM’s own move onto a hidden combatant is refused', async () => {
  const there = await startBesideHidden();
  const refused = await there.run('gm', 'move', { path: 'C6', as: 'Ann' });
  expect(!refused.ok && refused.error.code).toBe('SQUARE_OCCUPIED');
});

/** Segment on a map: Cob falls before Ada's declared attack. With `withHidden`, a hidden foe is beside her. */
const playFallenTarget = async (contingency: 'ask' | 'auto', withHidden: boolean): Promise<string> => {
  const there = house({}, createPresetDice(Array.from({ length: 2000 }, () => 1)));
  const ruleset = rulesets.find(({ id }) => id === 'segment');
  const [sheet] = Object.values(ruleset?.presets ?? {}).map((preset) => preset.sheet);
  const { battles } = there.services;
  await battles.create(there.asker('gm'), { system: 'segment', name: 'Dark', settings: { contingency } });
  await battles.join(there.asker('ada'), { id: 'Ada', side: 'red', sheet });
  await battles.addEntrants(there.asker('gm'), [{ id: 'Cob', side: 'blue', sheet }]);
  await battles.addEntrants(there.asker('gm'), [{ id: 'Dan', side: 'blue', sheet }]);
  if (withHidden)
    await battles.addEntrants(there.asker('gm'), [{ id: secret, side: 'blue', sheet }], { hidden: 'until-revealed' });
  const place = (who: string, value: string) =>
    must(there, 'gm', 'gm set', { field: 'position', who, value, reason: 'set up' });
  await place('Ada', 'D4');
  await place('Cob', 'D5');
  await place('Dan', 'K11');
  if (withHidden) await place(secret, 'D3');
  await must(there, 'gm', 'battle start');
  await must(there, 'ada', 'declare', { action: 'attack', target: 'Cob' });
  await must(there, 'gm', 'segment close', {});
  await must(there, 'gm', 'gm set', { field: 'hp', who: 'Cob', value: '-50', reason: 'a rock fell' });
  await must(there, 'gm', 'resolve', {});
  const told = await battles.logView('table', 'ada');
  const lines = (told.ok ? told.value : []).flatMap((each) => each.lines.map(({ text }) => text));
  const battle = await battles.open('table');
  const due = battle.ok
    ? battle.value.game.expectedActions().flatMap(({ kind, actor }) => (actor === 'Ada' ? [kind] : []))
    : [];
  return [...lines, ...due].filter((text) => !text.includes('by hand')).join('\n');
};

test.each(['ask', 'auto'] as const)(
  'SEG-DECL-7: no attack is redirected to a hidden combatant, and no question reveals it: %s',
  async (contingency) => {
    const heard = await playFallenTarget(contingency, true);
    expect(heard).toBe(await playFallenTarget(contingency, false));
    expect(heard).not.toMatch(/Redirect or give up|somebody|contingency/);
  },
);

test('DS-MOVE: a dSkull warrior’s move blocked by a hidden warrior waits for the GM', async () => {
  const there = house({}, createPresetDice(Array.from({ length: 2000 }, (_, at) => (at === 0 ? 2 : 1))));
  const ruleset = rulesets.find(({ id }) => id === 'dskull');
  const { warriors, ...band } = Object(Object.values(ruleset?.presets ?? {})[0]?.sheet);
  const few = { ...band, warriors: [{ ...warriors[3], name: secret }] };
  const { battles } = there.services;
  await battles.create(there.asker('gm'), { system: 'dskull', name: 'Dark' });
  await battles.join(there.asker('ada'), { id: 'Ada', side: 'red', sheet: { ...band, warriors: warriors.slice(3) } });
  await battles.addEntrants(there.asker('gm'), [{ id: 'Grim', side: 'blue', sheet: few }]);
  await must(there, 'gm', 'gm hide', { who: secret });
  for (let n = 0; n < 20; n++) {
    const battle = await battles.open('table');
    if (!battle.ok || Object(battle.value.game.save()).activation?.warrior === 'Wren') break;
    const due = battle.value.game.expectedActions().find(({ auto }) => auto !== undefined);
    if (due?.auto === undefined) await battles.start(there.asker('gm'));
    else await battles.order(there.asker('gm'), { ...due.auto, actor: due.actor });
  }
  await must(there, 'gm', 'gm set', { field: 'at', who: 'Wren', value: 'C4', reason: 'set up' });
  await must(there, 'gm', 'gm set', { field: 'at', who: secret, value: 'D4', reason: 'set up' });
  // Without movement points the refusal is the same as on free ground.
  const tired = await there.run('ada', 'move', { path: 'D4' });
  expect(!tired.ok && tired.error.code).toBe('E_NOT_ENOUGH_MP');
  await must(there, 'ada', 'gain', {});
  const answer = await must(there, 'ada', 'move', { path: 'D4' });
  expect(answer.cards[0]?.title).toContain('Ada is waiting for the GM to decide.');
  expect(JSON.stringify(answer)).not.toContain(secret);
});
