import { writeMessages } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import { type PeopleStore, type Person, unknownPerson } from './people.ts';

/** What people chose, in memory. */
export const memoryPeople = (outbox?: Pick<OutboxStore, 'write'>): PeopleStore => {
  const also = writeMessages(outbox);
  const people = new Map<string, Person>();
  const namedBy = (user: string): readonly Person[] =>
    [...people.values()].filter(({ deputy }) => deputy?.user === user);
  return {
    of: async (users) =>
      new Map(users.map((user) => [user, structuredClone(people.get(user)) ?? unknownPerson(user)] as const)),
    save: async (person, said) => {
      people.set(person.user, structuredClone(person));
      await also(said);
    },
    deputising: async (user) => namedBy(user).map((person) => person.user),
    deputiesUntil: async (until) =>
      [...people.values()].filter(({ deputy }) => deputy?.until === until).map((person) => structuredClone(person)),
    remove: async (user) => {
      people.delete(user);
      for (const { deputy: _, ...person } of namedBy(user)) people.set(person.user, person);
    },
  };
};
