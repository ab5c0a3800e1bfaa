import { expect, test } from 'vitest';
import { exported } from '../../src/battle/export.ts';
import { fold } from '../../src/battle/fold.ts';
import { verify } from '../../src/battle/verify.ts';
import { rulesets } from '../../src/systems/index.ts';
import { type Pick, picker } from '../chance.ts';
import { type House, house } from './house.ts';
import { begun, mark, publicTexts, randomOrder } from './random-play.ts';

const battles = Number(process.env.RANDOM_BATTLES ?? 3);
const orders = Number(process.env.RANDOM_ORDERS ?? 60);

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const expectFolded = async ({ stores, services }: House): Promise<void> => {
  const saved = await stores.battles.at('table');
  const ruleset = services.rulesets.find(({ id }) => id === saved?.system);
  if (saved === undefined || ruleset === undefined) throw new Error('no battle');
  const folded = fold(ruleset, await stores.battles.log(saved));
  expect(plain(folded.game.save())).toEqual(plain(saved.game));
  expect(plain(folded.table)).toEqual(plain(saved.table));
  expect(plain(folded.pending)).toEqual(plain(saved.pending));
};

/** Whether what came back for this reader speaks of the hidden one, though they had not named it themselves. */
const leaks = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) =>
    text.includes(mark) ? [`…${text.slice(Math.max(0, text.indexOf(mark) - 150), text.indexOf(mark) + 60)}…`] : [],
  );

const played = async (system: string, pick: Pick): Promise<{ done: number; refused: number; house: House }> => {
  const table = house();
  await begun(table, system, pick);
  const counts = { done: 0, refused: 0 };
  for (let n = 0; n < orders; n++) {
    const before = await table.stores.battles.at('table');
    const { user, path, input } = await randomOrder(table, pick);
    const answer = await table.run(user, path, input);
    const after = await table.stores.battles.at('table');
    const where = `${system} ${user}: /${path} ${JSON.stringify(input).slice(0, 150)}`;
    if (answer.ok) {
      counts.done++;
      const reply = JSON.stringify(
        answer.value.to === 'everyone' ? { ...answer.value, aside: [] } : user === 'gm' ? {} : answer.value,
      );
      expect(reply.includes(mark) && !JSON.stringify(input).includes(mark), `${where} → ${reply}`).toBe(false);
    } else {
      counts.refused++;
      expect(after, where).toEqual(before);
      const sentence = await table.sentence(answer.error, 'table');
      expect(sentence, where).not.toMatch(/\{\w+\}|undefined|\[object|That cannot be done \(/);
      if (user !== 'gm' && !JSON.stringify(input).includes(mark)) expect(sentence, where).not.toContain(mark);
    }
    if (n % 12 === 0) {
      await expectFolded(table);
      for (const reader of ['ada', 'eve', 'stranger'])
        expect(leaks(await publicTexts(table, reader, pick)), `${where}, read by ${reader}`).toEqual([]);
    }
    if (after?.status === 'ended') break;
  }
  await expectFolded(table);
  return { ...counts, house: table };
};

test.each(rulesets.map(({ id }) => id))(
  '%s: random play through the commands: the log folds to the snapshot, refusals change nothing, the hidden stays hidden, dice prove',
  async (system) => {
    let moves = 0;
    for (let seed = 1; seed <= battles; seed++) {
      const { done, house: table } = await played(system, picker(seed * 7919));
      moves += done;
      const saved = await table.stores.battles.at('table');
      if (saved?.status !== 'ended') await table.run('gm', 'battle end', {});
      const ended = await table.stores.battles.at('table');
      const ruleset = rulesets.find(({ id }) => id === system);
      if (ended === undefined || ruleset === undefined) throw new Error('no battle');
      const checked = verify(ruleset, exported(ended, await table.stores.battles.log(ended)));
      expect(checked.checks.filter(({ holds }) => !holds)).toEqual([]);
      await expectFolded(table);
    }
    expect(moves).toBeGreaterThan(battles * 4);
  },
  120_000,
);
