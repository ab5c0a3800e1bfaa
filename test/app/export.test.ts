import { expect, test } from 'vitest';
import {
  battleExportSchema,
  ledgerSchema,
  verifyBattle,
  verifyLedger,
  viewExportSchema,
} from '../../src/battle/saved/export.ts';
import { rulesets } from '../../src/systems/index.ts';
import { seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { fought, must, secret } from './duel.ts';
import { type House, house } from './house.ts';
import { begun, giveRandomOrder, mark } from './random-play.ts';

const file = async (table: House, user: string, format: string, open = false): Promise<string> => {
  const { files, to } = await must(table, user, 'battle export', { format, ...(open && { public: true }) });
  expect(to).toBe(open ? 'everyone' : 'asker');
  expect(files).toHaveLength(1);
  return String(files[0]?.content);
};

const skure = () => {
  const found = rulesets.find(({ id }) => id === 'skure');
  if (found === undefined) throw new Error('no Skure');
  return found;
};

test.each(['markdown', 'html', 'json'])('an export as %s shows each reader only what they may know', async (format) => {
  const table = await fought();
  for (const over of [false, true]) {
    if (over) await must(table, 'gm', 'battle end', { reason: 'It is late.' });
    expect(await file(table, 'gm', format)).toContain(secret);
    for (const user of ['ada', 'bob', 'eve']) expect(await file(table, user, format)).not.toContain(secret);
    expect(await file(table, 'gm', format, true)).not.toContain(secret);
  }
});

test('a secret roll is exported only to those who may see it, and to all once revealed', async () => {
  const table = await fought();
  const told = async (user: string) => (await file(table, user, 'markdown')).includes('3d6 →');
  expect([await told('gm'), await told('bob')]).toEqual([true, false]);
  const battle = await table.services.battles.open('table');
  const n = battle.ok ? battle.value.saved.version : 0;
  await must(table, 'gm', 'my show-roll', { entry: n });
  expect(await told('bob')).toBe(true);
});

test('the seed and the dice ledger are secret while the battle lasts', async () => {
  const table = await fought();
  const saved = await table.stores.battles.byChannel('table');
  for (const user of ['gm', 'ada'])
    for (const format of ['markdown', 'html', 'json'])
      expect(await file(table, user, format)).not.toContain(saved?.seed);
  const dice = await table.run('gm', 'battle export', { format: 'dice' });
  expect(dice.ok ? 'given' : dice.error.code).toBe('seed-secret');
  expect(viewExportSchema.parse(JSON.parse(await file(table, 'gm', 'json'))).dice).toBeUndefined();
});

test('the dice of an ended battle can be verified from its export', async () => {
  const edition = 1;
  const table = await fought(3);
  await must(table, 'gm', 'battle end', { reason: 'It is late.' });
  const whole = battleExportSchema.parse(JSON.parse(await file(table, 'gm', 'json')));
  expect(verifyBattle(skure(), whole).passed).toBe(true);
  const view = viewExportSchema.parse(JSON.parse(await file(table, 'ada', 'json')));
  const dice = ledgerSchema.parse(JSON.parse(await file(table, 'eve', 'dice')));
  expect(view.dice).toEqual(dice);
  expect([whole.edition, view.edition.dice, dice.edition]).toEqual([view.edition, edition, { dice: edition }]);
  expect(verifyLedger(dice)).toMatchObject({
    passed: true,
    dice: { edition, recomputed: whole.log.flatMap((each) => each.dice).length },
  });
});

test('/battle end attaches the replay page and the Markdown, without hidden combatants', async () => {
  const table = await fought();
  const { files, to } = await must(table, 'gm', 'battle end', { reason: 'It is late.' });
  expect(to).toBe('everyone');
  expect(files.map(({ name }) => name)).toEqual(['the-old-bridge-more.html', 'the-old-bridge-more.md']);
  for (const { content } of files) {
    expect(String(content)).toContain('Ann strikes Grim');
    expect(String(content)).not.toContain(secret);
  }
});

test('an attack that ends the battle attaches the replay files too', async () => {
  const table = await fought(0);
  await must(table, 'gm', 'gm set', { field: 'hp', who: 'Grim', value: '1', reason: 'a test' });
  await must(table, 'gm', 'gm set', { field: 'hp', who: secret, value: '-50', reason: 'a test' });
  for (let n = 0; n < 20; n++) {
    const battle = await table.services.battles.open('table');
    const actor = battle.ok ? battle.value.game.expectedActions()[0]?.actor : undefined;
    const [user, path, input] =
      actor === 'Ann' ? ['ada', 'attack', { target: 'Grim' }] : ['gm', 'end', { as: actor ?? 'Grim' }];
    const answer = await must(table, String(user), String(path), input);
    const isOver = answer.kind === 'result' && answer.ended;
    expect(answer.files.length).toBe(isOver ? 2 : 0);
    if (isOver) return;
  }
  throw new Error('Nobody was felled.');
});

test('exported files are named after the battle', async () => {
  const table = await fought(0);
  const named = async (name: string) => {
    await must(table, 'gm', 'battle rename', { name });
    return (await must(table, 'gm', 'battle export', { format: 'markdown' })).files[0]?.name;
  };
  expect(await named('Œuvre / ../Ærø')).toMatch(/^[\w-]+\.md$/);
  expect(await named('日本の橋、夜')).toBe('日本の橋-夜.md');
  expect(await named('Gödel’s ガレージ')).toBe('godel-s-ガレージ.md');
  expect(await named('🔥')).toBe('battle.md');
});

test('the log is filtered by what the reader may know', async () => {
  const table = await fought();
  const titles = async (user: string, input: object) =>
    (await must(table, user, 'battle log', input)).cards.flatMap(({ lines }) => lines.map(({ text }) => text));
  expect((await titles('bob', { round: 1 })).join()).toContain('Ann strikes Grim');
  expect((await titles('bob', { round: 1 })).join()).not.toContain('Round 3');
  expect((await titles('bob', { kind: 'rolls' })).join()).toContain('gm rolls in secret');
  // The filter does not show that a secret roll was an attack.
  expect((await titles('ada', { kind: 'orders', person: 'bob' })).join()).not.toContain('secret');
  expect(await titles('ada', { combatant: secret })).toEqual([]);
  expect((await titles('gm', { combatant: secret })).length).toBeGreaterThan(0);
  expect((await titles('ada', { person: 'ada', kind: 'orders' })).every((text) => !/^\d+\. Grim/.test(text))).toBe(
    true,
  );
});

test('the log pages and jumps to entries within its filters', async () => {
  const table = await fought(9);
  const first = await must(table, 'gm', 'battle log', { kind: 'orders' });
  const older = first.controls.flat().find((each) => each.label === 'Older');
  expect(older?.press.input).toEqual({ kind: 'orders', page: 2 });
  const jump = first.controls.flat().find((each) => each.kind === 'select');
  const entry = Number(jump?.kind === 'select' ? jump.options[1]?.value : 0);
  const one = await must(table, 'gm', 'battle log', { kind: 'orders', entry });
  expect(one.cards[0]?.title).toBe(`Entry ${entry}`);
  expect(one.controls.flat().map(({ label }) => label)).toEqual(['Newer', 'Show its page of the log', 'Older']);
  const none = await table.run('gm', 'battle log', { entry: 999 });
  expect(none.ok ? 'shown' : none.error.code).toBe('no-such-entry');
});

test.each(rulesets.map(({ id }) => id))(
  '%s: no export shows players a hidden combatant after random play',
  async (system) => {
    for (const seed of seeds(1)) {
      const table = house();
      const pick = picker(seed * 11);
      await begun(table, system, pick);
      for (let n = 0; n < 70; n++) await giveRandomOrder(table, pick);
      for (const over of [false, true]) {
        const there = await table.stores.battles.byChannel('table');
        if (over && there?.status !== 'ended') await must(table, 'gm', 'battle end', { reason: 'late' });
        for (const format of ['html', 'markdown', 'json']) {
          for (const user of ['ada', 'eve']) expect(await file(table, user, format)).not.toContain(mark);
          expect(await file(table, 'gm', format, true)).not.toContain(mark);
        }
      }
    }
  },
  unhurried,
);
