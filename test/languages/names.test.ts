import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { unhurried } from '../budget.ts';
import { realBot } from '../discord/real-bot.ts';
import { readTranscript, replayed, transcriptNames } from '../transcripts/transcript.ts';

/** A language in which only these names would be words, which then stand in brackets: `‹Scout›`. */
const wordsFrom = (names: readonly string[]) => ({
  language: 'ja',
  sentences: Object.fromEntries(names.map((name) => [name, `‹${name}›`])),
});

test.each(transcriptNames)('%s: names that people chose are not looked up', { timeout: unhurried }, async (file) => {
  const transcript = readTranscript(file);
  const users = [...transcript.matchAll(/^> .*?as (\w+):/gm)].map(([, name = '']) => name);
  const chosen = [...transcript.matchAll(/ name:(?:"([^"]+)"|(\w+))/g)].map(([, name, word = '']) => name ?? word);
  expect(chosen.length).toBeGreaterThan(0);
  const { text } = await replayed(transcript, undefined, wordsFrom([...users, ...chosen]));
  expect(text.split('\n').filter((line) => line.includes('‹'))).toEqual([]);
});

const names = ['Mara', 'Bo', 'Arena', 'Scout', 'Ash', 'Undead', 'Winter'];

test.each(rulesets.map(({ id }) => id))(
  '%s: Discord shows no looked up name',
  { timeout: unhurried },
  async (system) => {
    const on = await realBot(createMemoryStores(), undefined, undefined, { languages: [wordsFrom(names)] });
    const guild = on.discord.newGuild('House', { community: 'ja' });
    const place = on.discord.newChannel('table', guild);
    const person = (name: string) => on.discord.user(name, { guild, locale: 'ja', manages: true }).at(place);
    const [mara, bo] = [person('Mara'), person('Bo')];
    const [preset = ''] = Object.keys(rulesets.find(({ id }) => id === system)?.presets ?? {});
    await on.discord.quiet();
    const suggested: string[] = [];
    for (const line of [
      `/character create system:${system} preset:${preset} name:Scout`,
      '/character history name:Scout',
      '/my settings',
      '/character edit name:Scout',
      '/character versions name:Scout',
      `/npc create system:${system} preset:${preset} name:Undead`,
      '/library list',
      '/library show kind:foe name:Undead',
      `/campaign create name:Winter systems:${system}`,
      '/campaign show',
      '/campaign list',
      '/campaign roster',
      '/campaign stats',
      `/battle create system:${system} name:Arena`,
      '/battle join character:Scout',
      `/npc add preset:${preset} name:Ash`,
      '/npc add preset:Undead',
      '/battle start',
      '/battle status',
      '/my view',
      '/gm panel',
      '/gm set',
      '/gm set who:Ash',
      '/odds target:Ash',
      '/undo list:true',
      '/battle log',
      '/battle list',
      '/battle stats',
      '/gm skip',
      '/battle end',
    ])
      await mara.slash(line, place);
    for (const line of ['/gm set who:', '/character edit name:', '/battle join character:', '/npc add preset:'])
      for (const { name } of await mara.suggests(line, place)) suggested.push(name);
    await on.settled();
    await on.discord.quiet();
    const shown = on.discord.told([mara, bo]);
    await on.close();
    expect(shown.length).toBeGreaterThan(25);
    const lines = [...shown.flatMap((each) => each.split(/\\n|"/)), ...suggested];
    expect([...new Set(lines.filter((each) => each.includes('‹')))]).toEqual([]);
  },
);
