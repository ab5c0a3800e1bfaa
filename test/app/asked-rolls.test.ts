import { expect, test } from 'vitest';
import { type Control, privateAside, type Reply } from '../../src/app/replies/reply.ts';

import { foldLog } from '../../src/battle/saved/replay.ts';
import { createOrderDice } from '../../src/dice/order-dice.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must, secret } from './duel.ts';
import { type House, house, opened } from './house.ts';

const linesOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);
const asideLines = (reply: Reply): readonly string[] => linesOf({ cards: privateAside(reply) });

const buttonOf = (reply: Reply, label: string): Extract<Control, { kind: 'button' }> => {
  const found = reply.controls.flat().find((each) => each.label === label);
  if (found?.kind !== 'button') throw new Error(`There is no button ${label}.`);
  return found;
};
const press = async (there: House, user: string, reply: Reply, label: string): Promise<Reply> => {
  const { path, input } = buttonOf(reply, label).press;
  return must(there, user, path.join(' '), input);
};
const refusal = async (there: House, user: string, path: string, input = {}): Promise<string> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? 'it was done' : there.sentence(answer.error, 'table');
};

/** A campaign led by Gwen and Cora. Ada plays Ann and Bob plays Bo, each with their own sheet. */
const campaign = async () => {
  const { places, heard } = recordingPlaces();
  const there = house({}, undefined, places);
  await must(there, 'gwen', 'campaign create', { name: 'Long road', systems: 'segment' });
  for (const user of ['cora', 'ada', 'bob']) await must(there, user, 'campaign join');
  await must(there, 'gwen', 'campaign role', { player: 'cora', role: 'co-gm' });
  const keep = (user: string, name: string, preset: string, changes: string) =>
    must(there, user, 'character create', { system: 'segment', name, preset, changes });
  await keep('ada', 'Ann', 'fighter', 'per=100');
  await keep('bob', 'Bo', 'ogre', 'per=1');
  heard.length = 0;
  return { there, heard };
};

test('each player asked for a roll presses Roll, and everyone reads the result', async () => {
  const { there } = await campaign();
  const asked = await must(there, 'gwen', 'gm ask-roll', { what: 'per' });
  expect([asked.to, asked.kind === 'post' && asked.ping]).toEqual(['everyone', ['ada', 'bob']]);
  expect(linesOf(asked)).toEqual(['gwen asks for a roll: PER', 'Ann: not rolled yet', 'Bo: not rolled yet']);
  const one = await press(there, 'ada', asked, 'Roll');
  expect(one).toMatchObject({ kind: 'post', replaces: true });
  expect(linesOf(one)).toEqual([
    'gwen asks for a roll: PER',
    expect.stringMatching(/^Ann: \d+ against 100, success$/),
    'Bo: not rolled yet',
  ]);
  const all = await press(there, 'gwen', one, 'GM: roll for the rest');
  expect(linesOf(all)[2]).toMatch(/^Bo: \d+ against 1, /);
  expect(all.controls).toEqual([]);
});

test('only the GM sees the results of a blind roll request', async () => {
  const { there, heard } = await campaign();
  const asked = await must(there, 'gwen', 'gm ask-roll', { what: 'PER', rolls: 'blind', against: 40 });
  const one = await press(there, 'ada', asked, 'Roll');
  expect(linesOf(one)).toEqual([
    'gwen asks for a roll: PER',
    'Ann: has rolled',
    'Bo: not rolled yet',
    'Only the GM sees the results.',
  ]);
  expect(privateAside(one)).toEqual([]);
  expect(JSON.stringify(one)).not.toContain('40');
  expect(heard.filter(({ to }) => to.startsWith('@'))).toEqual([]);
  await press(there, 'bob', one, 'Roll');
  const told = heard.filter(({ to }) => to.startsWith('@'));
  expect(told.map(({ to }) => to)).toEqual(['@gwen']);
  expect(told.flatMap(({ reply }) => linesOf(reply))).toEqual([
    'PER: all results',
    expect.stringMatching(/^Ann: \d+ against 40, /),
    expect.stringMatching(/^Bo: \d+ against 40, /),
  ]);
  for (const gm of ['gwen', 'cora'])
    expect(linesOf(await press(there, gm, one, 'GM: results'))[1]).toMatch(/^Ann: \d+ against 40/);
  for (const label of ['GM: results', 'GM: roll for the rest']) {
    const { path, input } = buttonOf(one, label).press;
    expect(await refusal(there, 'ada', path.join(' '), input)).toMatch(/game master/);
  }
  const { path, input } = buttonOf(one, 'Roll').press;
  expect(await refusal(there, 'ada', path.join(' '), input)).toBe('You have already rolled for Ann.');
  expect(await refusal(there, 'eve', path.join(' '), input)).toBe('That roll is not for you.');
});

test('a private result is shown to its roller and the GM; the target number only to the GM', async () => {
  const { there } = await campaign();
  const asked = await must(there, 'gwen', 'gm ask-roll', { what: 'PER', rolls: 'private', against: 40 });
  const one = await press(there, 'ada', asked, 'Roll');
  expect(linesOf(one)[1]).toBe('Ann: has rolled');
  expect(asideLines(one)).toEqual(['PER', expect.stringMatching(/^Ann: \d+$/)]);
  const again = await press(there, 'ada', one, 'Roll');
  expect([again.to, linesOf(again)]).toEqual(['asker', asideLines(one)]);
  expect(linesOf(await press(there, 'gwen', one, 'GM: results'))[1]).toMatch(/against 40/);
});

test('with rolls:self the GM learns only who has rolled', async () => {
  const { there, heard } = await campaign();
  const asked = await must(there, 'gwen', 'gm ask-roll', { what: '2d6', rolls: 'self' });
  const one = await press(there, 'ada', asked, 'Roll');
  expect(asideLines(one)[1]).toMatch(/^Ann: \d+$/);
  expect(linesOf(await press(there, 'gwen', one, 'GM: results'))).toEqual([
    '2d6: all results',
    'Ann: has rolled',
    'Bo: not rolled yet',
  ]);
  await press(there, 'bob', one, 'Roll');
  expect(heard.filter(({ to }) => to === '@gwen')).toEqual([]);
  expect(await refusal(there, 'gwen', 'gm ask-roll', { what: '2d6', rolls: 'self', how: 'now' })).toMatch(
    /rolls:blind/,
  );
});

test('/gm ask-roll how:now rolls for all at once and shows blind results to the GM alone', async () => {
  const { there } = await campaign();
  const rolled = await must(there, 'gwen', 'gm ask-roll', { what: 'PER', rolls: 'blind', how: 'now' });
  expect(rolled.to).toBe('asker');
  expect(linesOf(rolled)).toEqual([
    'PER: all results',
    expect.stringMatching(/^Ann: \d+ against 100, success$/),
    expect.stringMatching(/^Bo: \d+ against 1, /),
  ]);
  const open = await must(there, 'gwen', 'gm ask-roll', { what: 'd20+{per}', rolls: 'public', how: 'now', who: 'Ann' });
  expect(open.to).toBe('everyone');
  expect(Number(/\d+/.exec(linesOf(open)[1] ?? '')?.[0])).toBeGreaterThan(100);
});

test('a combatant without the value is skipped, but refused if asked by name', async () => {
  const { there } = await campaign();
  const asked = await must(there, 'gwen', 'gm ask-roll', { what: 'climb' });
  expect(linesOf(asked)).toEqual(['gwen asks for a roll: Climbing', 'Ann: not rolled yet']);
  expect(asideLines(asked)).toContain('There is no such value on the sheet of Bo.');
  expect(await refusal(there, 'gwen', 'gm ask-roll', { what: 'Climbing', who: 'Ann, Bo' })).toBe(
    'Bo has no Climbing to roll for. Ask only the others, or give dice: what:2d6+3.',
  );
});

test.each([
  [{ what: 'Swimmin' }, /^No one you asked has Swimmin to roll for\. Available: PER, DEX, Luck, Climbing/],
  [{ what: 'Climbign' }, /Did you mean Climbing\?/],
  [{ what: 'd20+{dexx}' }, /^Ann’s sheet has no number dexx\./],
  [{ what: 'PER', who: 'Nobody' }, /^No one here is named Nobody\. Available: Ann, Bo\.$/],
])('an invalid roll request lists the available choices: %o', async (input, sentence) => {
  const { there } = await campaign();
  expect(await refusal(there, 'gwen', 'gm ask-roll', input)).toMatch(sentence);
});

test('only the GM and co-GMs may ask for rolls, and only if there is a player to ask', async () => {
  const { there } = await campaign();
  expect(await refusal(there, 'ada', 'gm ask-roll', { what: 'PER' })).toBe('Only gwen and the co-GMs may do that.');
  expect(await refusal(house(), 'gwen', 'gm ask-roll', { what: 'PER' })).toMatch(
    /^There is no campaign in this channel/,
  );
  const empty = house({}, undefined, recordingPlaces().places);
  await must(empty, 'gwen', 'campaign create', { name: 'Road', systems: 'segment' });
  expect(await refusal(empty, 'gwen', 'gm ask-roll', { what: 'PER' })).toMatch(/^No player has a character here yet/);
});

test('/gm ask-roll suggests values on the sheets of those named, and their names', async () => {
  const { there } = await campaign();
  const offered = (option: string, typed = '', soFar = {}) =>
    there.complete('gwen', 'gm ask-roll', option, typed, soFar).then((all) => all.map(({ value }) => value));
  expect(await offered('what', 'cl')).toEqual(['Climbing']);
  expect(await offered('what', 'cl', { who: 'Bo' })).toEqual([]);
  expect(await offered('who', 'Ann, b')).toEqual(['Ann, Bo']);
  expect(await there.complete('ada', 'gm ask-roll', 'what')).toEqual([]);
});

test('a deputy may roll for their player, and is the only one pinged while the player is away', async () => {
  const { there } = await campaign();
  await must(there, 'ada', 'my deputy', { user: 'dan', until: '2d' });
  const pinged = async () => {
    const asked = await must(there, 'gwen', 'gm ask-roll', { what: 'PER', who: 'Ann' });
    return { asked, ping: asked.kind === 'post' ? asked.ping : [] };
  };
  const here = await pinged();
  expect(here.ping).toEqual(['ada', 'dan']);
  await must(there, 'ada', 'my away', { until: '2023-12-01' });
  const { asked, ping } = await pinged();
  expect(ping).toEqual(['dan']);
  expect(linesOf(await press(there, 'dan', asked, 'Roll'))[1]).toMatch(/^Ann: \d+ against 100, success$/);
  const bo = await must(there, 'gwen', 'gm ask-roll', { what: 'PER', who: 'Bo' });
  const roll = buttonOf(bo, 'Roll').press;
  expect(await refusal(there, 'dan', roll.path.join(' '), roll.input)).toBe('That roll is not for you.');
  await must(there, 'ada', 'my deputy', { remove: true });
  const first = buttonOf(here.asked, 'Roll').press;
  expect(await refusal(there, 'dan', first.path.join(' '), first.input)).toBe('That roll is not for you.');
});

/** A battle of Ann (Ada's), Grim (the GM's) and a hidden combatant. */
const battle = async () => {
  const { places, heard } = recordingPlaces();
  const there = house({}, undefined, places);
  await must(there, 'gm', 'battle create', { system: 'segment', name: 'The Ford' });
  await must(there, 'ada', 'battle join', { preset: 'Fighter', side: 'red', name: 'Ann' });
  await must(there, 'gm', 'npc add', { preset: 'Ogre', name: 'Grim', side: 'blue' });
  await must(there, 'gm', 'npc add', { preset: 'Ogre', name: secret, side: 'blue', hidden: 'until-revealed' });
  heard.length = 0;
  return { there, heard };
};

test('in a battle the GM’s combatants roll at once, and hidden ones stay secret', async () => {
  const { there } = await battle();
  const asked = await must(there, 'gm', 'gm ask-roll', { what: 'PER', who: 'all' });
  expect(linesOf(asked)).toEqual(['gm asks for a roll: PER', 'Ann: not rolled yet']);
  expect(JSON.stringify({ ...asked, aside: [] })).not.toContain(secret);
  expect(asideLines(asked)).toEqual([
    'PER: all results',
    expect.stringMatching(/^Grim: /),
    expect.stringMatching(new RegExp(`^${secret}: `)),
  ]);
  const one = await press(there, 'ada', asked, 'Roll');
  expect(linesOf(one)[1]).toMatch(/^Ann: \d+ against \d+, /);
  const log = await there.services.battles.log('table');
  const rolls = log.ok ? log.value.filter(({ request }) => request.kind === 'roll') : [];
  expect(rolls.map((entry) => [entry.user, entry.rolls, entry.dice.length])).toEqual([
    ['gm', 'blind', 1],
    ['gm', 'blind', 1],
    ['ada', 'public', 1],
  ]);
  expect(new Set(rolls.map(({ orderId }) => orderId)).size).toBe(3);
  const read = JSON.stringify(await must(there, 'ada', 'battle log'));
  expect(read).toContain('Ann, PER');
  expect(read).not.toContain(secret);
});

test('in a battle only players’ combatants are asked by default; foes’ results go to the GM', async () => {
  const { there } = await battle();
  const asked = await must(there, 'gm', 'gm ask-roll', { what: 'PER' });
  expect([linesOf(asked).slice(1), privateAside(asked)]).toEqual([['Ann: not rolled yet'], []]);
  const foes = await must(there, 'gm', 'gm ask-roll', { what: 'PER', who: 'side:blue', rolls: 'public' });
  expect(foes.to).toBe('asker');
  expect(await refusal(there, 'ada', 'gm ask-roll', { what: 'PER' })).toBe('Only the game master may do that.');
});

test('dice of asked rolls pass verification in every roll mode', async () => {
  const { there } = await battle();
  for (const rolls of ['public', 'blind', 'private', 'self']) {
    const asked = await must(there, 'gm', 'gm ask-roll', { what: 'PER', rolls });
    await press(there, 'ada', asked, 'Roll');
  }
  await must(there, 'gm', 'battle end');
  expect(JSON.stringify(await must(there, 'gm', 'battle verify'))).toMatch(/verified/);
});

test('an open roll request still works after the battle has ended', async () => {
  const { there } = await battle();
  const asked = await must(there, 'gm', 'gm ask-roll', { what: 'PER' });
  await must(there, 'gm', 'battle end');
  expect(linesOf(await press(there, 'ada', asked, 'Roll'))[1]).toMatch(/^Ann: \d+ against/);
});

/** Presses Roll as an order whose 2d6 show these values. */
const rollAs = async (there: House, asked: Reply, values: readonly number[]): Promise<Reply> => {
  const { seed, table } = (await opened(there)).saved;
  const fits = (orderId: string): boolean => {
    const dice = createOrderDice({ seed, salt: table.salt, orderId });
    return values.every((value) => dice.roll(6, '') === value);
  };
  const { path, input } = buttonOf(asked, 'Roll').press;
  const orderId = Array.from({ length: 1000 }, (_, n) => `${input.id}-${n}`).find(fits) ?? '';
  const answer = await there.dispatcher.run(path, { ...there.asker('ada'), orderId }, input);
  await there.idle();
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
};

const xpOf = async (there: House): Promise<number> => Object((await opened(there)).game.save()).units[0].xp;

test('SW-XP-1 1+1 on a check that the GM asks for pays 50 XP, which an undo takes back', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'sword-world', name: 'The ford', settings: 'mode=simplified' });
  await must(there, 'ada', 'battle join', { preset: 'wolf', name: 'Wolf', side: 'allies' });
  await must(there, 'gm', 'npc add', { preset: 'goblin', name: 'Grim', side: 'enemies' });
  const ask = (what: string, rolls = 'public') => must(there, 'gm', 'gm ask-roll', { what, rolls, against: 5 });
  const failed = await rollAs(there, await ask('Fortitude'), [1, 1]);
  expect(linesOf(failed)[1]).toMatch(/^Wolf: \d+ against 5, automatic failure, 50 XP$/);
  expect(await xpOf(there)).toBe(50);
  const { game, saved, ruleset } = await opened(there);
  const log = await there.services.battles.log('table');
  expect(foldLog(ruleset, log.ok ? log.value : []).game.save()).toEqual(game.save());
  expect(JSON.stringify(await must(there, 'ada', 'battle log', { entry: saved.version }))).toContain('50 XP');
  await must(there, 'gm', 'undo');
  expect(await xpOf(there)).toBe(0);
  await must(there, 'gm', 'gm redo');
  expect(await xpOf(there)).toBe(50);
  expect(linesOf(await rollAs(there, await ask('Fighter dex', 'private'), [1, 1]))[1]).toBe('Wolf: has rolled');
  expect(linesOf(await rollAs(there, await ask('Willpower'), [6, 6]))[1]).toMatch(/against 5, automatic success$/);
  expect(linesOf(await rollAs(there, await ask('2d6+{hp}'), [1, 1]))[1]).toMatch(/against 5, success$/);
  expect(await xpOf(there)).toBe(100);
  await must(there, 'gm', 'battle end');
  expect(JSON.stringify(await must(there, 'gm', 'battle verify'))).toMatch(/verified/);
});

test('erasing a user deletes their roll requests and their name in the requests of others', async () => {
  const { there } = await campaign();
  const asked = await must(there, 'gwen', 'gm ask-roll', { what: 'PER', rolls: 'blind', against: 40 });
  await press(there, 'ada', asked, 'Roll');
  expect(JSON.stringify(await must(there, 'ada', 'my privacy'))).toContain('PER, requested from you');
  const kept = await there.services.privacy.collect('ada');
  expect(kept.askedRolls).toMatchObject([{ by: 'gwen', of: [{ name: 'Ann', user: 'ada' }] }]);
  expect(JSON.stringify(kept.askedRolls)).not.toMatch(/"dice"|"target"/);
  const erase = (user: string) =>
    there.services.privacy.erase({ user, pseudonym: `gone-${user}`, orderId: `erase-${user}` });
  await erase('ada');
  expect(JSON.stringify(await there.services.askedRolls.listMentioning('gwen'))).not.toContain('"ada"');
  expect(await there.services.askedRolls.listMentioning('ada')).toEqual([]);
  await erase('gwen');
  expect(await there.services.askedRolls.byId(String(buttonOf(asked, 'Roll').press.input.id))).toBeUndefined();
});
