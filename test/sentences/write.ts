import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTemplate, mergeLanguage } from './merge.ts';
import { reportLanguage } from './report.ts';
import { playedSentences } from './said.ts';
import { allSentences, sentenceTable } from './table.ts';
import { templatesOf } from './templates.ts';

/**
 * `npm run sentences` writes the templates for translators. `npm run sentences -- ja` updates the files of a language
 * and reports how complete they are. `--rules` adds the files of the rules.
 */
const root = join(import.meta.dirname, '../../languages');
const [language, ...options] = process.argv.slice(2);

const write = (folder: string, ending: string, files: ReadonlyMap<string, string>): void => {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, `${name}.${ending}`), text);
};

const all = allSentences();
const { said, transcripts } = await playedSentences(sentenceTable(all));
const templates = templatesOf(all, said);
if (language === undefined) {
  write(
    join(root, 'templates'),
    'pot',
    new Map([...templates].map(([name, entries]) => [name, formatTemplate(entries)])),
  );
  for (const [name, { length }] of templates) console.log(`languages/templates/${name}.pot: ${length} entries`);
} else {
  const folder = join(root, language);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.po')) : [];
  const files = new Map(names.map((name) => [name.slice(0, -3), readFileSync(join(folder, name), 'utf8')]));
  const wanted = [...templates].filter(
    ([name]) => files.has(name) || options.includes('--rules') || !name.endsWith('-rules'),
  );
  const merged = mergeLanguage(language, new Map(wanted), files);
  write(folder, 'po', merged);
  console.log(reportLanguage(merged, transcripts).join('\n'));
}
process.exit(0);
