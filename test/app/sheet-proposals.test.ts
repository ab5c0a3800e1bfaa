import { beforeEach, expect, test } from 'vitest';
import type { Control, Reply } from '../../src/app/replies/reply.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

let there: House;
let heard: ReturnType<typeof recordingPlaces>['heard'];
let away: Set<string>;

const linesOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);
const refusal = async (user: string, path: string, input = {}): Promise<string> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? 'it was done' : there.sentence(answer.error, 'table');
};
const done = (user: string, path: string, input = {}) => must(there, user, path, input);
/** What somebody was told by direct message since it was looked at last. */
const told = (user: string) => {
  const all = heard.filter(({ to }) => to === `@${user}`).map(({ reply }) => reply);
  heard.length = 0;
  return all;
};
const press = async (user: string, reply: Reply | undefined, label: string) => {
  const found = reply?.controls.flat().find((each: Control) => each.label === label);
  if (found?.kind !== 'button') throw new Error(`There is no button ${label}.`);
  return there.run(user, found.press.path.join(' '), found.press.input);
};
const refusedPress = async (user: string, reply: Reply | undefined, label: string): Promise<string> => {
  const answer = await press(user, reply, label);
  return answer.ok ? 'it was done' : there.sentence(answer.error, 'table');
};
const pressed = async (user: string, reply: Reply | undefined, label: string) => {
  const answer = await press(user, reply, label);
  if (!answer.ok) throw new Error(answer.error.code);
  return linesOf(answer.value);
};
const grim = async () => {
  const found = await there.stores.characters.find('ada', 'guild', 'Grim');
  if (found === undefined) throw new Error('Grim is not there.');
  return found;
};
const hp = async () => (await grim()).sheet as { readonly hp: number; readonly attack: number };

/** A campaign that Gwen leads with Cora; Ada has brought Grim into a battle of it, and keeps Home at home. */
beforeEach(async () => {
  const stage = recordingPlaces();
  heard = stage.heard;
  away = new Set();
  there = house({}, undefined, { ...stage.places, isMember: async (_guild, user) => !away.has(user) });
  await done('gwen', 'campaign create', { name: 'Long road', systems: 'skure' });
  for (const user of ['cora', 'ada']) await done(user, 'campaign join');
  await done('gwen', 'campaign role', { player: 'cora', role: 'co-gm' });
  for (const name of ['Grim', 'Home'])
    await done('ada', 'character create', { system: 'skure', name, preset: 'Example Swordsman', changes: 'hp=30' });
  await done('gwen', 'battle create', { name: 'Ford', size: '6x6' });
  await done('ada', 'battle join', { character: 'Grim', side: 'red' });
  heard.length = 0;
});

test('whoever leads a campaign is shown what a member brought into it, as its owner is, and nothing else', async () => {
  const own = linesOf(await done('ada', 'character show', { name: 'Grim' }));
  for (const leader of ['gwen', 'cora']) {
    const shown = await done(leader, 'campaign sheet', { name: 'grim' });
    expect(shown.to).toBe('asker');
    expect(linesOf(shown)).toEqual(['Grim (skure), played by ada', ...own.slice(1)]);
  }
  expect(await refusal('gwen', 'campaign sheet', { name: 'Home' })).toBe(
    'No one in Long road has played a character named Home in one of its battles. Available: Grim.',
  );
  expect((await there.complete('gwen', 'campaign sheet', 'name')).map(({ value }) => value)).toEqual(['Grim']);
  await done('cora', 'character create', { system: 'skure', name: 'Grim', preset: 'Example Zombie' });
  await done('cora', 'battle join', { character: 'Grim', name: 'Grimmer', side: 'red' });
  expect(await refusal('gwen', 'campaign sheet', { name: 'Home' })).toMatch(/Available: Grim\.$/);
  for (const other of ['ada', 'eve']) {
    expect(await refusal(other, 'campaign sheet', { name: 'Grim' })).toBe('Only gwen and the co-GMs may do that.');
    expect(await there.complete(other, 'campaign sheet', 'name')).toEqual([]);
  }
});

test('who left the campaign or the server is looked at no more', async () => {
  away.add('ada');
  expect(await refusal('gwen', 'campaign sheet', { name: 'Grim' })).toBe(
    'That person is not in this server. Name someone who is in it.',
  );
  away.clear();
  await done('ada', 'campaign leave');
  for (const changes of [undefined, 'hp=12'])
    expect(await refusal('gwen', 'campaign sheet', { name: 'Grim', changes })).toContain('No one in Long road');
});

test('a leader looks into the history of nothing, and rests nothing, that was not brought into the campaign', async () => {
  for (const path of ['character history', 'character rest'])
    expect(await refusal('gwen', path, { name: 'Home', player: 'ada' })).toContain('No one in Long road');
  await done('gwen', 'character history', { name: 'Grim', player: 'ada' });
});

test('a proposal is put to the owner; accepted it is an edit, a version that says who proposed it', async () => {
  const before = await grim();
  const proposed = await done('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=12, attack=20' });
  expect(proposed.to).toBe('asker');
  expect(await grim()).toEqual(before);
  const [asked, ...more] = told('ada');
  expect(more).toEqual([]);
  expect(asked && linesOf(asked)).toEqual([
    'gwen proposes a change to Grim',
    'attack 16 → 20',
    'hp 30 → 12',
    'gwen is a GM of Long road. Nothing changes unless you accept it, here or with /character proposals.',
  ]);
  expect((await pressed('ada', asked, 'Accept'))[0]).toBe('Grim is changed as gwen proposed');
  expect(await hp()).toMatchObject({ hp: 12, attack: 20 });
  expect(told('gwen').map(linesOf)).toEqual([['ada accepts your proposal for Grim.', 'attack 16 → 20, hp 30 → 12']]);
  expect(linesOf(await done('ada', 'character history', { name: 'Grim' })).at(-1)).toMatch(
    /was changed: attack 16 → 20, hp 30 → 12 \(proposed by gwen\)$/,
  );
  // What the owner changes after it is another version, however soon.
  await done('ada', 'character edit', { name: 'Grim', changes: 'hp=13' });
  const versions = linesOf(await done('ada', 'character versions', { name: 'Grim' }));
  expect(versions).toHaveLength(3);
  expect(versions[2]).toContain('(proposed by gwen)');
  await done('ada', 'character versions', { name: 'Grim', back: 2 });
  expect((await grim()).sheet).toEqual(before.sheet);
  expect(await refusedPress('ada', asked, 'Decline')).toBe('You have already accepted that: Grim is changed.');
});

test('what the rulebook refuses, what changes nothing, and one’s own is refused at once', async () => {
  const owner = await refusal('ada', 'character edit', { name: 'Grim', changes: 'hp=lots' });
  expect(await refusal('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=lots' })).toBe(owner);
  expect(await refusal('gwen', 'campaign sheet', { name: 'Grim', changes: 'hitty=1' })).toBe(
    await refusal('ada', 'character edit', { name: 'Grim', changes: 'hitty=1' }),
  );
  expect(await refusal('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=30' })).toBe(
    'That changes nothing: Grim already has those values.',
  );
  await done('cora', 'character create', { system: 'skure', name: 'Cor', preset: 'Example Swordsman' });
  await done('cora', 'battle join', { character: 'Cor', side: 'red' });
  expect(await refusal('cora', 'campaign sheet', { name: 'Cor', changes: 'hp=1' })).toBe(
    'Cor is your own character. Change it with /character edit.',
  );
  await done('gwen', 'campaign roster', { do: 'add', name: 'Ogre', preset: 'Example Zombie' });
  expect(linesOf(await done('gwen', 'campaign sheet', { name: 'Ogre' }))[0]).toBe('Ogre (skure), on the roster');
  expect(await refusal('gwen', 'campaign sheet', { name: 'Ogre', changes: 'hp=1' })).toBe(
    'Ogre is on your roster. Change it with /campaign roster do:add.',
  );
  for (const count of [1, 2, 3, 4, 5]) await done('gwen', 'campaign sheet', { name: 'Grim', changes: `hp=${count}` });
  expect(await refusal('cora', 'campaign sheet', { name: 'Grim', changes: 'hp=6' })).toContain('5 open proposals');
  expect(await there.stores.proposals.naming('eve')).toEqual([]);
});

test('declined, both are told, and it can be pressed no more', async () => {
  await done('cora', 'campaign sheet', { name: 'Grim', changes: 'hp=12' });
  const [asked] = told('ada');
  expect(await refusedPress('gwen', asked, 'Accept')).toBe(
    'That proposal no longer exists. /character proposals lists the open ones.',
  );
  expect((await pressed('ada', asked, 'Decline'))[0]).toBe('You decline cora’s proposal for Grim.');
  expect(told('cora').map((each) => linesOf(each)[0])).toEqual(['ada declines your proposal for Grim.']);
  expect((await hp()).hp).toBe(30);
  expect(await refusedPress('ada', asked, 'Accept')).toBe('You have already declined that: Grim is unchanged.');
});

test('other changes of the sheet do no harm; where the same was changed, both are told that it no longer fits', async () => {
  await done('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=12' });
  const [first] = told('ada');
  await done('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=15' });
  const [second] = told('ada');
  await done('ada', 'character edit', { name: 'Grim', changes: 'attack=19' });
  expect((await pressed('ada', first, 'Accept'))[0]).toBe('Grim is changed as gwen proposed');
  expect(await hp()).toMatchObject({ hp: 12, attack: 19 });
  told('gwen');
  expect((await pressed('ada', second, 'Accept'))[0]).toBe(
    'gwen’s proposal for Grim no longer fits, because the sheet has changed since. Nothing was changed.',
  );
  expect(told('gwen').map(linesOf)).toEqual([
    ['Your proposal for Grim no longer fits, because ada has changed the sheet since.', 'hp 30 → 15'],
  ]);
  expect((await hp()).hp).toBe(12);
});

test('they are listed with their numbers, and can be answered so', async () => {
  expect(linesOf(await done('ada', 'character proposals'))).toEqual(['No proposed changes to your characters']);
  await done('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=12' });
  await done('cora', 'campaign sheet', { name: 'Grim', changes: 'attack=20' });
  const listed = await done('ada', 'character proposals');
  expect(linesOf(listed)).toEqual([
    'Proposed changes to your characters',
    '1: Grim, hp 30 → 12 (gwen, Long road)',
    expect.stringMatching(/^2: Grim, attack \d+ → 20 \(cora, Long road\)$/),
  ]);
  expect(linesOf(await done('gwen', 'campaign sheet', { name: 'Grim' })).at(-2)).toBe('Proposed by gwen: hp 30 → 12');
  expect(await refusal('ada', 'character proposals', { which: '2' })).toBe(
    'Choose accept or decline with the option answer.',
  );
  await done('ada', 'character proposals', { which: '2', answer: 'accept' });
  expect(await hp()).toMatchObject({ hp: 30, attack: 20 });
  expect(await refusal('ada', 'character proposals', { which: '2', answer: 'accept' })).toContain('no longer exists');
});

test.each(['Accept', 'Decline'])(
  'a process that died between yes and the sheet: with the next press, %s, it is done once',
  async (label) => {
    await done('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=12' });
    const [asked] = told('ada');
    const [proposal] = await there.stores.proposals.naming('ada');
    if (proposal === undefined) throw new Error('Nothing is proposed.');
    await there.stores.proposals.save({ ...proposal, state: 'accepted', version: 2 });
    expect((await hp()).hp).toBe(30);
    expect((await pressed('ada', asked, label))[0]).toBe('Grim is changed as gwen proposed');
    expect((await hp()).hp).toBe(12);
    expect((await there.stores.histories.list((await grim()).id)).filter(({ kind }) => kind === 'edited')).toHaveLength(
      1,
    );
  },
);

test('what is proposed is listed and exported for both, and goes with whoever leaves', async () => {
  await done('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=12' });
  await pressed('ada', told('ada')[0], 'Accept');
  await done('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=14' });
  expect(JSON.stringify(await done('ada', 'privacy show'))).toContain('Grim, proposed to you (open)');
  expect(JSON.stringify(await done('gwen', 'privacy show'))).toContain('Grim, proposed by you (accepted)');
  const kept = JSON.parse(String((await done('ada', 'privacy export')).files[0]?.content));
  expect(kept.proposals).toMatchObject([{ made: 'to you', changes: 'hp=12' }, { changes: 'hp=14' }]);
  expect(JSON.stringify(kept.proposals)).not.toContain('"by":');
  const erase = async (user: string) => {
    const asked = await done(user, 'privacy erase');
    await done(user, 'privacy erase', asked.controls.flat()[0]?.press.input);
  };
  await erase('gwen');
  const left = await there.stores.proposals.naming('ada');
  expect(left).toMatchObject([{ state: 'accepted', byName: 'a player who left' }]);
  expect(JSON.stringify(left)).not.toContain('gwen');
  expect(linesOf(await done('ada', 'character history', { name: 'Grim' })).at(-1)).toContain(
    '(proposed by a player who left)',
  );
  await erase('ada');
  expect(await there.stores.proposals.naming('ada')).toEqual([]);
});

test('of a character that has another name it speaks by that; of one that is deleted it waits until that is back', async () => {
  await done('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=12' });
  const [asked] = told('ada');
  await done('ada', 'character form', { who: 'Grim', does: 'name', value: 'Grimbold' });
  expect(linesOf(await done('ada', 'character proposals'))[1]).toBe('1: Grimbold, hp 30 → 12 (gwen, Long road)');
  await done('ada', 'character delete', { name: 'Grimbold' });
  expect(linesOf(await done('ada', 'character proposals'))).toEqual(['No proposed changes to your characters']);
  expect(await refusedPress('ada', asked, 'Accept')).toBe(
    'Grim is deleted. Restore it with /character restore before you accept, or decline.',
  );
  expect(told('gwen')).toEqual([]);
  await done('ada', 'character restore', { name: 'Grimbold' });
  expect((await pressed('ada', asked, 'Accept'))[0]).toBe('Grimbold is changed as gwen proposed');
  expect(await refusedPress('ada', asked, 'Accept')).toBe('You have already accepted that: Grimbold is changed.');
  await done('cora', 'campaign sheet', { name: 'Grimbold', changes: 'hp=3' });
  const [other] = told('ada');
  await done('ada', 'character delete', { name: 'Grimbold' });
  expect((await pressed('ada', other, 'Decline'))[0]).toContain('You decline cora’s proposal');
});

test('with a character that is gone for good its proposals go too', async () => {
  await done('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=12' });
  await done('ada', 'character delete', { name: 'Grim' });
  expect(await there.stores.proposals.naming('ada')).toHaveLength(1);
  await done('ada', 'character create', { system: 'skure', name: 'Grim', preset: 'Example Swordsman' });
  await done('ada', 'character delete', { name: 'Grim' });
  expect(await there.stores.proposals.naming('ada')).toEqual([]);
});

test('pressed twice at once it is one change, and the proposer is told once', async () => {
  await done('gwen', 'campaign sheet', { name: 'Grim', changes: 'hp=12' });
  const [asked] = told('ada');
  const answers = await Promise.all([press('ada', asked, 'Accept'), press('ada', asked, 'Accept')]);
  expect(answers.map((each) => (each.ok ? 'done' : each.error.code)).toSorted()).toEqual(['done', 'proposal-accepted']);
  expect((await hp()).hp).toBe(12);
  expect((await there.stores.histories.list((await grim()).id)).filter(({ kind }) => kind === 'edited')).toHaveLength(
    1,
  );
  expect((await there.stores.proposals.naming('ada')).map(({ state }) => state)).toEqual(['accepted']);
  expect(told('gwen')).toHaveLength(1);
});

test('of two that are accepted at once neither is lost; of two for one number the second no longer fits', async () => {
  const ask = async (changes: string) => {
    await done('gwen', 'campaign sheet', { name: 'Grim', changes });
    return told('ada')[0];
  };
  const both = [await ask('hp=12'), await ask('attack=20')];
  await Promise.all(both.map((each) => pressed('ada', each, 'Accept')));
  expect(await hp()).toMatchObject({ hp: 12, attack: 20 });
  const same = [await ask('hp=5'), await ask('hp=6')];
  const titles = await Promise.all(same.map(async (each) => (await pressed('ada', each, 'Accept'))[0]));
  expect(titles.toSorted()).toEqual([
    'Grim is changed as gwen proposed',
    'gwen’s proposal for Grim no longer fits, because the sheet has changed since. Nothing was changed.',
  ]);
  expect((await there.stores.histories.list((await grim()).id)).filter(({ kind }) => kind === 'edited')).toHaveLength(
    3,
  );
});

test('a long word that is proposed is cut between its characters, never through one', async () => {
  const word = '🗡'.repeat(60);
  for (const changes of [`name=a${word}`, `name=ab${word}`]) {
    await done('gwen', 'campaign sheet', { name: 'Grim', changes });
    const [asked] = told('ada');
    const [, change = ''] = asked ? linesOf(asked) : [];
    expect([change.isWellFormed(), change.endsWith('…'), [...change].length]).toEqual([true, true, 80]);
    expect(
      (await there.complete('ada', 'character proposals', 'which')).every(({ label }) => label.isWellFormed()),
    ).toBe(true);
    await pressed('ada', asked, 'Accept');
  }
  const versions = await done('ada', 'character versions', { name: 'Grim' });
  expect(JSON.stringify(versions).isWellFormed()).toBe(true);
  expect(JSON.stringify(versions)).not.toMatch(/\\ud8/);
});
