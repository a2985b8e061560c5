// A long document that is made on the spot: for the scenario about it, and for the benchmark of the start.

const N_LINES = 45;

/** The birds that a line of a page notes, both counted from one. */
export function birds(page, line) {
  return ((page - 1) * 37 + (line - 1) * 11) % 997;
}

/** A PDF of plain text, each page with its own words. */
export function longPdf(n_pages) {
  const objects = [];
  const page_ids = Array.from({ length: n_pages }, (_, at) => 4 + 2 * at);
  objects[1] = '<</Type/Catalog/Pages 2 0 R>>';
  objects[2] = `<</Type/Pages/Count ${n_pages}/Kids[${page_ids.map((id) => `${id} 0 R`).join(' ')}]>>`;
  objects[3] = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
  for (const [at, id] of page_ids.entries()) {
    const lines = Array.from({ length: N_LINES }, (_, line) =>
      `(Page ${at + 1}, line ${line + 1}: the warden notes the wind, the water and ${birds(at + 1, line + 1)} birds.) ' `);
    const content = `BT /F1 10 Tf 14 TL 60 780 Td ${lines.join('')}ET`;
    objects[id] = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>'
      + `/Contents ${id + 1} 0 R>>`;
    objects[id + 1] = `<</Length ${content.length}>>stream\n${content}\nendstream`;
  }
  let out = '%PDF-1.7\n';
  const places = [];
  objects.forEach((object, id) => {
    places[id] = out.length;
    out += `${id} 0 obj${object}endobj\n`;
  });
  const start = out.length;
  out += `xref\n0 ${objects.length}\n0000000000 65535 f \n`;
  for (let id = 1; id < objects.length; id += 1) out += `${String(places[id]).padStart(10, '0')} 00000 n \n`;
  out += `trailer<</Size ${objects.length}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(out, 'latin1');
}
