import { dictionaryOf, sentenceTable } from './table.ts';

/** Writes every sentence as a table to translate: `sentences` is what a dictionary is made of, `notes` says what fills the holes and where it is said. */
const table = sentenceTable();
const notes = Object.fromEntries(
  table.map(({ template, holes, file, line }) => [
    template,
    [...holes.map((name, index) => `{${index + 1}} ${name}`), `${file}:${line}`].join(', '),
  ]),
);
console.log(JSON.stringify({ ...dictionaryOf('en', table, (template) => template), notes }, undefined, 2));
