import { randomInt } from 'node:crypto';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { findPersonalSettings } from '../src/campaign/people.ts';
import { ok, refuse } from '../src/core/message.ts';
import { line } from '../src/rules/event.ts';
import { flagParam } from '../src/rules/verb.ts';
import { privateCard, writeAndAnswer } from './answers.ts';

const maxNumber = 2 ** 47;

/** Gives the user a private link to the battle in a browser, or ends all such links of the user. */
export const board = defineCommand(['battles', 'outbox', 'people', 'webLinks'], {
  path: ['battle', 'board'],
  summary: 'Open the battle in your browser with a private link, or end all your links',
  params: { end: flagParam('End all your links and open boards, in every battle').optional() },
  run: async (asker, { end }, services) => {
    const { user, name } = asker;
    const { boards, ...person } = await findPersonalSettings(services.people, user);
    if (end === true) {
      const lines = [
        line('Your links and open pages no longer work. To play in a browser again, press “Open the board”.'),
      ];
      const ended = privateCard('Your boards are closed', { lines });
      return writeAndAnswer(asker, ended, services, (said) => services.people.save(person, said));
    }
    const { webLinks } = services;
    if (webLinks === undefined) return refuse('no-boards');
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return battle;
    const number = boards ?? randomInt(1, maxNumber);
    if (boards === undefined) await services.people.save({ ...person, boards: number });
    const lines = [
      line('This link is for you only: anyone who has it can play as you in this battle. It works for 15 minutes.'),
      line('“Your battles” lists them all, and works until you end your links.', 'quiet'),
    ];
    const links = [
      { label: 'Open the board', url: webLinks.board({ battle: battle.value.saved.id, user, name, number }) },
      { label: 'Your battles', url: webLinks.mine(user, number) },
    ];
    return ok(
      privateCard('Your board in a browser', { lines, links, footer: '/battle board end:yes ends all your links' }),
    );
  },
});
