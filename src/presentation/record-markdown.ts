import { phrase } from '../core/message.ts';
import { formatRow } from './lines-text.ts';
import { escapeMarkdown } from './markdown.ts';
import { type BattleRecord, groupByHeading, type RecordStep } from './record.ts';

/** On one line whatever it holds: a line break would end the item of the list. */
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
  '## Dice',
  '',
  phrase`- Fingerprint of the sealed seed (SHA-256): \`${commitment}\``,
  ...(ledger === undefined
    ? ['- The seed is published when the battle is over.']
    : [
        phrase`- Seed: \`${ledger.seed}\``,
        '- Every die can be rolled again from the seed, with /verify or on the replay page.',
      ]),
];

/** A battle as Markdown to paste in a forum: rounds as headings, each entry with the sums beneath it. */
export const recordMarkdown = (record: BattleRecord): string => {
  const { name, system, reader, status, people, steps } = record;
  return [
    `# ${inline(name)}`,
    '',
    phrase`${inline(system)}, ${inline(reader)}. ${inline(status)}`,
    '',
    ...(people.length === 0 ? [] : [phrase`Taking part: ${people.map(inline).join(', ')}.`, '']),
    ...groupByHeading(steps.filter(({ lines }) => lines.length > 0)).flatMap(({ heading, steps: under }) => [
      `## ${inline(heading)}`,
      '',
      ...under.flatMap(stepMarkdown),
      '',
    ]),
    ...proofMarkdown(record),
    '',
  ].join('\n');
};
