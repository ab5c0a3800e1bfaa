import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { readTranscript, replayed, transcriptNames } from '../transcripts/transcript.ts';
import { japaneseDictionary } from './japanese-lines.ts';

/** Words of Sword World that no other rulebook has. */
const ownWords =
  /防護点|平目|魔物|先制|移動力|敏捷度|打撃点|主動作|補助動作|抵抗力|威力|部位|1ゾロ|宣言特技|冒険者レベル|必筋|前線エリア|生死判定/;

/** Words that are wrong in these rulebooks, where Sword World or another rulebook means something else. */
const foreignWords: Readonly<Record<string, RegExp>> = {
  dskull: /軽の|重の|: ?光|胴体|突撃/,
  segment: /閉じる|耐久/,
  skure: /\d 軽|· 良い/,
  straalara: /頑丈|向きを変える|移動妨害|特殊能力/,
};

/** A battle in which the GM looks at all presets, settings and values that can be corrected. */
const preparedBattle = (id: string, presets: readonly string[]): string =>
  [
    `/battle create system:${id} name:街道`,
    ...presets.map((preset) => `/npc add preset:${preset} side:enemies`),
    ...presets.map((preset) => `/character create system:${id} preset:${preset} name:${preset}`),
    ...['/battle settings', '/gm set', '/gm panel', '/battle status', '/battle start', '/my view'],
  ]
    .map((line) => `> as gm: ${line}`)
    .join('\n');

test.each(rulesets.filter(({ id }) => id !== 'sword-world'))(
  'a battle of $title in Japanese has no words of Sword World',
  async ({ id, presets }) => {
    const [dictionary] = await japaneseDictionary();
    const battles = transcriptNames.filter((name) => name.startsWith(`${id}-`)).map(readTranscript);
    const lines: string[] = [];
    for (const battle of [...battles, preparedBattle(id, Object.keys(presets))]) {
      const { text } = await replayed(battle, undefined, dictionary);
      lines.push(...text.split('\n').filter((line) => !/^[#>~]/.test(line)));
    }
    const isWrong = (line: string): boolean => ownWords.test(line) || foreignWords[id]?.test(line) === true;
    expect(lines.length).toBeGreaterThan(200);
    expect(lines.filter(isWrong)).toEqual([]);
  },
  60_000,
);
