// CommonJS without modern syntax, so that an old version of Node gets a line instead of a stack.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 2)) {
  console.error(
    `Certrace runs on Node 24.2 or newer, and this is Node ${process.versions.node} (${process.execPath})`,
  );
  process.exit(1);
}
