// Package zarr reads Zarr stores of versions 2 and 3, in a folder or in a ZIP archive: groups, attributes and arrays of
// numbers, truth values and strings. It is written from the specifications at https://zarr-specs.readthedocs.io.
//
// It reads the codecs gzip, zlib, zstd, LZ4, Blosc, crc32c, shuffle, vlen-utf8, transpose and sharding. Others are
// refused by name. A store may be damaged or made to harm: no memory is taken beyond [Limit] for one call, and an
// inconsistency is an [Error] that names it and its place.
package zarr
