#!/usr/bin/env bash
# Installs programs of other makers that check what we write, into the cache: verifiers of
# signatures, readers and validators of exports. Their tests are the files `other_tools.rs`.
# Needs python3 with venv, and npm. Running it again does nothing.
set -euo pipefail
folder="${XDG_CACHE_HOME:-$HOME/.cache}/proofmark/verifiers"
mkdir -p "$folder"
cd "$folder"
if [ ! -x py/bin/python ] \
  || ! py/bin/python -c 'import securesystemslib, cryptography, junitparser, jsonschema, rfc3339_validator' 2>/dev/null; then
  python3 -m venv py
  py/bin/pip --quiet install 'securesystemslib[crypto]==1.6.0' 'junitparser==5.0.3' \
    'jsonschema==4.25.1' 'rfc3339-validator==0.1.4'
fi
if [ ! -d node_modules/@sigstore/verify ] || [ ! -d node_modules/@sigstore/bundle ] \
  || [ ! -d node_modules/html-validate ]; then
  [ -f package.json ] || echo '{ "private": true }' > package.json
  npm install --silent --no-audit --no-fund --ignore-scripts \
    @sigstore/verify@3.1.1 @sigstore/bundle html-validate@9
fi
echo "$folder"
