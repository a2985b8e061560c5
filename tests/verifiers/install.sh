#!/usr/bin/env bash
# Installs the verifiers of other makers into the cache, for `cargo test -p proofmark-report --test
# other_tools`. Needs python3 with venv, and npm. Running it again does nothing.
set -euo pipefail
folder="${XDG_CACHE_HOME:-$HOME/.cache}/proofmark/verifiers"
mkdir -p "$folder"
cd "$folder"
if [ ! -x py/bin/python ] || ! py/bin/python -c 'import securesystemslib, cryptography' 2>/dev/null; then
  python3 -m venv py
  py/bin/pip --quiet install 'securesystemslib[crypto]==1.6.0'
fi
if [ ! -d node_modules/@sigstore/verify ] || [ ! -d node_modules/@sigstore/bundle ]; then
  [ -f package.json ] || echo '{ "private": true }' > package.json
  npm install --silent --no-audit --no-fund @sigstore/verify@3.1.1 @sigstore/bundle
fi
echo "$folder"
