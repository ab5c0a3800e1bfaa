import { type Result, refuse } from '../../core/message.ts';
import type { Command } from '../command-kit/command.ts';
import { didYouMean, matchName } from './match-name.ts';

/** Refuses an unknown command and suggests similar ones. */
export const refuseUnknownCommand = (typed: string, commands: readonly Command[]): Result<never> => {
  const bare = typed.replace(/^\//, '');
  const names = [
    ...new Set(commands.filter(({ hidden }) => hidden !== true).flatMap(({ path }) => [path.join(' '), path[0] ?? ''])),
  ];
  const meant = matchName(bare, names, (name) => [name]);
  const near = meant.found === undefined ? meant.suggestions : [meant.found];
  const hint = didYouMean(
    near.map((name) => `/${name}`),
    '/help shows what you can type.',
  );
  return refuse('unknown-command', { command: `/${bare}`, hint });
};
