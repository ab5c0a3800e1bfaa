import { expect, test } from 'vitest';
import { type Library, type LibraryItem, parseContent, upcastingLibrary } from '../../src/library/library.ts';
import { createMemoryLibrary } from '../../src/library/memory-library.ts';
import { pacers } from '../battle/pacers.ts';
import { anItem } from '../persistence/library-suite.ts';

const now = [pacers.second];
const shelf: Library = { scope: 'person', owner: 'mo', guild: undefined };
const grim: LibraryItem = anItem(shelf, { system: 'pacers', edition: 1, thing: { sheet: { steps: 3 }, note: 'slow' } });

const codeOf = (item: LibraryItem): string | undefined => {
  const foe = parseContent('foe', item, now);
  return foe.ok ? undefined : foe.error.code;
};

test('every lookup upcasts a saved foe; one that cannot be upcast stays unchanged', async () => {
  const store = createMemoryLibrary();
  await store.save(grim);
  const strange = anItem(shelf, { name: 'Strange', system: 'unknown', edition: 1, thing: { sheet: { steps: 3 } } });
  await store.save(strange);
  const present = upcastingLibrary(now, store);
  const lifted = { thing: { sheet: { paces: 3 }, note: 'slow' }, edition: 2, version: 1 };
  expect(await present.findMany([grim.id, strange.id])).toMatchObject([lifted, strange]);
  expect((await present.listByUser('mo'))[0]).toMatchObject(lifted);
  // Reading writes nothing; only a change does.
  expect(await store.findMany([grim.id])).toEqual([grim]);
});

test('an item from a newer release, or with invalid content, cannot be read', () => {
  expect(codeOf({ ...grim, edition: 2 })).toBeUndefined();
  expect(codeOf({ ...grim, edition: 3 })).toBe('thing-newer');
  expect(codeOf({ ...grim, edition: 2, thing: { sheet: {}, colour: 'red' } })).toBe('thing-unreadable');
  expect(codeOf({ ...grim, system: undefined, edition: 2 })).toBe('thing-newer');
  const group = { members: [{ name: 'Grim', count: 2, of: { foe: 'id' } }] };
  const read = parseContent('group', { ...grim, edition: 2, thing: group }, now);
  expect(read).toEqual({ ok: true, value: group });
  expect(parseContent('group', { ...grim, edition: 2, thing: { members: [] } }, now).ok).toBe(false);
});
