
// A zip without compression. The same files give the same bytes.

const kCrcs = new Uint32Array(256).map((_, byte) => {
  for (let bit = 0; bit < 8; ++bit) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = kCrcs[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/// Numbers of two or four bytes, the lowest byte first: [size, value].
function record(...fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return view.buffer;
}

/// A browser knows no rights of files, so programs are told by their first bytes: a script or an ELF file.
const isProgram = bytes => (bytes[0] === 0x23 && bytes[1] === 0x21) || (bytes[0] === 0x7f && bytes[1] === 0x45);

/// A Blob with files as {path, file}. PKZIP's APPNOTE 4.3: each file behind its header, then all headers again, then where those begin.
async function zip(files) {
  const utf8 = new TextEncoder();
  const body = [];
  const directory = [];
  let offset = 0;
  let directorySize = 0;
  for (const {path, file} of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = utf8.encode(path);
    // Names are UTF-8, stored without compression, from the first day of 1980.
    const common = [[2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crc32(bytes)], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
    const header = record([4, 0x04034b50], [2, 20], ...common);
    body.push(header, name, bytes);
    const mode = isProgram(bytes) ? 0o100755 : 0o100644;
    const entry = record([4, 0x02014b50], [2, 0x314], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, mode * 0x10000], [4, offset]);
    directory.push(entry, name);
    offset += header.byteLength + name.length + bytes.length;
    directorySize += entry.byteLength + name.length;
  }
  const end = record([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, directorySize], [4, offset], [2, 0]);
  return new Blob([...body, ...directory, end], {type: 'application/zip'});
}
