// A process that takes a lock, prints the result, and stays.
import { takeLock } from '../../../src/persistence/lock.ts';

const lock = await takeLock(process.argv[2] ?? '');
console.log('release' in lock ? 'held' : `refused for ${lock.holder}`);
setInterval(() => {}, 1000);
