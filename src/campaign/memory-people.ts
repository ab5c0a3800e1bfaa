import { type PeopleStore, type Person, unknownPerson } from './people.ts';

/** What people chose, in memory. */
export const memoryPeople = (): PeopleStore => {
  const people = new Map<string, Person>();
  return {
    of: async (users) =>
      new Map(users.map((user) => [user, structuredClone(people.get(user)) ?? unknownPerson(user)] as const)),
    save: async (person) => {
      people.set(person.user, structuredClone(person));
    },
    remove: async (user) => {
      people.delete(user);
    },
  };
};
