import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { sidesOf } from '../systems/any-battle.ts';
import { must } from './duel.ts';
import { house, opened } from './house.ts';
import { prepared } from './random-play.ts';

const note = 'Fears the dark.';

test.each(rulesets.map((ruleset) => [ruleset.id, ruleset] as const))(
  '%s: notes are entered by text or form, shown with the sheet in battle, and kept afterwards',
  async (system, ruleset) => {
    const there = house({}, undefined, recordingPlaces().places);
    const isBand = system === 'dskull';
    const read = async (user: string, path: string, input: object) =>
      JSON.stringify(await must(there, user, path, input));
    await must(there, 'gm', 'campaign create', { name: 'Long road', systems: system });
    await must(there, 'ada', 'campaign join');
    const [preset] = Object.keys(ruleset.presets);
    const [first = '', second = ''] = sidesOf(ruleset);
    await must(there, 'ada', 'character create', { system, name: 'Ann', preset, changes: `notes=${note}` });
    if (isBand) await must(there, 'ada', 'character edit', { name: 'Ann', changes: `warriors.0.notes=${note}` });
    await must(there, 'ada', 'character form', { who: 'Ann', of: system, at: 'notes' });
    await must(there, 'gm', 'battle create', { system, name: 'The ford' });
    await must(there, 'ada', 'battle join', { character: 'Ann', side: first });
    await must(there, 'gm', 'npc add', { preset, name: 'Grim', side: second, changes: 'notes=Knows the secret.' });
    await prepared(there);
    const { game, saved } = await opened(there);
    const [own] = game.roster().filter(({ actor }) => saved.table.control[actor] === 'ada');
    const [foe] = game.roster().filter(({ actor }) => saved.table.control[actor] === undefined);
    expect(await read('ada', 'battle status', { who: own?.id })).toContain(note);
    expect(await read('ada', 'battle status', { who: foe?.id })).not.toContain('secret');
    const character = await there.services.characters.find('ada', 'guild', 'Ann', system);
    const carried = game.carry(own?.actor ?? '', character?.sheet)?.sheet;
    const rested = ruleset.restore(carried);
    expect([carried, rested.ok && rested.value].map((sheet) => Object(sheet).notes)).toEqual([note, note]);
    const shown = await read('ada', 'library show', { kind: isBand ? 'warband' : 'character', name: 'Ann' });
    expect(shown).toContain(note);
    expect(shown.includes(`"says":"${note}"`)).toBe(isBand);
  },
);
