import type { Reply } from '../replies/reply.ts';
import type { Services } from '../services.ts';

type File = Reply['files'][number];

export type RecordServices = Pick<Services, 'battles' | 'records'>;

const filesOf = async (id: string, { battles, records }: RecordServices): Promise<readonly File[]> => {
  const battle = await battles.openById(id);
  if (!battle.ok || battle.value.saved.status !== 'ended') return [];
  const files = await records('ending', battle.value, {});
  return files.ok ? files.value : [];
};

/** A reply that ended a battle, with its records attached. The battle is over, even if they cannot be made. */
export const withRecords = async (reply: Reply, services: RecordServices): Promise<Reply> => {
  if (reply.kind !== 'result' || !reply.ended) return reply;
  const files = await filesOf(reply.battle, services).catch(() => []);
  return { ...reply, files: [...reply.files, ...files] };
};
