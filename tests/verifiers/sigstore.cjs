// Verifies a Sigstore bundle with @sigstore/verify: sigstore.cjs BUNDLE PUBLIC_KEY HINT
// Run with NODE_PATH set to the folder of modules. No transparency log and no time stamp is asked
// for: a bundle with a public-key hint has neither.
const fs = require('node:fs');
const crypto = require('node:crypto');
const { bundleFromJSON } = require('@sigstore/bundle');
const { Verifier, toSignedEntity, toTrustMaterial } = require('@sigstore/verify');

const [bundleFile, keyFile, hint] = process.argv.slice(2);
const bundle = bundleFromJSON(JSON.parse(fs.readFileSync(bundleFile, 'utf8')));
const rawBytes = crypto
  .createPublicKey(fs.readFileSync(keyFile))
  .export({ type: 'spki', format: 'der' });
const root = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] };
const trust = toTrustMaterial(root, { [hint]: { rawBytes } });
const verifier = new Verifier(trust, {
  tlogThreshold: 0,
  ctlogThreshold: 0,
  timestampThreshold: 0,
});
verifier.verify(toSignedEntity(bundle));
console.log('verified');
