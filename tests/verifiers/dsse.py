"""Verifies a DSSE envelope with securesystemslib: dsse.py ENVELOPE PUBLIC_KEY…

Every key must have signed, under the key id that the library computes. Prints those ids.
"""

import json
import sys

from cryptography.hazmat.primitives.serialization import load_pem_public_key
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey

envelope_file, *key_files = sys.argv[1:]
with open(envelope_file, encoding="utf-8") as file:
    envelope = Envelope.from_dict(json.load(file))
keys = []
for key_file in key_files:
    with open(key_file, "rb") as file:
        keys.append(SSlibKey.from_crypto(load_pem_public_key(file.read())))
accepted = envelope.verify(keys, len(keys))
print("\n".join(sorted(accepted)))
