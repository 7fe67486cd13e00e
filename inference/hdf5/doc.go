// Package hdf5 reads HDF5 files: the groups, attributes and datasets that tables of measurements are stored in. It is
// written from the HDF5 File Format Specification, version 3.0 (The HDF Group), in Go alone.
//
// It reads superblocks 0 to 3; object headers 1 and 2; groups with symbol tables, with links in their header and with
// dense links; attributes in headers and dense ones; whole numbers, floating-point numbers (also of two bytes),
// enumerations, strings of fixed and of variable length and compounds of these; compact, contiguous and chunked layouts
// with every index of chunks; and the filters deflate, shuffle, fletcher32, LZF, LZ4, zstd and Blosc. It refuses, by
// name, external and virtual storage, references, szip, scale-offset and n-bit.
//
// A file may be damaged or made to harm. No structure is followed for longer than the file is large, no memory is taken
// beyond [Limit] for one call, and an inconsistency is an [Error] that names it and its place.
//
// A [File] is safe for concurrent use; a [Dataset] is not.
package hdf5
