import { dictionaryOf, sentenceTable } from './table.ts';

/**
 * Writes every sentence as a table to translate: `sentences` for a dictionary, `notes` with the placeholders and the
 * source of each.
 */
const table = sentenceTable();
const notes = Object.fromEntries(
  table.map(({ template, holes, file, line }) => [
    template,
    [...holes.map((name, index) => `{${index + 1}} ${name}`), `${file}:${line}`].join(', '),
  ]),
);
console.log(JSON.stringify({ ...dictionaryOf('en', table, (template) => template), notes }, undefined, 2));
