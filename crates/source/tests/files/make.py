"""Makes the PDFs beside this file with PyMuPDF (see bench/source/requirements.txt); run it in this folder.

Each page says in its text what the file is. Encrypted files differ each time by their random parts.
"""

import pymupdf

PASSWORD = "open sesame"


def page_of(text):
    document = pymupdf.open()
    document.new_page(width=200, height=300).insert_text((20, 100), text, fontsize=20)
    return document


for name, method in (
    ("rc4-40", pymupdf.PDF_ENCRYPT_RC4_40),
    ("rc4-128", pymupdf.PDF_ENCRYPT_RC4_128),
    ("aes-128", pymupdf.PDF_ENCRYPT_AES_128),
    ("aes-256", pymupdf.PDF_ENCRYPT_AES_256),
):
    for kind, user in (("empty", ""), ("user", PASSWORD)):
        options = {"encryption": method, "owner_pw": "owner", "user_pw": user}
        page_of(f"{name} {kind}").save(f"{name}-{kind}.pdf", **options)

page_of("object streams").save("object-streams.pdf", garbage=3, deflate=True, use_objstms=1)

changed = page_of("first")
changed.save("incremental.pdf")
changed.close()
changed = pymupdf.open("incremental.pdf")
changed[0].insert_text((20, 150), "second", fontsize=20)
changed.save("incremental.pdf", incremental=True, encryption=pymupdf.PDF_ENCRYPT_KEEP)
