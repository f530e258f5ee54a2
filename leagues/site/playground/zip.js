
// A ZIP archive of texts by path, not compressed. The same texts give the same bytes.

function computeCrc(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return ~crc;
}

/// Numbers of 2 or 4 bytes, little-endian: [size, value]….
function packNumbers(...numbers) {
  return Uint8Array.from(numbers.flatMap(([size, value]) => Array.from({length: size}, (_, i) => value >>> (8 * i))));
}

/// A Blob of the archive.
function makeZip(files) {
  const utf8 = new TextEncoder();
  const [DATE, FLAGS, MODE] = [0x21, 0x800, 0o100644 << 16];  // 1 January 1980; names in UTF-8; a file that all may read
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = utf8.encode(path);
    const bytes = utf8.encode(text);
    const about = packNumbers([2, 20], [2, FLAGS], [2, 0], [2, 0], [2, DATE], [4, computeCrc(bytes)],
      [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]);
    parts.push(packNumbers([4, 0x04034b50]), about, name, bytes);
    directory.push(packNumbers([4, 0x02014b50], [2, 0x314]), about, packNumbers([2, 0], [2, 0], [2, 0], [4, MODE], [4, offset]), name);
    offset += 4 + about.length + name.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = Object.keys(files).length;
  const end = packNumbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
  return new Blob([...parts, ...directory, end], {type: 'application/zip'});
}
