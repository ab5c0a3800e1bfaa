// node test/faults/kill.ts [times]: kills a process under a stream of orders, on each database, and looks for what was lost.
import { killing } from '../persistence/killed-process.ts';
import { reportKills } from './report.ts';

await reportKills(killing);
