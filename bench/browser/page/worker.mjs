import init, { Session } from './ours/proofmark.js';

const ready = init();

onmessage = async ({ data: { name, bytes } }) => {
  await ready;
  const session = new Session();
  const [entry] = JSON.parse(session.addFile(name, new Uint8Array(bytes)));
  session.free();
  postMessage(entry);
};
