import { createMessageWriter } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import { defaultPersonalSettings, type PeopleStore, type PersonalSettings } from './people.ts';

/** What people chose, in memory. */
export const createMemoryPeople = (outbox?: Pick<OutboxStore, 'write'>): PeopleStore => {
  const also = createMessageWriter(outbox);
  const people = new Map<string, PersonalSettings>();
  const namedBy = (user: string): readonly PersonalSettings[] =>
    [...people.values()].filter(({ deputy }) => deputy?.user === user);
  return {
    findMany: async (users) =>
      new Map(users.map((user) => [user, structuredClone(people.get(user)) ?? defaultPersonalSettings(user)] as const)),
    save: async (person, said) => {
      people.set(person.user, structuredClone(person));
      await also(said);
    },
    listRepresentedBy: async (user) => namedBy(user).map((person) => person.user),
    listDeputiesEndingAt: async (until) =>
      [...people.values()].filter(({ deputy }) => deputy?.until === until).map((person) => structuredClone(person)),
    remove: async (user) => {
      people.delete(user);
      for (const { deputy: _, ...person } of namedBy(user)) people.set(person.user, person);
    },
  };
};
