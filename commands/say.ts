import { defineCommand } from '../src/app/command-kit/command.ts';
import { forCampaign } from '../src/app/services.ts';
import { availableVoices, revealSpeaker, speakAs } from '../src/app/speech/speak.ts';
import { textParam, wholeNumberParam } from '../src/rules/verb.ts';
import { completeEach, offersOf } from './completion.ts';

const maxSpeechLength = 1800;

/** The command to speak as a character. GMs may speak as any combatant of theirs. */
const say = defineCommand([...forCampaign, 'characters', 'now', 'pictures', 'servers', 'spoken'], {
  path: ['character', 'say'],
  summary: 'Speak as your character, or as one of the GM’s combatants, with its name and portrait',
  params: {
    words: textParam('What to say', maxSpeechLength),
    as: textParam('Who speaks; default: your only character here', 100).optional(),
  },
  complete: completeEach({
    as: offersOf(async (asker, services) =>
      (await availableVoices(asker, services)).filter(({ isHidden }) => !isHidden).map(({ name }) => name),
    ),
  }),
  run: speakAs,
});

/** What Discord says about the message in whose menu a command was chosen. `at`: milliseconds since 1970. */
export const messageParams = {
  message: textParam('The id of the message', 40),
  order: textParam('The order the message answers', 40).optional(),
  as: textParam('The name above the message', 100).optional(),
  at: wholeNumberParam('When the message was posted', 0, Number.MAX_SAFE_INTEGER).optional(),
};

/** The entry in a message's menu that shows which user spoke the message as a character. */
const whoSaidThis = defineCommand([...forCampaign, 'now', 'spoken'], {
  path: ['who-said'],
  onMessage: 'Who said this?',
  forModerators: true,
  summary: 'For moderators and the GM: see which member spoke a message as a character (for 30 days)',
  params: messageParams,
  run: revealSpeaker,
});

export const sayCommands = [say, whoSaidThis];
