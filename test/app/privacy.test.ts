import { expect, test } from 'vitest';
import { defaultPersonalSettings } from '../../src/campaign/people.ts';
import { rulesets } from '../../src/systems/index.ts';
import { seeds, unhurried } from '../budget.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { picker } from '../chance.ts';
import { uploadText } from '../pictures/uploads.ts';
import { battleOf, expectSound, idOf, nameOf, type Peopled, peopled, type Who } from './erased-user.ts';
import { house } from './house.ts';
import { begun, giveRandomOrder } from './random-play.ts';

const everything = async (table: Peopled, ids: readonly string[]): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      ids.map(async (id) => {
        const battle = await table.stores.battles.byId(id);
        return [battle, battle && (await table.stores.battles.log(battle))];
      }),
    ),
  );

const erase = async ({ must }: Peopled, who: Who): Promise<void> => {
  const asked = await must(who, 'my privacy', { do: 'erase' });
  const button = asked.controls.flat()[0];
  expect(button).toMatchObject({ label: 'Erase me', style: 'danger' });
  await must(who, 'my privacy', button?.press.input);
};

test('/my privacy lists and exports a user’s data and no one else’s', async () => {
  const table = peopled();
  await battleOf(table);
  await table.must('ada', 'character create', { system: 'skure', name: 'Grim', preset: 'Swordsman' });
  await table.must('ada', 'my stats', { hidden: true });
  const shown = JSON.stringify(await table.must('ada', 'my privacy'));
  for (const text of [
    'Duel (active): player',
    `you control ${nameOf('ada')}`,
    'Grim (skure)',
    'statistics are hidden',
    'never read',
  ])
    expect(shown).toContain(text);
  const { files, to } = await table.must('ada', 'my privacy', { do: 'export' });
  expect(to).toBe('asker');
  const data = JSON.parse(String(files[0]?.content));
  expect(data.characters).toMatchObject([{ name: 'Grim' }]);
  expect(data.battles[0].gave.map(({ request }: { request: { kind: string } }) => request.kind)).toContain('order');
  expect(String(files[0]?.content)).not.toContain(idOf('bob'));
  const seed = (await table.saved()).seed;
  expect(String(files[0]?.content)).not.toContain(seed);
  expect(JSON.stringify(await table.must('eve', 'my privacy'))).not.toContain('Duel');
});

test('library items are listed and exported; erasing keeps shared ones under a pseudonym', async () => {
  const table = peopled();
  await table.must('ada', 'library save', { kind: 'foe', content: 'Zombie', name: 'Bog', system: 'skure' });
  await table.must('ada', 'library save', { kind: 'foe', content: 'Zombie', name: 'Old', system: 'skure' });
  await table.must('ada', 'library delete', { name: 'Old' });
  await table.must('ada', 'library save', {
    kind: 'foe',
    content: 'Zombie',
    name: 'Shared',
    system: 'skure',
    shelf: 'server',
  });
  const shown = JSON.stringify(await table.must('ada', 'my privacy'));
  for (const text of ['Bog (foe)', 'Old (foe), deleted', 'Shared (foe), in the library of a server'])
    expect(shown).toContain(text);
  const { files } = await table.must('ada', 'my privacy', { do: 'export' });
  const { shelf } = JSON.parse(String(files[0]?.content));
  expect(shelf).toMatchObject([
    { name: 'Bog', thing: { sheet: { class: 'Zombie' } } },
    { name: 'Old' },
    { name: 'Shared' },
  ]);
  await erase(table, 'ada');
  expect(await table.stores.library.listByUser(idOf('ada'))).toEqual([]);
  const [left] = await table.stores.library.list({ scope: 'server', owner: 'guild', guild: 'guild' });
  expect(left).toMatchObject({ name: 'Shared', keeper: expect.stringMatching(/^gone-/) });
});

test('maps, portraits and characters are exported, and erasing leaves no trace', async () => {
  const { places } = recordingPlaces();
  const table = peopled({}, places);
  const { must } = table;
  await must('gm', 'campaign create', { name: 'Long road', systems: 'skure' });
  for (const who of ['ada', 'bob'] as const) await must(who, 'campaign join');
  await must('gm', 'campaign role', { player: idOf('bob'), role: 'co-gm' });
  await must('gm', 'battle create', { name: 'Duel', size: '6x6' });
  for (const [who, name] of [
    ['ada', 'Grim'],
    ['gm', 'Vex'],
  ] as const) {
    await must(who, 'character create', { system: 'skure', name, preset: 'Swordsman', changes: 'hp=30' });
    await must(who, 'battle join', { character: name, side: 'red' });
  }
  await must('ada', 'library save', { kind: 'map', name: 'Hall', content: '10x8; wall B2-B5e' });
  await must('ada', 'character portrait', { name: 'Grim', picture: uploadText('portrait.jpg') });

  const shown = JSON.stringify(await must('ada', 'my privacy'));
  for (const text of ['Hall (map)', '1 picture you uploaded']) expect(shown).toContain(text);
  const { files } = await must('ada', 'my privacy', { do: 'export' });
  const text = String(files[0]?.content);
  const data = JSON.parse(text);
  expect(data.shelf).toMatchObject([{ kind: 'map', name: 'Hall' }]);
  expect(data.pictures).toMatchObject([{ faceOf: [data.characters[0].id] }]);
  expect(data.characters).toMatchObject([{ name: 'Grim' }]);

  await erase(table, 'ada');
  const left = {
    kept: await table.services.privacy.collect(idOf('ada')),
    vex: (await must('gm', 'character history', { name: 'Vex' })).cards,
  };
  expect(left.kept).toMatchObject({ characters: [], shelf: [], pictures: [] });
  const { kept: _, ...others } = left;
  for (const trace of [idOf('ada'), nameOf('ada')]) expect(JSON.stringify(others)).not.toContain(trace);
});

test('the dice of a blind roll are exported to its roller only after the battle', async () => {
  const table = peopled();
  await battleOf(table, 'table', 0);
  await table.must('ada', 'roll', { dice: '9d6', rolls: 'blind' });
  const dice = async () => {
    const { files } = await table.must('ada', 'my privacy', { do: 'export' });
    return JSON.parse(String(files[0]?.content)).battles[0].gave.at(-1).dice.length;
  };
  expect(await dice()).toBe(0);
  await table.must('gm', 'battle end', { reason: 'late' });
  expect(await dice()).toBe(9);
});

test('/my privacy do:erase changes nothing until confirmed', async () => {
  const table = peopled();
  await battleOf(table);
  const before = await table.saved();
  const asked = await table.must('ada', 'my privacy', { do: 'erase' });
  expect(asked.to).toBe('asker');
  expect(JSON.stringify(asked.cards)).toContain('The GM takes over');
  expect(await table.saved()).toEqual(before);
});

test('erasing a player leaves a running battle sound, without their id or name', async () => {
  const table = peopled();
  await battleOf(table);
  const before = await table.saved();
  const dice = (await table.stores.battles.log(before)).map((each) => [each.orderId, each.diceKey, each.dice]);
  await erase(table, 'ada');
  const text = await everything(table, [before.id]);
  expect(text).not.toContain(idOf('ada'));
  expect(text).not.toContain(nameOf('ada'));
  expect(text).toContain('a player who left');
  expect(text).toMatch(/"gone-[0-9a-f]{16}"/);
  const log = await table.stores.battles.log(before);
  expect(log.slice(0, -1).map((each) => [each.orderId, each.diceKey, each.dice])).toEqual(dice);
  await expectSound(table, before);
  const after = await table.saved();
  expect(Object.values(after.table.control)).toEqual([idOf('bob')]);
  const waiting = await table.services.battles.open('table');
  const acting = waiting.ok ? waiting.value.game.expectedActions()[0]?.actor : undefined;
  expect(acting).toMatch(/^Player [0-9a-f]{4}$/);
  await table.must('gm', 'attack', { target: nameOf('bob'), as: acting });
  await table.must('bob', 'attack', { target: acting });
  await expectSound(table, before);
  const told = JSON.stringify(await table.must('bob', 'battle log', { page: 1 }));
  expect(told).toContain('Player ');
  await table.must('gm', 'battle end', { reason: 'late' });
  await expectSound(table, before);
});

test('an undo does not restore an erased player', async () => {
  const table = peopled();
  await battleOf(table);
  await erase(table, 'ada');
  for (const to of [undefined, 5, 3]) {
    await table.must('gm', 'undo', to === undefined ? {} : { to });
    const saved = await table.saved();
    expect(Object.values(saved.table.control)).not.toContainEqual(expect.stringMatching(/^gone-/));
    await expectSound(table, saved);
  }
});

test('an ended battle keeps an erased player’s orders under a pseudonym', async () => {
  const table = peopled();
  await battleOf(table);
  await table.must('gm', 'battle end', { reason: 'late' });
  const before = await table.saved();
  await table.must('eve', 'battle stats');
  await erase(table, 'ada');
  const after = await table.saved();
  expect(after.version).toBe(before.version);
  expect(Object.values(after.table.control).map((id) => id.replace(/^gone-.*/, 'gone'))).toContain('gone');
  expect(await everything(table, [before.id])).not.toContain(idOf('ada'));
  expect(await table.stores.statistics.find([before.id])).toEqual([]);
  expect(JSON.stringify(await table.must('eve', 'battle stats'))).toContain('a player who left');
  await expectSound(table, before);
  const { files } = await table.must('gm', 'battle export', { format: 'html' });
  expect(String(files[0]?.content)).not.toContain(nameOf('ada'));
});

test('erasing the GM hands the battle to a co-GM, or ends it', async () => {
  const table = peopled();
  await battleOf(table, 'one');
  await battleOf(table, 'two');
  await table.must('gm', 'gm role', { who: idOf('bob') }, 'one');
  const asked = JSON.stringify((await table.must('gm', 'my privacy', { do: 'erase' })).cards);
  expect(asked).toContain('Duel will end, because you are the only GM');
  const [one, two] = [await table.saved('one'), await table.saved('two')];
  await erase(table, 'gm');
  expect((await table.saved('one')).table).toMatchObject({ gm: idOf('bob'), gmName: nameOf('bob') });
  expect((await table.saved('one')).status).toBe('active');
  expect((await table.saved('two')).status).toBe('ended');
  for (const { id } of [one, two]) await expectSound(table, { id });
  const text = await everything(table, [one.id, two.id]);
  expect(text).not.toContain(idOf('gm'));
  expect(text).not.toContain(nameOf('gm'));
  await table.must('bob', 'battle rename', { name: 'On we go' }, 'one');
});

test('a pending order of an erased player goes to the GM', async () => {
  const table = peopled();
  const { must } = table;
  await battleOf(table, 'table', 0);
  await must('eve', 'battle join', { preset: 'Swordsman', side: 'blue' });
  const saved = await table.saved();
  if (saved.pending === undefined) await must('gm', 'skure place', { target: nameOf('eve'), to: 'D4', facing: 'N' });
  await must('ada', 'attack', { target: nameOf('bob') });
  const { pending } = await table.saved();
  await erase(table, 'ada');
  const after = await table.saved();
  expect(after.pending === undefined).toBe(pending === undefined);
  if (after.pending !== undefined) {
    expect(after.pending.user).toBe(idOf('gm'));
    const [choice] = after.pending.question.choices;
    await must('gm', 'my answer', { choice: choice?.id });
  }
  await expectSound(table, after);
});

test('erasing a user removes their deputies and absences on both sides', async () => {
  const table = peopled();
  await battleOf(table);
  const deputy = (user: string, name: string) => ({ user, name, until: 2_000_000_000_000 });
  const issuer = (who: Who) => ({ ...table.asker(idOf(who)), name: nameOf(who) });
  await table.services.battles.changeSession(issuer('gm'), 'rule', 'deputies', () => ({
    ok: true,
    value: [
      { type: 'deputy-named', user: idOf('bob'), deputy: deputy(idOf('ada'), nameOf('ada')) },
      { type: 'deputy-named', user: idOf('ada'), deputy: deputy(idOf('bob'), nameOf('bob')) },
      { type: 'away-set', user: idOf('ada'), until: 2_000_000_000_000 },
    ],
  }));
  await erase(table, 'ada');
  const saved = await table.saved();
  expect(saved.table.deputies).toEqual({});
  expect(saved.table.away).toEqual({});
  expect(await everything(table, [saved.id])).not.toContain(idOf('ada'));
  expect(JSON.stringify(await table.stores.waits.forBattle(saved.id))).not.toContain(idOf('ada'));
});

test('erasing a user deletes characters, histories, settings, campaigns and statistics', async () => {
  const table = peopled();
  const { stores } = table;
  await table.must('ada', 'character create', { system: 'skure', name: 'Grim', preset: 'Swordsman' });
  await stores.people.save({ ...defaultPersonalSettings(idOf('ada')), zone: 'Europe/Berlin' });
  await table.must('ada', 'my stats', { hidden: true });
  const campaign = {
    id: 'c',
    guild: 'guild',
    place: 'forum',
    name: 'Long road',
    gm: idOf('gm'),
    gmName: nameOf('gm'),
    members: { [idOf('ada')]: { name: nameOf('ada'), role: 'player' as const } },
    invited: [],
    entry: 'open' as const,
    systems: ['skure'],
    rules: {},
    editions: {},
    carry: 'ask' as const,
    status: 'running' as const,
    version: 1,
    createdAt: 1,
    updatedAt: 1,
  };
  await stores.campaigns.create(campaign);
  expect((await table.services.privacy.collect(idOf('ada'))).campaigns).toMatchObject([{ role: 'player' }]);
  await erase(table, 'ada');
  expect(await table.services.privacy.collect(idOf('ada'))).toEqual({
    user: idOf('ada'),
    chosen: undefined,
    deputyOf: 0,
    statisticsPrivate: false,
    characters: [],
    shelf: [],
    pictures: [],
    askedRolls: [],
    spoken: [],
    campaigns: [],
    battles: [],
  });
  await erase(table, 'gm');
  expect(await stores.campaigns.byId('c')).toMatchObject({ status: 'ended', gmName: 'a player who left', members: {} });
});

test.each(rulesets.map(({ id }) => id))(
  '%s: erasing a player during random play leaves a log that folds and verifies',
  async (system) => {
    for (const seed of seeds(1)) {
      const table = house();
      const pick = picker(seed * 5);
      await begun(table, system, pick);
      const play = async (orders: number): Promise<void> => {
        for (let n = 0; n < orders; n++) await giveRandomOrder(table, pick);
      };
      await play(40);
      const battle = await table.stores.battles.byChannel('table');
      if (battle === undefined) throw new Error('no battle');
      // In this test ids equal names: the combatant Ada is not the user ada.
      await table.run('ada', 'my privacy', { do: 'erase', confirm: true });
      const sound = { ...peopled(), stores: table.stores };
      await expectSound(sound, battle);
      await play(20);
      await expectSound(sound, battle);
      expect((await table.services.privacy.collect('ada')).battles.flatMap(({ runs }) => runs)).toEqual([]);
    }
  },
  unhurried,
);
