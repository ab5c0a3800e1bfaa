import { expect, test } from 'vitest';
import { privateAside } from '../../src/app/replies/reply.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';
import { publicTexts, randomOrder } from './random-play.ts';

/** Unusual numbers for a foe's life, resources and defense. */
const secretNumbers: Readonly<Record<string, number>> = {
  hp: 7717,
  maxHp: 7717,
  mp: 8818,
  maxMp: 8818,
  essence: 8818,
  maxEssence: 8818,
  energy: 8818,
  defense: 6616,
  base: 6616,
};

/** Matches these numbers and what is left of them after attacks, but not battle ids. */
const secretPattern = /(?<![\w.-])(?:77\d\d|7[0-6]\d\d|88\d\d|8[0-7]\d\d|66\d\d|6[0-5]\d\d)(?![\w-])/;

const patched = (sheet: unknown): unknown =>
  JSON.parse(JSON.stringify(sheet), (key, value: unknown) =>
    typeof value === 'number' ? (secretNumbers[key] ?? value) : value,
  );

const orders = 60;

const table = async (system: string): Promise<House> => {
  const there = house();
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(system);
  const sheets = Object.values(ruleset.presets).map((preset) => preset.sheet);
  const foe = sheets.map(patched).find((each) => ruleset.sheet.safeParse(each).success);
  const [own, other] = system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];
  const settings = system === 'skure' ? { 'board.width': 4, 'board.height': 3 } : {};
  const { battles } = there.services;
  for (const done of [
    await battles.create(there.asker('gm'), { system, name: 'Numbers', settings }),
    await battles.join(there.asker('ada'), { id: 'Ada', side: own, sheet: sheets[0] }),
    await battles.addEntrants(there.asker('gm'), [{ id: 'Bob', side: other, sheet: foe }]),
  ])
    if (!done.ok) throw new Error(JSON.stringify(done.error));
  await must(there, 'gm', 'gm foe-info', { mode: 'off', numbers: Object.keys(ruleset.numberTerms).join(', ') });
  for (let n = 0; n < 12; n++) {
    const battle = await battles.open('table');
    if (!battle.ok || battle.value.game.status !== 'setup') break;
    const due = battle.value.game.expectedActions().find(({ auto }) => auto !== undefined);
    if (due?.auto) await battles.order(there.asker('gm'), { ...due.auto, actor: due.actor });
    else await battles.start(there.asker('gm'));
  }
  return there;
};

const shownTo = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => {
    const found = secretPattern.exec(text.replaceAll(/"(?:x|y|width|height|at|size|x1|x2|y1|y2|r)":[^,}]*/g, ''));
    return found === null ? [] : [`…${found.input.slice(Math.max(0, found.index - 160), found.index + 60)}…`];
  });

/** Plays random orders, checks that no player reads a secret number, and returns the number of orders done. */
const playRandomly = async (system: string, seed: number): Promise<number> => {
  const pick = picker(seed * 4711);
  const there = await table(system);
  const gm = JSON.stringify(await must(there, 'gm', 'battle status', {}));
  expect(shownTo([gm])).not.toEqual([]);
  let done = 0;
  for (let n = 0; n < orders; n++) {
    const { user, path, input } = await randomOrder(there, pick);
    // Public GM commands may contain numbers.
    if (path.startsWith('gm') || path === 'undo') continue;
    const answer = await there.run(user, path, input);
    const where = `${system} ${user}: /${path} ${JSON.stringify(input)}`;
    if (answer.ok) {
      done++;
      const open =
        answer.value.to === 'everyone'
          ? { ...answer.value, aside: user === 'gm' ? [] : privateAside(answer.value) }
          : answer.value;
      if (open.to === 'everyone' || user !== 'gm')
        expect(shownTo([JSON.stringify({ ...open, files: [], changed: '', ended: '' })]), where).toEqual([]);
    } else if (user !== 'gm') expect(shownTo([await there.sentence(answer.error, 'table')]), where).toEqual([]);
    if (n % 6 === 0) {
      for (const reader of ['ada', 'eve'])
        expect(shownTo(await publicTexts(there, reader, pick)), `${where}, read by ${reader}`).toEqual([]);
      for (const query of ['odds', 'sight', 'reach', 'sheet', 'pools', 'cost']) {
        const asked = await there.run('ada', query, { target: 'Bob' });
        if (asked.ok) expect(shownTo([JSON.stringify(asked.value)]), `/${query}`).toEqual([]);
      }
    }
  }
  return done;
};

test.each(['skure', 'sword-world', 'segment'])(
  '%s: a player who sees no numbers of a foe never reads one in random play',
  async (system) => {
    let [battles, done] = [0, 0];
    for (const seed of seeds(2)) {
      battles++;
      done += await playRandomly(system, seed);
    }
    expect(done).toBeGreaterThan(notHollow(battles * 5));
  },
  unhurried,
);
