import { expect, test } from 'vitest';
import { describeSettingsOfRule } from '../../src/app/input/rule-search.ts';
import { settingTitle } from '../../src/app/input/setting-entries.ts';
import { listSettings } from '../../src/app/input/setting-text.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

const startBattle = async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Screen', size: '8x8' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'bob', 'battle join', { preset: 'Swordsman', side: 'blue', name: 'Grim' });
  await must(there, 'gm', 'npc add', { preset: 'Zombie', name: 'Ghoul', side: 'foes' });
  await must(there, 'gm', 'npc add', { preset: 'Zombie', name: 'Xyzzy', side: 'unseen', hidden: 'until-acts' });
  await must(there, 'gm', 'gm plan', { who: 'Xyzzy', order: 'ask' });
  const places = { Ann: ['C4', 'E'], Grim: ['D4', 'W'], Ghoul: ['H1', 'S'], Xyzzy: ['H8', 'N'] } as const;
  for (const [target, [to, facing]] of Object.entries(places))
    await must(there, 'gm', 'skure place', { target, to, facing });
  await must(there, 'gm', 'battle start');
  return there;
};

const words = (answer: unknown): string => JSON.stringify(answer);

test('/gm foe-info shows foes’ numbers exactly, in the GM’s words, or not at all', async () => {
  const there = await startBattle();
  const seen = async () => words(await must(there, 'ada', 'battle status', {}));
  const telling = async (input: object) => must(there, 'gm', 'gm foe-info', { ...input });
  expect(await seen()).toContain('Ghoul: unhurt');
  await telling({ mode: 'exact' });
  expect(await seen()).toMatch(/Ghoul: [^"]*55\/55/);
  await telling({ words: 'hale 60, shaky 0' });
  expect(await seen()).toContain('Ghoul: hale');
  await must(there, 'gm', 'gm set', { field: 'hp', value: '20', who: 'Ghoul' });
  expect(await seen()).toContain('Ghoul: shaky');
  await telling({ mode: 'off' });
  expect(await seen()).not.toMatch(/Ghoul: (hale|shaky)/);
  await telling({ mode: 'exact', numbers: 'hp' });
  expect(await seen()).toMatch(/Ghoul: [^"]*20\/55/);
  expect(words(await must(there, 'ada', 'gm foe-info', {}))).toContain('hp (Hit points): exactly');
  const bad = await there.run('gm', 'gm foe-info', { mode: 'words', numbers: 'defense' });
  expect(!bad.ok && bad.error.code).toBe('bad-input');
  const strange = await there.run('gm', 'gm foe-info', { mode: 'off', numbers: 'charm' });
  expect(!strange.ok && strange.error.code).toBe('no-such-number');
});

test('/undo list:yes shows each entry’s scope and who may undo it, without secrets', async () => {
  const there = await startBattle();
  await must(there, 'ada', 'turn', { facing: 'N' });
  const list = async (user: string) => words(await must(there, user, 'undo', { list: true }));
  expect(await list('ada')).toContain('only this entry; you can undo this');
  expect(await list('bob')).toContain('only this entry; the GM can undo this');
  await must(there, 'gm', 'battle rename', { name: 'Other' });
  await must(there, 'gm', 'roll', { dice: '5d6', rolls: 'private' });
  expect(await list('bob')).not.toContain('5 dice');
  expect(await list('gm')).toContain('5 dice; you can undo this');
  expect(await list('bob')).not.toContain('Xyzzy');
});

test('a GM change to the table does not block a player’s undo', async () => {
  const there = await startBattle();
  await must(there, 'ada', 'turn', { facing: 'N' });
  await must(there, 'gm', 'gm hide', { who: 'Ghoul' });
  expect((await there.run('ada', 'undo', {})).ok).toBe(true);
});

test('with consent allowed, the other side can agree to an undo', async () => {
  const there = await startBattle();
  await must(there, 'gm', 'gm undo-consent', { allow: true });
  await must(there, 'ada', 'attack', { target: 'Grim' });
  expect(words(await must(there, 'ada', 'undo', { list: true }))).toContain(
    'you can undo this if the other side agrees',
  );
  expect(words(await must(there, 'ada', 'undo', {}))).toContain('asks to undo');
  const own = await there.run('ada', 'undo', { agree: true });
  expect(!own.ok && own.error.code).toBe('undo-other-side');
  expect(words(await must(there, 'bob', 'undo', { agree: true }))).toContain('undoes');
});

test('the GM panel shows hidden combatants, secret rolls, effects, and correction buttons', async () => {
  const there = await startBattle();
  await must(there, 'gm', 'roll', { dice: '5d6', rolls: 'private' });
  await must(there, 'gm', 'gm effect', { name: 'Hexed', who: 'Ghoul', modifiers: 'hit=1', rounds: 2 });
  const panel = words(await must(there, 'gm', 'gm panel', {}));
  for (const told of ['Xyzzy', '5d6', 'Ghoul: Hexed (2)', 'Skip Ann', 'Correct …', 'Undo …', 'Reveal a hidden roll'])
    expect(panel).toContain(told);
  const refused = await there.run('ada', 'gm panel', {});
  expect(!refused.ok && refused.error.code).toBe('gm-only');
});

test('guessing a hidden name gets the same answer as an unknown name', async () => {
  const there = await startBattle();
  for (const path of ['attack', 'aim'])
    for (const user of ['ada', 'bob']) {
      const said = async (target: string) => {
        const answer = await there.run(user, path, { target });
        return answer.ok ? 'done' : (await there.sentence(answer.error, 'table')).replaceAll(target, 'X');
      };
      expect(await said('Xyzzy')).toBe(await said('Zork'));
    }
  for (const [path, more] of [
    ['orders', { kind: 'turn', answer: 'ask' }],
    ['end', {}],
  ] as const) {
    const said = async (as: string) => {
      const answer = await there.run('ada', path, { ...more, as });
      return answer.ok ? 'done' : (await there.sentence(answer.error, 'table')).replaceAll(as, 'X');
    };
    expect(await said('Xyzzy')).toBe(await said('Zork'));
  }
  expect(words(await there.complete('ada', 'battle join', 'side'))).not.toContain('unseen');
});

test('a combatant hidden until it acts is revealed by its first visible action', async () => {
  const there = await startBattle();
  const due = async () => {
    const battle = await there.services.battles.open('table');
    return battle.ok ? battle.value.game.expectedActions()[0]?.actor : undefined;
  };
  for (let n = 0; n < 6 && (await due()) !== 'Xyzzy'; n++) await must(there, 'gm', 'gm skip', {});
  const status = words(await must(there, 'ada', 'battle status', {}));
  expect(status).toContain('The GM to act');
  expect(status).not.toContain('Xyzzy');
  const passed = await must(there, 'gm', 'end', { as: 'Xyzzy' });
  expect(words(passed.cards)).not.toContain('Xyzzy is revealed');
  for (let n = 0; n < 6 && (await due()) !== 'Xyzzy'; n++) await must(there, 'gm', 'gm skip', {});
  const done = await must(there, 'gm', 'move', { path: 'N', as: 'Xyzzy' });
  expect(words(done.cards)).toContain('Xyzzy is revealed');
});

/** Settings that no rule names: the board and three prices. */
const unnamed = /^(board\.|points\.|engage\.radius|declarations$|earlyDeclarations$)/;

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: every setting is shown beside the rule or ruling it belongs to',
  ({ ruleset }) => {
    const shown = new Set(
      ruleset
        .rules()
        .flatMap((entry) =>
          describeSettingsOfRule(ruleset, entry, {}).map((text) => text.slice(0, text.lastIndexOf(': '))),
        ),
    );
    const missing = listSettings(ruleset, {}).filter(
      ({ key }) => !shown.has(settingTitle(ruleset, key)) && !unnamed.test(key),
    );
    expect(missing.map(({ key }) => key)).toEqual([]);
  },
);

test('/rule finds a rule by id, word or misspelling, and shows the battle’s settings', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Rules', settings: 'speed.ratio=exact' }).catch(
    () => undefined,
  );
  const found = await must(there, 'ada', 'rule', { words: 'oportunity' });
  expect(words(found)).toMatch(/opportunity/i);
  expect(words(await must(there, 'ada', 'rule', { words: 'sk-rul-10' }))).toMatch(/In this battle: [\w, ]+: /);
});
