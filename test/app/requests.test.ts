import { beforeEach, describe, expect, test } from 'vitest';
import { noTransport } from '../../src/app/outbox/transport.ts';
import { outcomeReply } from '../../src/app/replies/order-outcome.ts';
import { pingOf, privateAside, type Reply } from '../../src/app/replies/reply.ts';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { gmRequestsOf } from '../../src/battle/saved/session.ts';
import { rulesets } from '../../src/systems/index.ts';
import { logAt } from '../battle/log-at.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

const savedIn = async ({ stores }: House) => {
  const saved = await stores.battles.byChannel('table');
  if (saved === undefined) throw new Error('No battle.');
  return saved;
};
const codeOf = async (there: House, user: string, path: string, input: Record<string, unknown> = {}) => {
  const answer = await there.run(user, path, input);
  return answer.ok ? 'done' : answer.error.code;
};
const wordsOf = (answer: Reply): string => JSON.stringify([answer.cards, privateAside(answer)]);
const publicWords = ({ cards, to }: Reply): string => (to === 'everyone' ? JSON.stringify(cards) : '');
const expectFolded = async (there: House) => {
  const saved = await savedIn(there);
  const ruleset = rulesets.find(({ id }) => id === saved.system);
  if (ruleset === undefined) throw new Error('No rulebook.');
  const folded = foldLog(ruleset, await logAt(there.stores.battles, 'table'));
  expect(folded.table).toEqual(saved.table);
  expect(folded.game.save()).toEqual(saved.game);
};

/** Sword World: Mira (ada's) and Tess (bob's) have joined. */
const createBattle = async (): Promise<House> => {
  const there = house({}, createPresetDice(Array<number>(400).fill(3)));
  await must(there, 'gm', 'battle create', { system: 'sword-world' });
  await must(there, 'ada', 'battle join', { preset: 'mira', name: 'Mira', side: 'allies' });
  await must(there, 'bob', 'battle join', { preset: 'tess', name: 'Tess', side: 'allies' });
  await must(there, 'gm', 'gm set', { field: 'hp', who: 'Mira', value: '1', reason: 'set up' });
  return there;
};

const elixir = { name: 'Elixir', power: 100 };
const hpOf = async (there: House): Promise<unknown> =>
  Object(Object((await savedIn(there)).game).units.find(({ id }: { id: string }) => id === 'Mira')).bodies[0].hp;

let there: House;
beforeEach(async () => {
  there = await createBattle();
});

describe('a player’s potion', () => {
  test('a potion waits for the GM’s approval and changes nothing', async () => {
    const before = await savedIn(there);
    const answer = await must(there, 'ada', 'potion', elixir);
    expect(publicWords(answer)).toContain(
      'Mira is waiting for the GM to decide. Nothing has happened yet; another order is possible.',
    );
    expect(publicWords(answer)).not.toMatch(/Elixir|100/);
    expect(JSON.stringify(privateAside(answer))).toContain(
      'Mira asks the GM: potion name:Elixir power:100. The GM decides.',
    );
    expect(pingOf(answer)).toContain('gm');
    const after = await savedIn(there);
    expect(after.game).toEqual(before.game);
    expect((await logAt(there.stores.battles, 'table')).at(-1)).toMatchObject({ dice: [], events: [] });
    await expectFolded(there);
  });

  test('the same potion asked for again is refused without a second call', async () => {
    await must(there, 'ada', 'potion', elixir);
    expect(await codeOf(there, 'ada', 'potion', elixir)).toBe('waits-for-gm');
    expect(await codeOf(there, 'ada', 'potion', { ...elixir, power: 50 })).toBe('done');
  });

  test('an approved potion runs as the player’s order with public numbers', async () => {
    await must(there, 'ada', 'potion', elixir);
    const answer = await must(there, 'gm', 'gm request', { answer: 'grant' });
    expect(publicWords(answer)).toContain('The GM grants what Mira asked for: name Elixir, power 100, pool hp.');
    expect(pingOf(answer)).toContain('ada');
    expect(await hpOf(there)).toBeGreaterThan(1);
    const saved = await savedIn(there);
    expect(gmRequestsOf(saved.table)).toEqual([]);
    const entry = (await logAt(there.stores.battles, 'table')).at(-1);
    expect(entry).toMatchObject({ user: 'ada', request: { kind: 'order', actor: 'Mira' } });
    expect(entry?.diceKey).toBe(entry?.orderId);
    expect(entry?.dice.length).toBeGreaterThan(0);
    await expectFolded(there);
  });

  test('the GM can approve a potion with another number', async () => {
    await must(there, 'ada', 'potion', elixir);
    const answer = await must(there, 'gm', 'gm request', { answer: 'grant', who: 'mira', change: 'power:20' });
    expect(publicWords(answer)).toContain('The GM grants what Mira asked for: name Elixir, power 20, pool hp.');
    expect((await logAt(there.stores.battles, 'table')).at(-1)?.request).toMatchObject({
      doings: [{ do: 'verb', verb: 'potion', params: { name: 'Elixir', power: 20 } }],
    });
  });

  test('a refused potion is announced with its reason', async () => {
    await must(there, 'ada', 'potion', elixir);
    const answer = await must(there, 'gm', 'gm request', { answer: 'refuse', why: 'There is none' });
    expect(publicWords(answer)).toContain('The GM refuses what Mira asked for: There is none.');
    expect(pingOf(answer)).toContain('ada');
    expect(await hpOf(there)).toBe(1);
    expect(await codeOf(there, 'gm', 'gm request', { answer: 'grant' })).toBe('no-request');
  });

  test('a player’s potion order without numbers waits for the GM’s approval', async () => {
    await must(there, 'ada', 'potion');
    expect(await hpOf(there)).toBe(1);
    expect(gmRequestsOf((await savedIn(there)).table)).toMatchObject([
      { actor: 'Mira', granted: ['name', 'power', 'pool'] },
    ]);
  });

  test('a new request replaces the old one and its buttons', async () => {
    await must(there, 'ada', 'potion', elixir);
    const [first] = gmRequestsOf((await savedIn(there)).table);
    await must(there, 'ada', 'potion', { name: 'Water', power: 1 });
    expect(gmRequestsOf((await savedIn(there)).table)).toMatchObject([{ params: { name: 'Water' } }]);
    expect(await codeOf(there, 'gm', 'gm request', { answer: 'grant', request: first?.n })).toBe('no-request');
    expect(await hpOf(there)).toBe(1);
  });

  test('only the GM can approve, change or refuse a request', async () => {
    await must(there, 'ada', 'potion', elixir);
    for (const answer of ['grant', 'change', 'refuse'])
      expect(await codeOf(there, 'ada', 'gm request', { answer })).toBe('gm-only');
    expect(await codeOf(there, 'ada', 'gm approvals', { from: 'pass' })).toBe('gm-only');
    expect(await codeOf(there, 'bob', 'gm request', { answer: 'grant', who: 'Mira' })).toBe('gm-only');
    expect(await hpOf(there)).toBe(1);
  });

  test('the GM must choose between several requests', async () => {
    await must(there, 'ada', 'potion', elixir);
    await must(there, 'bob', 'potion', elixir);
    expect(await codeOf(there, 'gm', 'gm request', { answer: 'grant' })).toBe('which-request');
    await must(there, 'gm', 'gm request', { answer: 'grant', who: 'Mira' });
    expect(gmRequestsOf((await savedIn(there)).table)).toMatchObject([{ actor: 'Tess' }]);
  });

  test('a potion that the rules refuse makes no request', async () => {
    expect(await codeOf(there, 'ada', 'potion', { ...elixir, target: 'Nobody' })).toBe('E_NO_TARGET');
    expect(await codeOf(there, 'ada', 'potion', { ...elixir, as: 'Tess' })).toBe('E_NOT_YOURS');
    expect(await codeOf(there, 'ada', 'potion', { power: 101 })).toBe('bad-input');
    expect(gmRequestsOf((await savedIn(there)).table)).toEqual([]);
  });

  test('approving a request that is no longer possible is refused', async () => {
    await must(there, 'ada', 'potion', elixir);
    await must(there, 'gm', 'gm control', { who: 'Mira' });
    const refused = await there.run('gm', 'gm request', { answer: 'grant' });
    expect(!refused.ok && refused.error.code).toBe('request-stale');
    expect(refused.ok ? '' : await there.sentence(refused.error, 'table')).toContain(
      'What Mira asked for is no longer possible.',
    );
    expect(await hpOf(there)).toBe(1);
  });

  test('approving with an invalid number is refused', async () => {
    await must(there, 'ada', 'potion', elixir);
    expect(await codeOf(there, 'gm', 'gm request', { answer: 'grant', change: 'power:999' })).toBe('bad-input');
    expect(await codeOf(there, 'gm', 'gm request', { answer: 'grant', change: 'strength:9' })).toBe('bad-input');
    expect(gmRequestsOf((await savedIn(there)).table)).toHaveLength(1);
  });

  test('a potion needs no approval from the GM, or from players if approvals are off', async () => {
    await must(there, 'gm', 'potion', { ...elixir, as: 'Mira' });
    expect(await hpOf(there)).toBeGreaterThan(1);
    await must(there, 'gm', 'gm set', { field: 'hp', who: 'Mira', value: '1', reason: 'again' });
    await must(there, 'gm', 'gm approvals', { from: 'pass' });
    await must(there, 'ada', 'potion', elixir);
    expect(await hpOf(there)).toBeGreaterThan(1);
    await must(there, 'gm', 'gm approvals', { from: 'ask' });
    await must(there, 'ada', 'potion', elixir);
    expect(gmRequestsOf((await savedIn(there)).table)).toHaveLength(1);
    await expectFolded(there);
  });

  test('the GM panel shows each request with buttons and lists of other numbers', async () => {
    await must(there, 'ada', 'potion', elixir);
    const panel = await must(there, 'gm', 'gm panel');
    expect(wordsOf(panel)).toContain('You can grant: name Elixir, power 100, pool hp');
    expect(panel.controls[0]?.map(({ label }) => label)).toEqual(['Grant Mira', 'Change …', 'Refuse']);
    const change = await must(there, 'gm', 'gm request', { answer: 'change' });
    const lists = change.controls.flat().flatMap((each) => (each.kind === 'select' ? [each] : []));
    expect(lists.map(({ label }) => label)).toEqual(['Grant with another power', 'Grant with another pool']);
    expect(lists[0]?.options.length).toBeLessThanOrEqual(25);
    expect(lists[0]?.options.map(({ value }) => value)).toContain('power:100');
    await must(there, 'gm', 'gm request', { ...lists[0]?.press.input, change: lists[0]?.options[2]?.value });
    expect(gmRequestsOf((await savedIn(there)).table)).toEqual([]);
  });

  test('a potion undone and approved again rolls new dice', async () => {
    const fair = house();
    await must(fair, 'gm', 'battle create', { system: 'sword-world' });
    await must(fair, 'ada', 'battle join', { preset: 'mira', name: 'Mira', side: 'allies' });
    const keys = new Set<string>();
    await must(fair, 'ada', 'potion', elixir);
    for (let n = 0; n < 2; n++) {
      await must(fair, 'gm', 'gm request', { answer: 'grant' });
      keys.add((await logAt(fair.stores.battles, 'table')).at(-1)?.diceKey ?? '');
      await must(fair, 'gm', 'undo');
    }
    expect(keys.size).toBe(2);
  });
});

describe('numbers of an act in Straalara', () => {
  const alley = async (settings = ''): Promise<House> => {
    const street = house({}, createPresetDice(Array<number>(400).fill(9)));
    await must(street, 'gm', 'battle create', { system: 'straalara', ...(settings !== '' && { settings }) });
    const presets = Object.keys(rulesets.find(({ id }) => id === 'straalara')?.presets ?? {});
    await must(street, 'ada', 'battle join', { preset: presets[0] ?? '', name: 'Ann', side: 'red' });
    await must(street, 'gm', 'npc add', { preset: presets[1] ?? '', name: 'Troll', side: 'blue' });
    await must(street, 'gm', 'battle start');
    await must(street, 'gm', 'initiative', { all: true });
    return street;
  };
  const act = {
    stance: 'mixed',
    action: 'act',
    label: 'a falling beam',
    target: 'Troll',
    attribute: 'strength',
    difficulty: 2,
    damage: '20',
  };

  test('ST-ACT-1: a player’s difficulty and damage need approval, and are public after it', async () => {
    const street = await alley();
    const asked = await must(street, 'ada', 'declare', act);
    expect(publicWords(asked)).not.toMatch(/beam|20/);
    expect(gmRequestsOf((await savedIn(street)).table)).toMatchObject([
      { actor: 'Ann', granted: ['difficulty', 'damage'] },
    ]);
    const granted = await must(street, 'gm', 'gm request', { answer: 'grant' });
    expect(publicWords(granted)).toContain('The GM grants what Ann asked for: difficulty 2, damage 20.');
    expect(publicWords(granted)).toContain('a falling beam at Troll (difficulty 2, damage 20)');
  });

  test('an act with the rulebook’s own difficulty needs no approval', async () => {
    const street = await alley();
    const { difficulty: _, damage: __, ...plain } = act;
    await must(street, 'ada', 'declare', plain);
    expect(gmRequestsOf((await savedIn(street)).table)).toEqual([]);
  });

  test('a request ends when its combatant declares another action', async () => {
    const street = await alley();
    await must(street, 'ada', 'declare', act);
    await must(street, 'ada', 'declare', { stance: 'mixed', action: 'none' });
    expect(await codeOf(street, 'gm', 'gm request', { answer: 'grant' })).toBe('request-stale');
  });

  test('approving a sealed intent keeps its numbers secret', async () => {
    const street = house({}, createPresetDice(Array<number>(400).fill(9)));
    await must(street, 'gm', 'battle create', { system: 'straalara' });
    const presets = Object.keys(rulesets.find(({ id }) => id === 'straalara')?.presets ?? {});
    await must(street, 'ada', 'battle join', { preset: presets[0] ?? '', name: 'Ann', side: 'red' });
    await must(street, 'bob', 'battle join', { preset: presets[1] ?? '', name: 'Troll', side: 'blue' });
    await must(street, 'gm', 'battle start');
    await must(street, 'ada', 'intend', act);
    await must(street, 'gm', 'gm request', { answer: 'grant' });
    const told = await street.services.battles.logView('table', 'bob');
    const words = JSON.stringify(told.ok ? told.value.map(({ lines }) => lines) : []);
    expect(words).toContain('The GM grants what Ann asked for.');
    expect(words).not.toMatch(/beam|difficulty|damage/);
    expect(JSON.stringify(Object(Object((await savedIn(street)).game).combatants[0]).intent)).toContain('beam');
  });

  test('ST-NOM-3: approving a private nomination keeps its numbers secret', async () => {
    const street = house({}, createPresetDice(Array<number>(400).fill(9)));
    await must(street, 'gm', 'battle create', { system: 'straalara', settings: 'declarations=private' });
    const presets = Object.keys(rulesets.find(({ id }) => id === 'straalara')?.presets ?? {});
    await must(street, 'bob', 'battle join', { preset: presets[1] ?? '', name: 'Troll', side: 'blue' });
    await must(street, 'ada', 'battle join', { preset: presets[0] ?? '', name: 'Ann', side: 'red' });
    await must(street, 'gm', 'battle start');
    await must(street, 'ada', 'initiative');
    await must(street, 'bob', 'initiative');
    await must(street, 'ada', 'declare', act);
    const granted = await must(street, 'gm', 'gm request', { answer: 'grant' });
    expect(publicWords(granted)).toContain('Ann has nominated.');
    const told = await street.services.battles.logView('table', 'eve');
    const words = publicWords(granted) + JSON.stringify(told.ok ? told.value.map(({ lines }) => lines) : []);
    expect(words).not.toMatch(/beam|difficulty 2|damage 20/);
    expect(words).toContain('The GM grants what Ann asked for.');
  });
});

test('the request of a hidden combatant is secret from other players', async () => {
  await must(there, 'gm', 'gm hide', { who: 'Mira' });
  const answer = await must(there, 'ada', 'potion', elixir);
  expect(publicWords(answer)).not.toContain('Mira');
  expect(pingOf(answer)).not.toContain('gm');
  const granted = await must(there, 'gm', 'gm request', { answer: 'grant' });
  expect(publicWords(granted)).not.toContain('Mira');
});

test('the GM note of a request has a button for each answer', async () => {
  const given = await there.services.battles.order(there.asker('ada'), {
    verb: 'potion',
    params: elixir,
    actor: 'Mira',
  });
  if (!given.ok) throw new Error(given.error.code);
  const [note] = outcomeReply(given.value, 'ada').gmNotes();
  expect(JSON.stringify(note?.card)).toContain(
    'Mira asks for: potion name:Elixir power:100. You can grant: name Elixir, power 100, pool hp.',
  );
  const buttons = note?.controls.flat() ?? [];
  expect(buttons.map(({ label }) => label)).toEqual(['Grant Mira', 'Change …', 'Refuse']);
  // Other orders do not make the buttons stale.
  await must(there, 'bob', 'say', { text: 'Hurry!' }).catch(() => undefined);
  const [grant] = buttons;
  await must(there, 'gm', grant?.press.path.join(' ') ?? '', grant?.press.input ?? {});
  expect(await hpOf(there)).toBeGreaterThan(1);
});

test('a custom sheet that joins is reported to the GM with its numbers', async () => {
  const said: Reply[] = [];
  const street = house({}, undefined, {
    ...noTransport,
    direct: async (_user, told) => {
      said.push(told);
      return 'sent';
    },
  });
  await must(street, 'gm', 'battle create', { system: 'sword-world' });
  await must(street, 'ada', 'character create', { system: 'sword-world', name: 'Goliath', preset: 'mira' });
  await must(street, 'ada', 'battle join', { character: 'Goliath', side: 'allies' });
  expect(JSON.stringify(said)).toContain('Goliath joined with a custom sheet');
  said.length = 0;
  await must(street, 'bob', 'battle join', { preset: 'tess', name: 'Tess', side: 'allies' });
  expect(said).toEqual([]);
});
