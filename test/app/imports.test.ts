import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { importSheets } from '../../src/app/imports/import-sheets.ts';
import { parseMapFile } from '../../src/app/maps/parse-map.ts';
import { isPlainObject, type PlainObject } from '../../src/core/plain-object.ts';
import { rulesets } from '../../src/systems/index.ts';

const folder = 'test/formats';
const expectedSheet = z.object({ system: z.string(), name: z.string(), sheet: z.record(z.string(), z.unknown()) });
const expectedFile = z.union([z.array(expectedSheet), expectedSheet.transform((each) => [each])]);

/** The files of a format, each with its expected result: `ytsheet2/pc-fighter.json`. */
const examplesOf = (format: string): readonly (readonly [string, string])[] => {
  const files = readdirSync(join(folder, format));
  return files
    .filter((name) => !name.endsWith('.expected.json'))
    .map((name) => [`${format}/${name}`, `${format}/${name.replace(/\.\w+$/, '')}.expected.json`]);
};

const contentOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** What importers make of weapons without a category and with equal extra damage. */
const uncategorized = {
  extra: undefined,
  feats: [{ id: 'Weapon Proficiency/other', increase: { value: 2, type: 'any' } }],
  weapons: [
    {
      id: 'タイド・クリーバー',
      category: 'other',
      modes: ['melee'],
      stances: { '1H': { power: 17, c: 10, accMod: 1 }, '2H': { power: 27, c: 10, accMod: 1 } },
    },
  ],
};

/** Values that importers have learned to read since the expected files were written. */
const newlyRead: Readonly<Record<string, PlainObject>> = {
  'ytsheet2/pc-fighter.json': {
    defenses: [{ id: '盾あり', holds: 'ハーバーシールド', defense: 6, evaMod: -1 }],
  },
  'ccfolia/character-plain.json': uncategorized,
  'ccfolia/character.json': { ...uncategorized, variables: { スカウト運動: 5 } },
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
  const taken = importSheets({ text }, rulesets, system === undefined ? undefined : [rulesetOf(system)]);
  return taken.ok ? 'taken' : taken.error.code;
};

describe('example files give the expected sheets', () => {
  test.each(['ytsheet2', 'charasheet', 'ccfolia', 'foundry', 'udonarium', 'wod', 'csv'].flatMap(examplesOf))(
    '%s is imported as the expected sheets',
    (file, expected) => {
      const called = /([^/]+)\.\w+$/.exec(file)?.[1];
      const wanted = expectedFile.parse(JSON.parse(contentOf(expected)));
      const taken = importSheets({ text: contentOf(file), name: called }, rulesets);
      if (!taken.ok) throw new Error(JSON.stringify(taken.error));
      const { ruleset, sheets } = taken.value;
      expect(sheets.map(({ name, sheet }) => ({ system: ruleset.id, name, sheet }))).toEqual(
        wanted.map(({ system, name, sheet }) => ({
          system,
          name,
          sheet: rulesetOf(system).sheet.parse({ ...sheet, ...newlyRead[file] }),
        })),
      );
    },
  );
});

describe('reports of calculated and skipped values', () => {
  const told = (file: string) => {
    const taken = importSheets({ text: contentOf(file) }, rulesets);
    const [sheet] = taken.ok ? taken.value.sheets : [];
    return { derived: sheet?.derived, leftOut: sheet?.leftOut };
  };

  test('the report lists what was calculated and skipped of a ytsheet2 character', () => {
    expect(told('ytsheet2/pc-fighter.json')).toEqual({
      derived: [
        'Weapon Proficiency/sword +2: damage not explained by level and ability',
        'range of ガル・ダート: 10 m, the default for throwing',
        'Defense 6, Evasion +6 while ハーバーシールド is held',
        '武器習熟Ａ／ソード: already in the totals',
      ],
      leftOut: ['craftEnhance1: キャッツアイ', 'items: free text', 'personal details: race, gender, age, rank, money'],
    });
    expect(told('ytsheet2/pc-dancer-gunner.json').leftOut).toEqual([
      'weapon スパークピストル: no power of its own; its bullets give the power',
      'spells: the source lists none, only class levels',
      'personal details: race, gender, age',
    ]);
  });

  test('the report lists what was calculated and skipped of ytsheet2 monsters', () => {
    expect(told('ytsheet2/monster-text-values.json').leftOut).toEqual([
      '翼: accuracy “自動”',
      'unique skills, for the GM to play: 飛行',
      'other details: taxa',
    ]);
    expect(told('ytsheet2/monster-sections.json').leftOut).toContain('movement: 15(水中)');
    expect(told('ytsheet2/monster-mount.json').derived).toEqual(['fixed values: the modifier plus 7']);
  });

  test('the report names unknown columns of a table', () => {
    const taken = importSheets({ text: 'name;level;HP;mood\nOoze;2;19;sad' }, rulesets, [rulesetOf('sword-world')]);
    expect(taken.ok && taken.value.sheets[0]?.leftOut).toEqual(['column mood']);
    expect(taken.ok && taken.value.sheets[0]?.sheet).toMatchObject({ kind: 'monster', hp: 19, advLevel: 2 });
  });
});

describe('variants of ytsheet2 sheets', () => {
  const changed = (file: string, changes: PlainObject) => {
    const taken = importSheets(
      { text: JSON.stringify({ ...JSON.parse(contentOf(file)), ...changes }) },
      rulesets,
      undefined,
    );
    return taken.ok ? taken.value.sheets[0] : taken.error;
  };

  test('extra damage of one weapon of two is read as its own modifier', () => {
    const sheet = changed('ytsheet2/pc-fighter.json', { weapon2DmgTotal: '13', weapon2Rate: '２７' });
    expect(sheet).toMatchObject({
      sheet: {
        feats: ['Power Attack', '頑強', { id: 'Weapon Proficiency/sword', increase: { value: 2, type: 'any' } }],
        weapons: [{ stances: { '1H': { power: 17 }, '2H': { power: 27, dmgMod: 3 } } }, {}],
      },
    });
  });

  test('a weapon below the expected damage has its own negative modifier', () => {
    const sheet = changed('ytsheet2/pc-fighter.json', { weapon3DmgTotal: '６' });
    expect(sheet).toMatchObject({ sheet: { weapons: [{}, { stances: { throw: { dmgMod: -2 } } }] } });
  });

  test('several core sections are read, also where two share a name', () => {
    const sheet = changed('ytsheet2/monster-sections.json', { coreParts: '鋏、頭部' });
    expect(sheet).toMatchObject({ sheet: { cores: ['鋏A', '鋏B', '頭部'] } });
    expect(changed('ytsheet2/monster-sections.json', { coreParts: '尾' })).toMatchObject({
      leftOut: expect.arrayContaining(['core section 尾']),
    });
  });

  test('wings counted in the list of parts share one row', () => {
    const sheet = changed('ytsheet2/monster-text-values.json', { parts: '胴体／翼×2', partsManualInput: '1' });
    expect(sheet).toMatchObject({
      sheet: { sections: [{ name: '胴体' }, { name: '翼A', isWing: true }, { name: '翼B', isWing: true }] },
    });
  });

  test('SW-ATK-11 regular skills become abilities of their sections, and others stay with the GM', () => {
    const skills = [
      '●鋏<br>[主]挟む／8（15）／精神抵抗力／半減<br>「2d」点の物理ダメージ。<br>≫跳ねる／8（15）／生命抵抗力／消滅<br>「2d+1」点の魔法ダメージ。',
      '●頭部<br>▶毒／9（16）／生命抵抗力／消滅<br>毒に冒します。',
    ];
    const read = changed('ytsheet2/monster-sections.json', { skills: skills.join('<br>') });
    const pinch = { id: '挟む', damage: { x: 0 }, resist: 'half', resistBy: 'willpower', damageType: 'physical' };
    expect(read).toMatchObject({
      sheet: {
        sections: [{ attacks: [pinch] }, { attacks: [pinch] }, expect.not.objectContaining({ attacks: [] }), {}],
      },
      leftOut: expect.arrayContaining(['unique skills, for the GM to play: 跳ねる, 毒']),
    });
  });

  test('a mount with no level or an unknown level has its lowest level', () => {
    for (const lv of ['', '9'])
      expect(changed('ytsheet2/monster-mount.json', { lv })).toMatchObject({
        sheet: { advLevel: 2, hp: 22 },
        derived: expect.arrayContaining([
          'level 2: the lowest listed level, because the sheet chooses none of the listed levels',
        ]),
      });
  });
});

describe('invalid files', () => {
  const fighter = JSON.parse(contentOf('ytsheet2/pc-fighter.json'));
  const { hpTotal: _, ...unsaved } = fighter;

  test.each([
    ['an empty text', '  \uFEFF', 'nothing-to-import'],
    ['a link', 'https://sheets.example/sw2.5/?id=exmpl1', 'link-not-opened'],
    ['a link in brackets', '<https://sheets.example/x>', 'link-not-opened'],
    ['JSON cut short', '{"result":"OK","hpTotal":', 'bad-json'],
    ['plain prose', 'Ragna the tide-cleaver, fighter 5', 'format-unknown'],
    ['a list', '[{"hp":3}]', 'list-not-read'],
    ['hostile nesting', `{"a":${'['.repeat(200_000)}`, 'bad-json'],
    ['closed hostile nesting', `{"a":${'['.repeat(90_000)}${']'.repeat(90_000)}}`, 'bad-json'],
    ['an infinite number', '{"result":"OK","sttDex":1e999}', 'bad-json'],
    ['a text above the size limit', `{"a":"${'x'.repeat(1_100_000)}"}`, 'too-big'],
    ['a sheet that was not found', JSON.stringify({ ver: '1.26.100', result: '見つかりません' }), 'import-unfit'],
    ['an item', JSON.stringify({ ver: '1', result: 'OK', type: 'i' }), 'import-unfit'],
    ['a character without HP', JSON.stringify(unsaved), 'import-unfit'],
    ['a monster without rows', JSON.stringify({ type: 'm', statusNum: '0', result: 'OK' }), 'import-unfit'],
    ['a monster with wrong types', JSON.stringify({ type: 'm', statusNum: ['3'], result: {} }), 'import-unfit'],
    ['a huge number', JSON.stringify({ ...fighter, hpTotal: 9e200 }), 'bad-sheet'],
    ['a map', contentOf('maps/tiny.uvtt'), 'format-elsewhere'],
    ['a scene', contentOf('maps/foundry-scene.json'), 'format-elsewhere'],
    ['a map of Tiled', contentOf('maps/tiled.tmj'), 'format-elsewhere'],
    [
      'an actor of an unknown system',
      JSON.stringify({ items: [], type: 'npc', system: {}, _stats: { systemId: 'other' } }),
      'format-elsewhere',
    ],
    ['XML', '<svg></svg>', 'format-elsewhere'],
    ['our JSON without a rulebook', '{"hp":20}', 'file-unnamed'],
    ['a table with unknown columns', 'colour,shape\nred,round', 'format-unknown'],
    ['an unclosed quote', 'name,agility\n"Vael,3', 'import-unfit'],
    ['a table that is too long', `name,agility\n${'x,1\n'.repeat(500)}`, 'import-unfit'],
  ])('%s is refused with the expected code', (_says, text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  test('a sheet of another rulebook is refused with its format and rulebook', () => {
    const taken = importSheets({ text: contentOf('ytsheet2/pc-fighter.json') }, rulesets, [rulesetOf('skure')]);
    expect(taken.ok ? undefined : taken.error).toMatchObject({
      code: 'format-elsewhere',
      facts: { format: 'a sheet of ytsheet2', entrant: 'combatant', system: 'Skure' },
    });
    expect(codeOf('{"hp":20,"wings":3}', 'sword-world')).toBe('bad-sheet');
    expect(codeOf('{"hp":20}', 'sword-world')).toBe('taken');
  });

  test('an invalid table is refused whole, with each error and its line', () => {
    const head = 'name,agility,speed,attack,defense,maxHp,size,move,traits,affinities';
    const lines = [
      head,
      'Vael,fast,18,15,9,48,5,3F (+1) Ground,,',
      ',16,18,15,9,48,5,3F Ground,,',
      'Nix,1,2,3,4,5,6,3F Ground,,fire:3,,x',
    ];
    const taken = importSheets({ text: lines.join('\n') }, rulesets, [rulesetOf('skure')]);
    expect(taken.ok ? undefined : taken.error.facts.problem).toBe(
      'line 2: agility “fast”: not a whole number; line 3: a line without a name can only add a weapon to the line above; ' +
        'line 4: more cells than headings; line 4: affinities “fire:3”: not a list; write one like fire=75|water=50',
    );
    expect(codeOf('agility,speed\n3,4', 'skure')).toBe('import-unfit');
    expect(codeOf('name,agility,Agility\nx,3,4', 'skure')).toBe('import-unfit');
    expect(codeOf('name,agility\n', 'skure')).toBe('format-unknown');
    const unfit = importSheets(
      { text: `${head}\n${['Nix,1,2,3,4,5,6', 'Vael,1,2,3,4,0,1'].map((each) => `${each},3F Ground,,`).join('\n')}` },
      rulesets,
      [rulesetOf('skure')],
    );
    expect(unfit.ok ? undefined : unfit.error.facts.problem).toMatch(/^Vael: maxHp: /);
  });
});

test('a table is read with any separator, quotes and line ends, and no formula is evaluated', () => {
  const table =
    '\uFEFFName\tSTRENGTH\tdexterity\tstamina\twits\tabilities\tweapon\tcategories\tdamage\r\n' +
    '"Moss ""Old"" Man"\t3\t２\t4\t2\tbrawl=2|lore=1\tclub\tmelee\t2+strength\r\n' +
    "\t\t\t\t\t\t'=bow\tbow\t4\r\n";
  const taken = importSheets({ text: table }, rulesets);
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

test('the example table in docs/formats.md can be imported', () => {
  const [, table = ''] = /^```\n(name,.*?)^```$/ms.exec(readFileSync('docs/formats.md', 'utf8')) ?? [];
  const taken = importSheets({ text: table }, rulesets);
  expect(taken.ok && taken.value.sheets.map(({ name }) => name)).toEqual(['Bog Ox', 'Gull']);
});

test('a Sword World bestiary has one monster per row', () => {
  const table =
    'name,level,hp,mp,defense,accuracy,evasion,damage,fortitude,willpower,speed,flies,weaknesses\n' +
    'Bog Ox,2,19,0,2,3,2 (9),2d+4,4,3,12,no,fire+3|accuracy+1\n' +
    'Gull,1,8,0,0,2,3,1,1,1,20,yes,物理ダメージ+2点';
  const taken = importSheets({ text: table }, rulesets);
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

test('a table of monsters with Japanese headings is read, and a refusal names the heading', () => {
  const table = '名前,レベル,ＨＰ,防護点,命中力,回避力,打撃点,飛行,備考\n牙犬,2,１９,3,5,4,2d+4,なし,群れる';
  const taken = importSheets({ text: table }, rulesets);
  expect(taken.ok && taken.value.sheets).toMatchObject([
    {
      name: '牙犬',
      sheet: { kind: 'monster', hp: 19, defense: 3, accuracy: { mod: 5 }, attack: { damage: { x: 4 } }, canFly: false },
      leftOut: ['column 備考'],
    },
  ]);
  const wrong = importSheets({ text: table.replace(',3,', ',厚い,') }, rulesets);
  expect(wrong.ok ? '' : wrong.error.facts.problem).toBe('line 2: 防護点 “厚い”: not a whole number');
});

describe('variants of other tools', () => {
  const sheetOf = (text: string) => {
    const taken = importSheets({ text }, rulesets);
    return taken.ok ? taken.value.sheets[0] : taken.error;
  };
  const changed = (file: string, changes: PlainObject) =>
    sheetOf(JSON.stringify({ ...JSON.parse(contentOf(file)), ...changes }));

  test('CCFOLIA: values missing from the clipboard are reported', () => {
    const data = { name: 'Grit', status: [{ label: 'HP', value: 9, max: 12 }], memo: 'hm' };
    expect(sheetOf(JSON.stringify({ kind: 'character', data }))).toMatchObject({
      name: 'Grit',
      sheet: { hp: 12, hpLeft: 9 },
      leftOut: [
        'Defense: not in the source, so it is 0',
        'abilities: not in the source',
        'classes: not in the source',
        'memo',
      ],
    });
    expect(codeOf('{"kind":"character","data":{"name":"Grit"}}')).toBe('import-unfit');
    expect(codeOf('{"kind":"character","data":[3]}')).toBe('import-unfit');
    expect(codeOf('{"kind":"marker","data":{}}')).toBe('format-elsewhere');
  });

  test('CCFOLIA: a weapon’s damage beyond the usual is read as proficiency and modifier', () => {
    const { data } = JSON.parse(contentOf('ccfolia/character-plain.json'));
    const commands = data.commands.replace('k27[10]+10', 'k27[9]+12');
    expect(changed('ccfolia/character-plain.json', { data: { ...data, commands } })).toMatchObject({
      sheet: {
        feats: [{ id: 'Weapon Proficiency/other', increase: { value: 2 } }],
        weapons: [{ stances: { '1H': { power: 17 }, '2H': { c: 9, dmgMod: 2 } } }],
      },
    });
  });

  test('CCFOLIA: a monster with several sections is read', () => {
    const data = {
      name: '双塔蟹',
      status: [
        { label: '鋏:HP', value: '38', max: '38' },
        { label: '頭部:HP', value: '40', max: '45' },
        { label: '頭部:MP', value: '20', max: '20' },
        { label: 'メモ', value: '防護:鋏7／頭部5' },
      ],
      params: ['LV 6', '生命抵抗 9', '精神抵抗 8', '命中1 8', '回避1 6', '命中2 9', '回避2 7'].map((each) => {
        const [label, value] = each.split(' ');
        return { label, value };
      }),
      commands: '//ダメージ1=2d+8\n//ダメージ2=2d+6',
    };
    expect(sheetOf(JSON.stringify({ kind: 'character', data }))).toMatchObject({
      sheet: {
        kind: 'monster',
        advLevel: 6,
        fortitude: { mod: 9, fixed: 16 },
        sections: [
          { name: '鋏', hp: 38, mp: 0, defense: 7, accuracy: { mod: 8 }, attack: { damage: { x: 8 } } },
          { name: '頭部', hp: 45, hpLeft: 40, mp: 20, defense: 5, evasion: { mod: 7 }, attack: { damage: { x: 6 } } },
        ],
      },
    });
  });

  test('CCFOLIA: a monster written by hand is a monster, and all it has is imported or left out', () => {
    const data = {
      name: '牙犬',
      status: [
        { label: 'HP', value: 9, max: 12 },
        { label: '障壁', value: 5, max: 5 },
      ],
      params: [{ label: '防護点', value: '3' }],
      commands: '### 攻撃\n2d+5 命中力／牙\n2d+4 ダメージ／牙\n2d+3 回避力\n2d+6 危険感知\n吠える！',
    };
    const wanted = {
      sheet: {
        kind: 'monster',
        ...{ hp: 12, hpLeft: 9, defense: 3, accuracy: { mod: 5 }, evasion: { mod: 3 } },
        attack: { damage: { x: 4 } },
      },
      leftOut: [
        ...['status 障壁 5', 'palette line 2d+6 危険感知', 'palette line 吠える!'],
        expect.stringContaining('movement'),
      ],
    };
    const found = sheetOf(JSON.stringify({ kind: 'character', data }).replace('！', '!'));
    expect(found).toMatchObject(wanted);
    expect(sheetOf(JSON.stringify({ kind: 'character', data: { ...data, params: [] } }))).toMatchObject({
      sheet: { kind: 'monster' },
      leftOut: expect.arrayContaining(['Defense: not in the source, so it is 0']),
    });
  });

  test('a chat palette alone gives a sheet with calculated HP and MP', () => {
    const palette =
      '//器用度=18\n//敏捷度=12\n//筋力=12\n//生命力=20\n//知力=6\n//精神力=9\n//ファイター=3\n' +
      '2d+{ファイター}+{器用度}/6+1 命中力／斧2H\nk30[10]+5 ダメージ／斧2H\n2d+{無い}+4 回避力';
    expect(sheetOf(palette)).toMatchObject({
      sheet: {
        hp: 29,
        mp: 9,
        evaMod: -1,
        weapons: [{ id: '斧', stances: { '2H': { accMod: 1, power: 30 } } }],
      },
      derived: expect.arrayContaining([
        'HP and MP: from Vitality, Spirit and levels, because the token shows no HP or MP',
      ]),
    });
  });

  test('an endless or self-referring formula is ignored', () => {
    const loop = (value: string) => `//器用度=12\n//ファイター=1\n//x=${value}\n2d+{x} 命中力／槍1H\n2d+{x} 回避力`;
    for (const value of ['{x}', '('.repeat(300), '1/0', '{y}\n//y={x}', `1${'+1'.repeat(200)}`, '9'.repeat(30)])
      expect(sheetOf(loop(value))).toMatchObject({ sheet: { weapons: [{ id: '槍' }] } });
  });

  test('Udonarium: incomplete files and XML entities are refused', () => {
    const whole = contentOf('udonarium/character.xml');
    expect(codeOf(whole.replace('</character>', ''))).toBe('import-unfit');
    const bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa">]><character>&a;</character>';
    expect(codeOf(bomb)).toBe('format-elsewhere');
    expect(codeOf(bomb.replace(/<!DOCTYPE.*?\]>/, ''))).toBe('import-unfit');
    expect(codeOf(`<character>${'<data>'.repeat(5000)}`)).toBe('import-unfit');
    expect(sheetOf(whole.replace('泥喰い', 'Mud &amp; &#x58;&lt;'))).toMatchObject({ name: 'Mud & X<' });
  });

  test('Foundry sw25: an older version is read, and an unfinished weapon is skipped', () => {
    const { system: data, items, ...actor } = JSON.parse(contentOf('foundry/sw25-character.json'));
    const old = items.map(({ system, ...item }: PlainObject) => ({ ...item, data: system }));
    const unfinished = old.map((item: PlainObject) =>
      item.type === 'weapon' && typeof item.data === 'object'
        ? { ...item, data: { ...item.data, checkskill: '', powerskill: '' } }
        : item,
    );
    const { _stats: __, flags: ___, ...bare } = actor;
    const sheet = sheetOf(JSON.stringify({ ...bare, data, items: unfinished, effects: [{ changes: [] }] }));
    expect(sheet).toMatchObject({
      sheet: { hp: 42, weapons: [{ stances: { '1H': { power: 14, c: 9 } } }] },
      leftOut: expect.arrayContaining([
        'weapon Marsh Rapier: the source names no class for Accuracy, so no class level is added',
        'active effects: their changes are not in these numbers',
      ]),
    });
    const monster = JSON.parse(contentOf('foundry/sw25-monster.json'));
    const tail = {
      name: '尾',
      type: 'monsterability',
      system: { label1: '命中', checkbasemod1: 4, label2: '打撃', checkbasemod2: 9 },
    };
    expect(changed('foundry/sw25-monster.json', { items: [...monster.items, tail] })).toMatchObject({
      sheet: {
        attack: { damage: { x: 5 } },
        attacks: [{ id: '尾', damage: { x: 9 }, check: { mod: 4, fixed: 11 } }],
      },
    });
    expect(changed('foundry/sw25-character.json', { type: 'vehicle' })).toMatchObject({ code: 'import-unfit' });
    expect(changed('foundry/sw25-monster.json', { system: {} })).toMatchObject({ code: 'import-unfit' });
  });

  test('Foundry worldofdarkness: missing and out-of-range attributes are set to the limits', () => {
    const actor = JSON.parse(contentOf('wod/foundry-wod20-pc.json'));
    const weapon = (name: string, more: PlainObject) => ({
      name,
      type: 'Melee Weapon',
      system: { difficulty: '6', attack: { ability: 'brawl' }, damage: { attribute: 'strength', bonus: '1' }, ...more },
    });
    const { wits: _, ...attributes } = actor.system.attributes;
    const sheet = changed('wod/foundry-wod20-pc.json', {
      system: { ...actor.system, attributes: { ...attributes, strength: { value: 14 } } },
      items: [weapon('Claws', { isnatural: true }), weapon('Club', {}), weapon('club', {}), weapon('Club', {})],
    });
    expect(sheet).toMatchObject({
      sheet: {
        attributes: { wits: 1, strength: 10 },
        brawlDamage: { base: 1, addStrength: true },
        weapons: [{ name: 'Club' }, { name: 'club (2)' }, { name: 'Club (3)' }],
      },
      derived: expect.arrayContaining(['wits: raised to 1, the minimum', 'strength: lowered to 10, the maximum']),
    });
    expect(changed('wod/foundry-wod20-pc.json', { type: 'Vehicle' })).toMatchObject({ code: 'import-unfit' });
    expect(changed('wod/foundry-wod20-pc.json', { system: [] })).toMatchObject({ code: 'import-unfit' });
  });

  test('a list of attributes and abilities is read', () => {
    expect(sheetOf('trait;dots\nStrength;3\nDexterity;2\nstamina;2\nWits;0\nMelee;4\n')).toMatchObject({
      sheet: { attributes: { strength: 3, dexterity: 2, stamina: 2, wits: 1 }, abilities: { weaponry: 4 } },
    });
    expect(sheetOf('strength,3\ndexterity,2\nbrawl,many')).toMatchObject({
      facts: { problem: 'line 3: brawl “many” is not a rating from 0 to 10' },
    });
  });
});

test('no mangled file makes an importer throw', () => {
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
  const mangled = (tree: PlainObject, value: unknown): readonly PlainObject[] =>
    Object.entries(tree).flatMap(([key, inner]) => [
      { ...tree, [key]: value },
      ...(isPlainObject(inner) ? mangled(inner, value).map((each) => ({ ...tree, [key]: each })) : []),
      ...(Array.isArray(inner) ? [{ ...tree, [key]: [value, ...inner.slice(1)] }] : []),
    ]);
  const files = ['ytsheet2', 'ccfolia', 'foundry', 'wod'].flatMap(examplesOf).map(([file]) => file);
  for (const file of files)
    for (const value of values)
      for (const tree of mangled(JSON.parse(contentOf(file)), value))
        expect(() => codeOf(JSON.stringify(tree))).not.toThrow();
});

/** Every list in a tree, one of each shape. */
const listsIn = (value: unknown, lists = new Map<string, unknown[]>()): ReadonlyMap<string, unknown[]> => {
  if (Array.isArray(value) && value.length > 0)
    lists.set(JSON.stringify(value[0]).replace(/\d+/g, '').slice(0, 80), value);
  if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) listsIn(each, lists);
  return lists;
};

/** The limits for a file: bytes and items. */
const [longest, mostThings] = [1_000_000, 95_000];

test('no long list makes a parser throw', () => {
  let grown = 0;
  const sources = ['ytsheet2', 'ccfolia', 'foundry', 'wod', 'maps'].flatMap(examplesOf).map(([file]) => file);
  for (const file of sources.filter((name) => !name.endsWith('.xml'))) {
    const whole: unknown = JSON.parse(contentOf(file));
    for (const list of [...listsIn(whole).values()].slice(0, 4)) {
      const own = list.slice(0, 100);
      const times = Math.min(longest / JSON.stringify(own).length, mostThings / own.length) - 2;
      for (let n = 0; n < times; n++) list.push(...own);
      const text = JSON.stringify(whole);
      list.length = own.length;
      expect(() => (file.startsWith('maps') ? parseMapFile(text) : codeOf(text))).not.toThrow();
      grown += 1;
    }
  }
  expect(grown).toBeGreaterThan(20);
});
