// node test/faults/kill-bot.ts [times]: kills the bot under a stream of interactions, on each database, and looks for what was lost.
import { killingBot } from '../discord/e2e/killing-bot.ts';
import { reportKills } from './report.ts';

await reportKills(killingBot);
