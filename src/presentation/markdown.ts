import { listText, normalizeText, phrase, sentences, worded } from '../core/message.ts';
import { formatRow } from './card.ts';
import { type BattleRecord, groupByHeading, type RecordStep } from './record.ts';

/** An invisible character with which we break mentions. */
const apart = '\u200b';

/** Escapes Markdown in one line, including signs that count only at its start. */
const escapeLine = (text: string): string =>
  normalizeText(text)
    .replace(/[\\`*_~|<>[\]&]/g, '\\$&')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\b(discord(?:app)?\.(?:gg|com|me|io|li|new))\//gi, '$1\\/')
    .replace(/@(?=\S)/g, `@${apart}`)
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');

/** Escapes a user's text, so that Markdown shows it unchanged. */
export const escapeMarkdown = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map(escapeLine)
    .join('\n');

/** Escapes a text as one line, for list items. */
const inline = (text: string): string => escapeMarkdown(text.replace(/\s+/gu, ' '));

const stepMarkdown = ({ lines }: RecordStep): readonly string[] =>
  lines.flatMap(({ text, tone, rows }, at) => {
    const shown = tone === 'good' || tone === 'bad' ? `**${inline(text)}**` : inline(text);
    const bullet = at === 0 ? '-' : '  -';
    return [
      ...(text === '' ? [] : [`${bullet} ${shown}`]),
      ...rows.map((row) => `${at === 0 ? '  ' : '    '}- ${inline(formatRow(row))}`),
    ];
  });

const proofMarkdown = ({ proof: { commitment, ledger } }: BattleRecord): readonly string[] => [
  `## ${worded('Dice')}`,
  '',
  `- ${phrase`Fingerprint of the sealed seed (SHA-256): \`${commitment}\``}`,
  ...(ledger === undefined
    ? [`- ${worded('The seed is published when the battle is over.')}`]
    : [
        `- ${phrase`Seed: \`${ledger.seed}\``}`,
        `- ${worded('Every die can be rolled again from the seed, with /battle verify or on the replay page.')}`,
      ]),
];

/** Formats a battle's record as Markdown for a forum. */
export const recordMarkdown = (record: BattleRecord): string => {
  const { name, system, reader, status, people, steps, undone } = record;
  return [
    `# ${inline(name)}`,
    '',
    worded(sentences(phrase`${inline(system)}, ${inline(reader)}.`, inline(status))),
    '',
    ...(people.length === 0 ? [] : [phrase`Taking part: ${listText(people.map(inline))}.`, '']),
    ...groupByHeading(steps.filter(({ lines }) => lines.length > 0)).flatMap(({ heading, steps: under }) => [
      `## ${inline(heading)}`,
      '',
      ...under.flatMap(stepMarkdown),
      '',
    ]),
    ...(undone.length === 0
      ? []
      : [phrase`Undone steps that are not included: ${undone.length}. The replay page lists them.`, '']),
    ...proofMarkdown(record),
    '',
  ].join('\n');
};
