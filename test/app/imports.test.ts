import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { takeSheets } from '../../src/app/imports/take-sheets.ts';
import type { Tree } from '../../src/core/tree.ts';
import { rulesets } from '../../src/systems/index.ts';

const folder = 'test/formats';
const expectedSheet = z.object({ system: z.string(), name: z.string(), sheet: z.record(z.string(), z.unknown()) });
const expectedFile = z.union([z.array(expectedSheet), expectedSheet.transform((each) => [each])]);

/** The files of a format with what they should give beside them: `ytsheet2/pc-fighter.json`. */
const examplesOf = (format: string): readonly (readonly [string, string])[] => {
  const files = readdirSync(join(folder, format));
  return files
    .filter((name) => !name.endsWith('.expected.json'))
    .map((name) => [`${format}/${name}`, `${format}/${name.replace(/\.\w+$/, '')}.expected.json`]);
};

const contentOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** What a rulebook has learnt to hold since the sheets beside the examples were written: it is kept where it was only told then. */
const learnt: Readonly<Record<string, Tree>> = {
  'ytsheet2/pc-fighter.json': {
    defenses: [{ id: '盾あり', holds: 'ハーバーシールド', defense: 6, evaMod: -1 }],
  },
  'ytsheet2/pc-sorcerer.json': { magicPowers: { Conjurer: 8 } },
  'ytsheet2/pc-dancer-gunner.json': { classes: { Marksman: 3, Artificer: 2, 'Battle Dancer': 4 } },
  'ytsheet2/monster-single.json': { drops: [{ item: '泥まみれの革（10G／赤B）', from: 2, to: 8 }] },
  'ytsheet2/monster-text-values.json': { weaknesses: [{ bonus: 0, accuracy: 1 }] },
};

const rulesetOf = (system: string) => {
  const found = rulesets.find(({ id }) => id === system);
  if (found === undefined) throw new Error(`no rulebook ${system}`);
  return found;
};

const codeOf = (text: string, system?: string): unknown => {
  const taken = takeSheets({ text }, rulesets, system === undefined ? undefined : rulesetOf(system));
  return taken.ok ? 'taken' : taken.error.code;
};

describe('the examples give the sheets beside them', () => {
  test.each(['ytsheet2', 'csv'].flatMap(examplesOf))('%s', (file, expected) => {
    const called = /([^/]+)\.\w+$/.exec(file)?.[1];
    const wanted = expectedFile.parse(JSON.parse(contentOf(expected)));
    const taken = takeSheets({ text: contentOf(file), called }, rulesets, undefined);
    if (!taken.ok) throw new Error(JSON.stringify(taken.error));
    const { ruleset, sheets } = taken.value;
    expect(sheets.map(({ name, sheet }) => ({ system: ruleset.id, name, sheet }))).toEqual(
      wanted.map(({ system, name, sheet }) => ({
        system,
        name,
        sheet: rulesetOf(system).sheet.parse({ ...sheet, ...learnt[file] }),
      })),
    );
  });
});

describe('what was reckoned and what was left out is said', () => {
  const told = (file: string) => {
    const taken = takeSheets({ text: contentOf(file) }, rulesets, undefined);
    const [sheet] = taken.ok ? taken.value.sheets : [];
    return { derived: sheet?.derived, leftOut: sheet?.leftOut };
  };

  test('of a character of ytsheet2', () => {
    expect(told('ytsheet2/pc-fighter.json')).toEqual({
      derived: [
        'Weapon Proficiency/sword +2: damage beyond level and ability',
        'range of ガル・ダート: 10 m, as usual for throwing',
        'Defense 6, Evasion +6 while ハーバーシールド is held',
        '武器習熟Ａ／ソード: in the totals already',
      ],
      leftOut: ['craftEnhance1: キャッツアイ', 'items: free text', 'about the person: race, gender, age, rank, money'],
    });
    expect(told('ytsheet2/pc-dancer-gunner.json').leftOut).toEqual([
      'weapon スパークピストル: no power of its own; bullets give it',
      'spells: the source lists none, only class levels',
      'about the person: race, gender, age',
    ]);
  });

  test('of monsters of ytsheet2', () => {
    expect(told('ytsheet2/monster-text-values.json').leftOut).toEqual([
      '翼: accuracy “自動”',
      'unique skills, for the GM to play: 飛行',
      'about it: taxa',
    ]);
    expect(told('ytsheet2/monster-sections.json').leftOut).toContain('movement: 15(水中)');
    expect(told('ytsheet2/monster-mount.json').derived).toEqual(['fixed values: what the dice are added to, and 7']);
  });

  test('of a table: the columns nobody knows', () => {
    const taken = takeSheets({ text: 'name;level;HP;mood\nOoze;2;19;sad' }, rulesets, rulesetOf('sword-world'));
    expect(taken.ok && taken.value.sheets[0]?.leftOut).toEqual(['column mood']);
    expect(taken.ok && taken.value.sheets[0]?.sheet).toMatchObject({ kind: 'monster', hp: 19, advLevel: 2 });
  });
});

describe('a sheet of ytsheet2 that says things another way', () => {
  const changed = (file: string, changes: Tree) => {
    const taken = takeSheets(
      { text: JSON.stringify({ ...JSON.parse(contentOf(file)), ...changes }) },
      rulesets,
      undefined,
    );
    return taken.ok ? taken.value.sheets[0] : taken.error;
  };

  test('one weapon of two stronger than the category: the rest is its own damage', () => {
    const sheet = changed('ytsheet2/pc-fighter.json', { weapon2DmgTotal: '13', weapon2Rate: '２７' });
    expect(sheet).toMatchObject({
      sheet: {
        feats: ['Power Attack', '頑強', { id: 'Weapon Proficiency/sword', increase: { value: 2, type: 'any' } }],
        weapons: [{ stances: { '1H': { power: 17 }, '2H': { power: 27, dmgMod: 3 } } }, {}],
      },
    });
  });

  test('a weapon weaker than level and ability is so by itself', () => {
    const sheet = changed('ytsheet2/pc-fighter.json', { weapon3DmgTotal: '６' });
    expect(sheet).toMatchObject({ sheet: { weapons: [{}, { stances: { throw: { dmgMod: -2 } } }] } });
  });

  test('several core sections, one of them of two of a name', () => {
    const sheet = changed('ytsheet2/monster-sections.json', { coreParts: '鋏、頭部' });
    expect(sheet).toMatchObject({ sheet: { cores: ['鋏A', '鋏B', '頭部'] } });
    expect(changed('ytsheet2/monster-sections.json', { coreParts: '尾' })).toMatchObject({
      leftOut: expect.arrayContaining(['core section 尾']),
    });
  });

  test('wings counted in the list of parts, with one row for both', () => {
    const sheet = changed('ytsheet2/monster-text-values.json', { parts: '胴体／翼×2', partsManualInput: '1' });
    expect(sheet).toMatchObject({
      sheet: { sections: [{ name: '胴体' }, { name: '翼A', isWing: true }, { name: '翼B', isWing: true }] },
    });
  });

  test('a mount of no level, or of one it does not list, has its lowest', () => {
    for (const lv of ['', '9'])
      expect(changed('ytsheet2/monster-mount.json', { lv })).toMatchObject({
        sheet: { advLevel: 2, hp: 22 },
        derived: expect.arrayContaining(['level 2: the lowest, as none is chosen in the sheet']),
      });
  });
});

describe('bad files are refused, each with its own code', () => {
  const fighter = JSON.parse(contentOf('ytsheet2/pc-fighter.json'));
  const { hpTotal: _, ...unsaved } = fighter;

  test.each([
    ['nothing', '  \uFEFF', 'nothing-to-import'],
    ['a link', 'https://sheets.example/sw2.5/?id=exmpl1', 'link-not-opened'],
    ['a link in brackets', '<https://sheets.example/x>', 'link-not-opened'],
    ['JSON cut short', '{"result":"OK","hpTotal":', 'bad-json'],
    ['words', 'Ragna the tide-cleaver, fighter 5', 'format-unknown'],
    ['a list', '[{"hp":3}]', 'list-not-read'],
    ['hostile nesting', `{"a":${'['.repeat(200_000)}`, 'bad-json'],
    ['closed hostile nesting', `{"a":${'['.repeat(90_000)}${']'.repeat(90_000)}}`, 'bad-json'],
    ['a number without end', '{"result":"OK","sttDex":1e999}', 'bad-json'],
    ['what is too long', `{"a":"${'x'.repeat(1_100_000)}"}`, 'too-big'],
    ['a sheet that was not found', JSON.stringify({ ver: '1.26.100', result: '見つかりません' }), 'import-unfit'],
    ['an item', JSON.stringify({ ver: '1', result: 'OK', type: 'i' }), 'import-unfit'],
    ['a character without HP', JSON.stringify(unsaved), 'import-unfit'],
    ['a monster without rows', JSON.stringify({ type: 'm', statusNum: '0', result: 'OK' }), 'import-unfit'],
    ['a monster with wrong types', JSON.stringify({ type: 'm', statusNum: ['3'], result: {} }), 'import-unfit'],
    ['numbers without end', JSON.stringify({ ...fighter, hpTotal: 9e200 }), 'bad-sheet'],
    ['a map', contentOf('maps/tiny.uvtt'), 'format-elsewhere'],
    ['a scene', contentOf('maps/foundry-scene.json'), 'format-elsewhere'],
    ['a map of Tiled', contentOf('maps/tiled.tmj'), 'format-elsewhere'],
    [
      'an actor of an unknown system',
      JSON.stringify({ items: [], type: 'npc', system: {}, _stats: { systemId: 'other' } }),
      'format-elsewhere',
    ],
    ['XML', '<svg></svg>', 'format-elsewhere'],
    ['our JSON, its rulebook unsaid', '{"hp":20}', 'no-system'],
    ['a table of nobody knows what', 'colour,shape\nred,round', 'format-unknown'],
    ['a mark that is not closed', 'name,agility\n"Vael,3', 'import-unfit'],
    ['a table that is too long', `name,agility\n${'x,1\n'.repeat(500)}`, 'import-unfit'],
  ])('%s', (_says, text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  test('what is of another rulebook is told as what it is', () => {
    const taken = takeSheets({ text: contentOf('ytsheet2/pc-fighter.json') }, rulesets, rulesetOf('skure'));
    expect(taken.ok ? undefined : taken.error).toMatchObject({
      code: 'format-elsewhere',
      facts: { format: 'a sheet of ytsheet2', entrant: 'combatant', system: 'Skure' },
    });
    expect(codeOf('{"hp":20,"wings":3}', 'sword-world')).toBe('bad-sheet');
    expect(codeOf('{"hp":20}', 'sword-world')).toBe('taken');
  });

  test('of a table everything that is wrong is told with its line, and nothing is taken', () => {
    const head = 'name,agility,speed,attack,defense,maxHp,size,move,traits,affinities';
    const lines = [
      head,
      'Vael,fast,18,15,9,48,5,3F (+1) Ground,,',
      ',16,18,15,9,48,5,3F Ground,,',
      'Nix,1,2,3,4,5,6,3F Ground,,fire:3,,x',
    ];
    const taken = takeSheets({ text: lines.join('\n') }, rulesets, rulesetOf('skure'));
    expect(taken.ok ? undefined : taken.error.facts.problem).toBe(
      'line 2: agility “fast” is no whole number; line 3: without a name it can only add a weapon; ' +
        'line 4: more cells than heads; line 4: affinities “fire:3” is no list like fire=75|water=50',
    );
    expect(codeOf('agility,speed\n3,4', 'skure')).toBe('import-unfit');
    expect(codeOf('name,agility,Agility\nx,3,4', 'skure')).toBe('import-unfit');
    expect(codeOf('name,agility\n', 'skure')).toBe('format-unknown');
    const unfit = takeSheets(
      { text: `${head}\n${['Nix,1,2,3,4,5,6', 'Vael,1,2,3,4,0,1'].map((each) => `${each},3F Ground,,`).join('\n')}` },
      rulesets,
      rulesetOf('skure'),
    );
    expect(unfit.ok ? undefined : unfit.error.facts.problem).toMatch(/^Vael: maxHp: /);
  });
});

test('a table is read with any separator, marks and line ends, and nothing in it is reckoned', () => {
  const table =
    '\uFEFFName\tSTRENGTH\tdexterity\tstamina\twits\tabilities\tweapon\tcategories\tdamage\r\n' +
    '"Moss ""Old"" Man"\t3\t２\t4\t2\tbrawl=2|lore=1\tclub\tmelee\t2+strength\r\n' +
    "\t\t\t\t\t\t'=bow\tbow\t4\r\n";
  const taken = takeSheets({ text: table }, rulesets, undefined);
  if (!taken.ok) throw new Error(JSON.stringify(taken.error));
  expect(taken.value.ruleset.id).toBe('straalara');
  expect(taken.value.sheets).toMatchObject([
    {
      name: 'Moss "Old" Man',
      sheet: {
        attributes: { strength: 3, dexterity: 2 },
        abilities: { brawl: 2, lore: 1 },
        weapons: [
          { name: 'club', damage: { base: 2, addStrength: true } },
          { name: '=bow', damage: { base: 4 } },
        ],
      },
    },
  ]);
});

test('a bestiary of Sword World: a line a monster', () => {
  const table =
    'name,level,hp,mp,defense,accuracy,evasion,damage,fortitude,willpower,speed,flies,weaknesses\n' +
    'Bog Ox,2,19,0,2,3,2 (9),2d+4,4,3,12,no,fire+3|accuracy+1\n' +
    'Gull,1,8,0,0,2,3,1,1,1,20,yes,物理ダメージ+2点';
  const taken = takeSheets({ text: table }, rulesets, undefined);
  if (!taken.ok) throw new Error(JSON.stringify(taken.error));
  expect(taken.value.sheets.map(({ name, sheet }) => [name, sheet])).toMatchObject([
    [
      'Bog Ox',
      {
        kind: 'monster',
        accuracy: { mod: 3, fixed: 10 },
        evasion: { mod: 2, fixed: 9 },
        attack: { damage: { x: 4 } },
        weaknesses: [{ attribute: 'fire', bonus: 3 }, { accuracy: 1 }],
      },
    ],
    ['Gull', { canFly: true, attack: { damage: { x: 1 } }, weaknesses: [{ damageType: 'physical', bonus: 2 }] }],
  ]);
});

test('no text, however mangled, makes an importer throw', () => {
  const values: readonly unknown[] = [
    '',
    '―',
    null,
    true,
    -1,
    1e15,
    [],
    {},
    [1],
    '９９',
    '2d+',
    '&lt;&amp;',
    '|｜《》',
  ];
  const whole: Tree = JSON.parse(contentOf('ytsheet2/pc-fighter.json'));
  const monster: Tree = JSON.parse(contentOf('ytsheet2/monster-sections.json'));
  for (const tree of [whole, monster])
    for (const key of Object.keys(tree))
      for (const value of values) expect(() => codeOf(JSON.stringify({ ...tree, [key]: value }))).not.toThrow();
});
