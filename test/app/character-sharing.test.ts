import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

const linesOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);
const refusal = async (there: House, user: string, path: string, input = {}): Promise<string> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? 'it was done' : there.sentence(answer.error, 'table');
};

/** Ada has two characters: Grim, which she shares, and Home. */
const sharing = async (there: House = house()) => {
  for (const name of ['Grim', 'Home'])
    await must(there, 'ada', 'character create', {
      system: 'skure',
      name,
      preset: 'Swordsman',
      changes: 'hp=30',
    });
  const shared = await must(there, 'ada', 'character share', { name: 'grim' });
  const hp = async (user: string, name = 'Grim') =>
    (await there.stores.characters.find(user, 'guild', name))?.sheet as { readonly hp: number } | undefined;
  return { there, shared, hp };
};

test('others can copy a shared character, and neither copy changes the other', async () => {
  const { there, shared, hp } = await sharing();
  expect([shared.to, linesOf(shared)[0]]).toEqual(['asker', 'Grim is shared with this server']);
  expect(linesOf(await must(there, 'ada', 'library list', { kind: 'character' }))).toEqual([
    'Characters',
    'Your characters, Skure: Grim (shared), Home.',
  ]);
  expect(linesOf(await must(there, 'bob', 'library list', { kind: 'character' }))).toEqual([
    'Characters',
    'Shared by others: Grim (skure, by ada).',
  ]);
  expect((await there.complete('bob', 'library copy', 'name')).map(({ value }) => value)).toEqual(['Grim']);
  await must(there, 'ada', 'character edit', { name: 'Grim', changes: 'hp=20' });
  expect(linesOf(await must(there, 'bob', 'library copy', { kind: 'character', name: 'grim' }))[1]).toBe(
    'Copied from the character shared by ada.',
  );
  await must(there, 'bob', 'character edit', { name: 'Grim', changes: 'hp=1' });
  await must(there, 'ada', 'character edit', { name: 'Grim', changes: 'hp=25' });
  expect([(await hp('ada'))?.hp, (await hp('bob'))?.hp]).toEqual([25, 1]);
  expect(await refusal(there, 'bob', 'library copy', { kind: 'character', name: 'Grim', player: 'ada' })).toMatch(
    /^You already have a character named Grim/,
  );
  await must(there, 'bob', 'library copy', { kind: 'character', name: 'Grim', to: 'Grim the second', player: 'ada' });
  expect((await hp('bob', 'Grim the second'))?.hp).toBe(25);
});

test('a character that is not shared, or no longer, cannot be copied', async () => {
  const { there, shared, hp } = await sharing();
  expect(await refusal(there, 'bob', 'library copy', { kind: 'character', name: 'Home' })).toBe(
    'No one here shares a character named Home. /library list kind:character shows the shared characters.',
  );
  expect(await refusal(there, 'bob', 'character share', { name: 'Grim' })).toMatch(/^You have no character named Grim/);
  await must(there, 'bob', 'library copy', { kind: 'character', name: 'Grim' });
  const stop = shared.controls.flat()[0]?.press;
  expect(linesOf(await must(there, 'ada', stop?.path.join(' ') ?? '', stop?.input))[0]).toBe(
    'Grim is no longer shared',
  );
  expect(await refusal(there, 'eve', 'library copy', { kind: 'character', name: 'Grim' })).toMatch(
    /^No one here shares/,
  );
  expect((await hp('bob'))?.hp).toBe(30);
  await must(there, 'ada', 'character share', { name: 'Grim' });
  await must(there, 'ada', 'library delete', { kind: 'character', name: 'Grim' });
  await must(there, 'ada', 'library restore', { kind: 'character', name: 'Grim' });
  expect(await refusal(there, 'eve', 'library copy', { kind: 'character', name: 'Grim' })).toMatch(
    /^No one here shares/,
  );
});

test('a shared character of someone who left the server is not listed or copied', async () => {
  const away = new Set<string>();
  const { places } = recordingPlaces();
  const { there, hp } = await sharing(
    house({}, undefined, { ...places, isMember: async (_guild, user) => !away.has(user) }),
  );
  away.add('ada');
  expect(linesOf(await must(there, 'bob', 'library list', { kind: 'character' }))[0]).toBe('Nothing is saved here');
  expect(await refusal(there, 'bob', 'library copy', { kind: 'character', name: 'Grim' })).toBe(
    'No one here shares a character named Grim. /library list kind:character shows the shared characters.',
  );
  away.clear();
  await must(there, 'bob', 'library copy', { kind: 'character', name: 'Grim' });
  expect((await hp('bob'))?.hp).toBe(30);
});

test('a shared character stays shared after a rename', async () => {
  const { there, hp } = await sharing();
  await must(there, 'ada', 'character form', { who: 'Grim', does: 'name', value: 'Grimbold' });
  expect(linesOf(await must(there, 'bob', 'library list', { kind: 'character' }))).toEqual([
    'Characters',
    'Shared by others: Grimbold (skure, by ada).',
  ]);
  await must(there, 'bob', 'library copy', { kind: 'character', name: 'Grimbold' });
  expect((await hp('bob', 'Grimbold'))?.hp).toBe(30);
  await must(there, 'ada', 'character form', { who: 'Home', does: 'name', value: 'House' });
  expect((await there.stores.characters.listShared('guild')).map(({ name }) => name)).toEqual(['Grimbold']);
});

test('a shared character is found by name and player, within one server only', async () => {
  const { there, hp } = await sharing();
  await must(there, 'bob', 'character create', {
    system: 'skure',
    name: 'Grim',
    preset: 'Zombie',
    changes: 'hp=7',
  });
  await must(there, 'bob', 'character share', { name: 'Grim' });
  expect(await refusal(there, 'eve', 'library copy', { kind: 'character', name: 'Grim' })).toBe(
    'Several characters are named Grim. Choose one with the option player: ada and bob.',
  );
  await must(there, 'eve', 'library copy', { kind: 'character', name: 'Grim', player: 'bob' });
  expect((await hp('eve'))?.hp).toBe(7);
  const elsewhere = { ...there.asker('eve'), guild: 'other' };
  expect((await there.dispatcher.run(['library', 'copy'], elsewhere, { name: 'Grim' })).ok).toBe(false);
  const nowhere = { ...there.asker('ada'), guild: undefined };
  const answer = await there.dispatcher.run(['character', 'share'], nowhere, { name: 'Grim' });
  expect(answer.ok ? '' : answer.error.code).toBe('no-server-to-share');
});

test('the export shows that a character is shared, and erasing its owner ends it', async () => {
  const { there } = await sharing();
  expect(JSON.stringify(await must(there, 'ada', 'my privacy'))).toContain('shared for others to copy');
  const kept = JSON.parse(String((await must(there, 'ada', 'my privacy', { do: 'export' })).files[0]?.content));
  expect(kept.characters).toMatchObject([{ name: 'Grim', sharedBy: 'ada' }, { name: 'Home' }]);
  await must(there, 'bob', 'library copy', { kind: 'character', name: 'Grim' });
  const asked = await must(there, 'ada', 'my privacy', { do: 'erase' });
  await must(there, 'ada', 'my privacy', asked.controls.flat()[0]?.press.input);
  expect(await there.stores.characters.listShared('guild')).toEqual([]);
  expect(JSON.stringify(await there.stores.characters.list('bob', 'guild'))).not.toContain('ada');
});
