import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatVerbWord } from '../../src/app/replies/inbox-notes.ts';
import { type Dictionary, runInLanguage, worded } from '../../src/core/message.ts';
import { readPo } from '../../src/languages/po.ts';
import { reportLanguage } from '../sentences/report.ts';
import { playedSentences } from '../sentences/said.ts';
import { sentenceTable } from '../sentences/table.ts';
import { as, flank, order, stranger, verb } from '../systems/skure/stage.ts';
import { readTranscript, replayed } from '../transcripts/transcript.ts';

/** German has what Japanese lacks: plurals, verbs in two parts, capital letters and a decimal comma. */
const file = readFileSync(join(import.meta.dirname, 'de/skure.po'), 'utf8');
const { sentences, leftOut } = readPo(file);
const german = { language: 'de', sentences };

/** Plays a transcript, and reads the files in JSON that its answers attach. */
const play = async (orders: string, dictionary: Dictionary | undefined) => {
  const files: unknown[] = [];
  const played = await replayed(
    orders,
    async (heard) => {
      const attached = 'reply' in heard ? (heard.reply?.files ?? []) : [];
      files.push(...attached.filter(({ name }) => name.endsWith('.json')).map(({ content }) => content));
    },
    dictionary,
  );
  return { ...played, files, lines: played.text.split('\n').map((line) => line.trim()) };
};

test('all entries of the file can be used', () => {
  expect(leftOut).toEqual({ empty: 0, fuzzy: 0, wrongHoles: [] });
});

describe('a battle in German', async () => {
  const ford = await play(readTranscript('skure-ford.txt'), german);
  const tower = await play(readTranscript('skure-tower.txt'), german);

  test.each([
    ['a separable verb', 'Cutthroat greift Cid an: Kritischer Treffer, 2 Schaden.'],
    ['a separable verb around a name', 'Ada stürmt auf Zombie zu: Genauer Treffer, 17 Schaden.'],
    ['a verb at the end of a question', 'Fängt Cid den Angriff auf Bo ab?'],
    ['names in another order', 'Wie oft Ada Zombie trifft: 100 Würfe von 100.'],
    ['one', '1 Punkt'],
    ['many', '3 Punkte'],
    ['one turn', 'Bo zielt auf Cutthroat (1 Zug).'],
    ['a comma and a true minus', 'W100 45 · −25 langsamer (8 zu 20, Schwerer Nachteil) = 20 → Stufe 2'],
    ['factors', 'Angriff 16 − Abwehr 5 = 11 · ×5 Stufe · ×1,25 Position = 68,75 → 69'],
    ['a side and its heading', 'Zombie schließt sich der Seite Gegner an.'],
    ['who acts', '→ Die Spielleitung ist für die Gegner am Zug'],
    ['a result', 'Der Kampf ist vorbei: Sieg für company. Nur diese Gruppe hat überlebt.'],
    ['a refusal', '! Ada ist nicht am Zug; warte darauf. Als Nächstes: Bo ist am Zug.'],
    ['facts of the log', 'Von Hand geworfen und darum nicht geprüft: 12 Würfel.'],
  ])('has %s', (_, line) => {
    expect(ford.lines.find((each) => each.startsWith(line))).toBeDefined();
  });

  test.each([
    ['a capital letter from a small twin', 'Ist befördert: nein'],
    ['a noun of a word in small letters', 'Rolle: Hauptmann'],
    ['the name of a class', 'Ash steigt zu Wildes Feuerelementar auf.'],
    ['one round', 'red hält das Gelände: 1 Runde von 2.'],
    ['several rounds', 'red hält das Gelände: 2 Runden von 2.'],
    ['the title of a rule', 'SK-OBJ-3: Felder halten'],
    ['a rule without a translation', 'Taktik der Gruppe (auf Englisch): A GM must know all of this thoroughly'],
  ])('has %s', (_, line) => {
    expect(tower.lines.find((each) => each.startsWith(line))).toBeDefined();
  });

  test('lists end with “und”', () => {
    expect(ford.text).toContain('Ada, Bo, Cid, Zombie und Cutthroat');
    expect(tower.text).toContain('Ash (Hauptmann von red) und Cid (Hauptmann von blue)');
  });

  test('understands the same orders, and refuses the same', () => {
    expect([ford.slips, tower.slips]).toEqual([[], []]);
  });

  test('has the same log as in English', async () => {
    const orders = `${readTranscript('skure-ford.txt')}\n> as gm: /battle export format:json\n`;
    const [inGerman, inEnglish] = await Promise.all(
      [german, undefined].map(async (dictionary) => JSON.parse(String((await play(orders, dictionary)).files.at(-1)))),
    );
    const [opened] = inGerman.log;
    expect(opened.table.pop()).toEqual({ type: 'language-set', language: 'de' });
    expect(inGerman.log).toHaveLength(35);
    expect(inGerman.log).toEqual(inEnglish.log);
  });

  test('has whole German lines', async () => {
    const { transcripts } = await playedSentences(sentenceTable(), ['skure-ford.txt', 'skure-tower.txt']);
    const shares = reportLanguage(new Map([['skure', file]]), transcripts).slice(-2);
    for (const share of shares) expect(Number(/\((\d+) %\)/.exec(share)?.[1]), share).toBeGreaterThanOrEqual(94);
  }, 120_000);
});

test('names that are words stay, and sentences without a translation are English', async () => {
  const { text } = await play(
    [
      'as gm: /battle create system:skure name:Bridge size:9x8',
      'as ada: /battle join preset:swordsman name:Scout side:company',
      'as bo: /battle join preset:longbowman name:Order side:company',
      'as gm: /npc add preset:zombie',
      'as gm: /battle place Scout to:D4 facing:E',
      'as gm: /battle place Order to:D5 facing:E',
      'as gm: /battle place Zombie to:G4 facing:W',
      'as gm: /battle start',
      'as bo: /aim Scout',
      'as gm: /gm hide Zombie',
    ]
      .map((line) => `> ${line}`)
      .join('\n'),
    german,
  );
  expect(runInLanguage(german, () => [worded('Scout'), worded('Order')])).toEqual(['Späher', 'Befehl']);
  expect(text).toContain('Order schließt sich der Seite company an.');
  expect(text).toContain('Der Kampf beginnt. Reihenfolge: Order, Scout, Zombie.');
  expect(text).toContain('! Scout is on Order’s own team; choose an enemy.');
  expect(text).toContain('Zombie is hidden until revealed.');
  expect(text).not.toMatch(/Späher|Befehl\b/);
});

test('a hidden attacker is “jemand”, with a capital letter at the beginning of a sentence', () => {
  const { events } = order(flank, as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  const seen = (unseen: readonly string[]) =>
    runInLanguage(german, () => flank.narrate(events, { ...stranger, unseen }).map(({ text }) => text)[0]);
  expect(seen([])).toBe('Ann greift Bob an: Genauer Treffer, 18 Schaden, von der Flanke.');
  expect(seen(['Ann'])).toBe('Jemand greift Bob an: Genauer Treffer, 18 Schaden, von der Flanke.');
  expect(runInLanguage(german, () => worded('somebody'))).toBe('jemand');
});

test('verbs inside of a text have capital letters where the language has them', () => {
  expect(formatVerbWord('attack', 'skure')).toBe('attack');
  expect(runInLanguage(german, () => formatVerbWord('attack', 'skure'))).toBe('Angriff');
});
