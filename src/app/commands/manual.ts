import type { Command } from './command.ts';
import type { Option } from './options.ts';

const limits = ({ min, max, choices }: Option): string => {
  if (choices.length > 0) return `: ${choices.join(', ')}`;
  return min === undefined && max === undefined ? '' : ` (${min ?? ''}–${max ?? ''})`;
};

const section = (command: Command): string => {
  const rows = command.options.map(
    (option) => `| \`${option.name}\`${option.required ? '' : ' (optional)'} | ${option.says}${limits(option)} |`,
  );
  const systems = command.systems === undefined ? [] : [`*Systems: ${command.systems.join(', ')}.*`, ''];
  const table = rows.length === 0 ? [] : ['| option | meaning |', '|---|---|', ...rows, ''];
  return [`## /${command.path.join(' ')}`, '', `${command.summary}.`, '', ...systems, ...table].join('\n');
};

/** The commands as a Markdown reference, written from the declarations themselves. */
export const manual = (commands: readonly Command[]): string => {
  const shown = commands
    .filter(({ hidden }) => hidden !== true)
    .toSorted((a, b) => a.path.join(' ').localeCompare(b.path.join(' ')));
  return `# The commands\n\nWritten from their declarations by \`npm run manual\`.\n\n${shown.map(section).join('\n')}`;
};
