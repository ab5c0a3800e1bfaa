import { Locale } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { readPo } from '../../src/languages/po.ts';
import { formatTemplate, mergeLanguage } from '../sentences/merge.ts';
import { pluralHeader } from '../sentences/plural-header.ts';
import { reportLanguage } from '../sentences/report.ts';
import type { Sentence } from '../sentences/scan.ts';
import { allSentences, keyOf, sentenceTable } from '../sentences/table.ts';
import { type Template, templatesOf } from '../sentences/templates.ts';

const sentence = (template: string, rest: Partial<Sentence> = {}): Sentence => ({
  template,
  holes: [],
  file: 'src/systems/skure/movement/movement.ts',
  line: 7,
  ...rest,
});

describe('the templates', () => {
  const all = allSentences();
  const table = sentenceTable(all);
  const templates = templatesOf(all, new Map());

  test('contain each sentence once, and PO files read them all', () => {
    const languages = [...templates].map(([, entries]) =>
      readPo(
        formatTemplate(
          entries.map((entry) => ({ ...entry, msgstr: [entry.msgid, entry.msgid_plural ?? ''].filter(Boolean) })),
        ),
      ),
    );
    const read = languages.flatMap(({ sentences }) => Object.keys(sentences));
    const names = templates.get('commands')?.filter(({ msgctxt }) => msgctxt !== undefined) ?? [];
    const plurals = table.filter(({ one }) => one !== undefined);
    expect(languages.flatMap(({ leftOut }) => leftOut.wrongHoles)).toEqual([]);
    expect(read).toHaveLength(table.length + plurals.length + names.length);
    expect(new Set(read).size).toBe(read.length);
  });

  test('have a file for the common sentences, for each rulebook, for its rules, and for commands', () => {
    const systems = ['dskull', 'segment', 'skure', 'straalara', 'sword-world'];
    expect([...templates.keys()].toSorted()).toEqual(
      ['commands', 'common', ...systems, ...systems.map((system) => `${system}-rules`)].toSorted(),
    );
    const [first] = templates.get('skure-rules') ?? [];
    expect(first).toMatchObject({ msgctxt: 'SK-GEN-1', comments: { reference: 'src/systems/skure/PLAYERS.md' } });
  });

  test('have the names of commands by their whole path, of options and of choices', () => {
    const names = (templates.get('commands') ?? []).map(({ msgctxt, msgid }) => `${msgctxt}: ${msgid}`);
    expect(names).toEqual(
      expect.arrayContaining(['command: battle', 'command: battle end', 'option: preset', 'choice: everyone']),
    );
  });
});

test('an entry says what fills each placeholder, how it was said, how often, and where', () => {
  const one = sentence('{1} hero', { of: 'who', holes: ['a number'], one: '{1} hero', template: '{1} heroes' });
  const said = new Map([[keyOf(one), { count: 12, example: '3 heroes' }]]);
  expect(formatTemplate(templatesOf([one], said).get('skure') ?? []).split('\n\n')[1]).toBe(
    [
      '#: src/systems/skure/movement/movement.ts:7',
      '#. {1} a number',
      '#. as in: 3 heroes',
      '#. said 12 times in the battles of test/transcripts',
      '#, python-brace-format, priority:112',
      'msgctxt "who"',
      'msgid "{1} hero"',
      'msgid_plural "{1} heroes"',
      'msgstr[0] ""',
      'msgstr[1] ""',
      '',
    ].join('\n'),
  );
});

test('a sentence with a capital letter may stay empty if it has a twin', () => {
  const [capital, small] = templatesOf([sentence('Attack'), sentence('attack')], new Map()).get('skure') ?? [];
  expect(capital?.comments?.extracted).toBe('if empty, “attack” is used with a capital letter');
  expect(small?.comments?.extracted).toBe('');
  const file = 'msgid "Attack"\nmsgstr ""\n\nmsgid "attack"\nmsgstr "Angriff"\n';
  expect(reportLanguage(new Map([['skure', file]]), [])[1]).toBe('skure: 2 of 2 (100 %), 0 fuzzy, 0 empty, 0 wrong');
});

test('a sentence of several rulebooks is common', () => {
  const places = ['skure', 'segment'].map((system) => sentence('Miss', { file: `src/systems/${system}/a.ts` }));
  const files = templatesOf([...places, sentence('Hit')], new Map());
  expect(files.get('common')?.map(({ msgid }) => msgid)).toEqual(['Miss']);
  expect(files.get('skure')?.map(({ msgid }) => msgid)).toEqual(['Hit']);
});

test.each(Object.values(Locale))('the plural formula of Discord’s language %s is known', (locale) => {
  expect(pluralHeader(locale)).toMatch(/^nplurals=\d; plural=.*;$/);
});

test('the plural formulas are those of CLDR', () => {
  expect(['ja', 'de', 'fr'].map(pluralHeader)).toEqual([
    'nplurals=1; plural=0;',
    'nplurals=2; plural=(n != 1);',
    'nplurals=2; plural=(n > 1);',
  ]);
});

describe('a language that is brought up to date', () => {
  const entry = (msgid: string, rest: Partial<Template[number]> = {}): Template[number] => ({
    msgid,
    msgstr: [''],
    comments: { reference: 'src/app/services.ts:7', flag: 'python-brace-format' },
    ...rest,
  });
  const merge = (old: Readonly<Record<string, string>>, templates: Readonly<Record<string, Template>>) =>
    mergeLanguage('pl', new Map(Object.entries(templates)), new Map(Object.entries(old)));

  test('begins with empty entries and the header of its language', () => {
    const text = merge({}, { common: [entry('{1} turn', { msgid_plural: '{1} turns' })] }).get('common') ?? '';
    expect(text).toContain('"Language: pl\\n"');
    expect(text).toContain('"Plural-Forms: nplurals=3; plural=(n == 1 ? 0 : ');
    expect(text).toContain('#: src/app/services.ts\n');
    expect(text).toContain('msgstr[2] ""');
    expect(readPo(text).leftOut.empty).toBe(1);
  });

  test('keeps its translations, also those that moved to another file, and notes of translators', () => {
    const old = '# Team\nmsgid ""\nmsgstr "X-Names: all\\n"\n\n# a note\nmsgid "{1} hits."\nmsgstr "{1} trafia."\n';
    const merged = merge({ common: old }, { common: [entry('Miss')], skure: [entry('{1} hits.')] });
    expect(readPo(merged.get('skure') ?? '').sentences).toEqual({ '{1} hits.': '{1} trafia.' });
    expect(merged.get('skure')).toContain('# a note\n');
    expect(merged.get('common')).toMatch(/^# Team\n/);
    expect(readPo(merged.get('common') ?? '').header['X-Names']).toBe('all');
  });

  test('marks a translation as fuzzy if the English has changed', () => {
    const old = 'msgid "{1} ends its turn."\nmsgstr "{1} kończy turę."\n';
    const text = merge({ common: old }, { common: [entry('{1} ends the turn.')] }).get('common') ?? '';
    expect(text).toContain(
      [
        '#, fuzzy, python-brace-format',
        '#| msgid "{1} ends its turn."',
        'msgid "{1} ends the turn."',
        'msgstr "{1} kończy turę."',
      ].join('\n'),
    );
    expect(readPo(text)).toMatchObject({ sentences: {}, leftOut: { fuzzy: 1 } });
    expect(merge({ common: text }, { common: [entry('{1} ends the turn.')] }).get('common')).toBe(text);
  });

  test('marks a translation as fuzzy if the sentence has a context now', () => {
    const old = 'msgid "Normal"\nmsgstr "zwykły"\n';
    const text = merge({ common: old }, { common: [entry('Normal', { msgctxt: 'movement' })] }).get('common') ?? '';
    expect(text).toContain('#| msgid "Normal"\nmsgctxt "movement"\nmsgid "Normal"\nmsgstr "zwykły"');
  });

  test('moves unused translations to the end, and uses them again', () => {
    const old = 'msgid "An old sentence."\nmsgstr "Stare zdanie."\n';
    const text = merge({ common: old }, { common: [entry('Miss')] }).get('common') ?? '';
    expect(text).toContain('#~ msgid "An old sentence."\n#~ msgstr "Stare zdanie."');
    const again = merge({ common: text }, { common: [entry('An old sentence.')] }).get('common') ?? '';
    expect(readPo(again).sentences).toEqual({ 'An old sentence.': 'Stare zdanie.' });
  });
});

test('the report counts the entries of each file and the complete lines of each transcript', () => {
  const file = [
    ...['msgid "Hit"\nmsgstr "Treffer"\n', 'msgid "Miss"\nmsgstr ""\n', '#, fuzzy\nmsgid "Move"\nmsgstr "Zug"\n'],
    'msgid "{1} m"\nmsgstr "m"\n',
  ].join('\n');
  const lines = [['Hit'], ['Hit', 'Miss'], ['Hit']];
  expect(reportLanguage(new Map([['skure', file]]), [{ transcript: 'ford.txt', lines }])).toEqual([
    'file: translated of all, fuzzy, empty, wrong placeholders',
    'skure: 1 of 4 (25 %), 1 fuzzy, 1 empty, 1 wrong',
    '  wrong placeholders: {1} m',
    '',
    'transcript: lines that are complete',
    'ford.txt: 2 of 3 (66 %)',
  ]);
});
