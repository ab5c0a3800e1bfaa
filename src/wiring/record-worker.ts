import { parentPort } from 'node:worker_threads';
import { runRecordJob } from '../app/records/record-service.ts';
import { openBattle } from '../battle/saved/upcast-battle.ts';
import { runInLanguage } from '../core/message.ts';
import { rulesets } from '../systems/index.ts';
import { describeFailureLocation } from './place-of.ts';
import type { RecordAnswer, RecordJob } from './record-thread.ts';
import { replayParts } from './replay-assets.ts';

const done = async ({ name, saved, at, range, input, dictionary }: RecordJob): Promise<RecordAnswer> => {
  const battle = openBattle(rulesets, saved, at);
  if (!battle.ok) return { made: battle };
  // The main thread has already checked the input.
  return runInLanguage(dictionary, async () => ({
    made: await runRecordJob(name, battle.value, range, input as never, replayParts),
  }));
};

parentPort?.on('message', (job: RecordJob) => {
  done(job)
    .catch((error: unknown) => ({ failed: describeFailureLocation(error) }))
    .then((answer) => parentPort?.postMessage(answer));
});
