import { expect, test } from 'vitest';
import { redactRefusal } from '../../src/battle/decide/redact-input.ts';
import { ref, say } from '../../src/core/message.ts';
import { done, duel, type Stage, swordsman } from './stage.ts';

/** Ada's turn in the duel, with a combatant hidden under this name and Bob in front of her. */
const hiding = async (hidden: string): Promise<Stage> => {
  const set = await duel();
  const { battles, gm } = set;
  await done(battles.addEntrants(gm(), [{ id: hidden, side: 'blue', sheet: swordsman }], { hidden: 'until-revealed' }));
  await done(battles.order(gm(), { verb: 'place', params: { target: hidden, to: 'F6', facing: 'N' }, actor: 'gm' }));
  return set;
};

const awkward = [
  'Bo',
  'ob',
  'Adam',
  'a',
  'attack',
  'the',
  '.*',
  '[',
  'N',
  'C4',
  'melee',
  '1',
  'ゴブリン',
  'Bob, Ada',
  '$&',
];

test.each(awkward)('with %s hidden, the visible combatants are offered as usual', async (hidden) => {
  const set = await hiding(hidden);
  const offered = async (param: string) => (await set.battles.offers('table', 'ada', 'attack', param, {})) ?? [];
  expect((await offered('target')).map(({ value }) => value)).toEqual(['Bob']);
  expect((await offered('target')).map(({ label }) => label)).toEqual(['Bob · in reach']);
});

const spellings = (name: string): readonly string[] => [
  name,
  name.toUpperCase(),
  ` ${name} `,
  [...name].join('\u200b'),
  [...name]
    .map((sign) => (/[!-~]/.test(sign) ? String.fromCharCode((sign.codePointAt(0) ?? 0) + 0xfee0) : sign))
    .join(''),
];

/** The refusal of an attack on this target, with the typed name replaced by `typed`. */
const refused = async ({ battles, ada }: Stage, target: string) => {
  const report = await battles.order(ada(), { verb: 'attack', params: { target } });
  if (report.ok) return 'done';
  const facts = Object.entries(report.error.facts).map(([key, fact]) => [key, fact === target ? 'typed' : fact]);
  return JSON.stringify([report.error.code, facts]);
};

test.each(awkward)('a guess at the hidden name %s is refused like a name that does not exist', async (hidden) => {
  const set = await hiding(hidden);
  const nobody = await refused(set, 'Nobody At All');
  expect(nobody).toContain('NO_SUCH_TARGET');
  for (const spelt of spellings(hidden)) expect(await refused(set, spelt), spelt).toBe(nobody);
});

test.each(awkward)('spoken text stays unchanged even if a hidden combatant is called %s', async (hidden) => {
  const { battles, ada } = await hiding(hidden);
  const text = `The attack is a go: the melee, ${hidden} or [N] C4, a 1 $& .*`;
  const spoken = await done(battles.order(ada(), { verb: 'say', params: { text } }));
  expect(JSON.stringify(spoken.entry.events)).toContain(JSON.stringify(text).slice(1, -1));
  const moved = await done(battles.order(ada(), { verb: 'move', params: { path: 'N' } }));
  expect(moved.lines('ada')[0]?.text).toMatch(/^Ada .*C2/);
});

test.each(awkward)('an option value is never taken as the name of the hidden combatant %s', async (hidden) => {
  const { battles, ada } = await hiding(hidden);
  const struck = await done(battles.order(ada(), { verb: 'attack', params: { target: 'Bob', mode: 'melee' } }));
  expect(struck.lines('ada')[0]?.text).toMatch(/^Ada /);
});

test.each(awkward)('a refusal about the hidden %s says “somebody” and is otherwise unchanged', async (hidden) => {
  const { battles } = await hiding(hidden);
  const battle = await battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  const text = 'the a, attack E N C4 1 melee .* Bobby [Adam]';
  const refusal = { code: 'x', facts: { who: ref(hidden), by: say`${ref('Bob')} and ${ref(hidden)}`, text, n: 1 } };
  const facts = (user: string) => redactRefusal(battle.value, user, refusal).facts;
  expect(facts('ada')).toEqual({ who: 'somebody', by: 'Bob and somebody', text, n: 1 });
  expect(facts('gm')).toEqual({ who: hidden, by: `Bob and ${hidden}`, text, n: 1 });
});
