// Before anything in TypeScript is loaded: plain JavaScript, so that a Node.js which knows none says so in one sentence.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Node.js 22.18 or newer is needed; this is ${process.versions.node}. It is at https://nodejs.org.`);
  process.exit(1);
}
